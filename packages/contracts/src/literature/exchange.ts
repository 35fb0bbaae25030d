import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable } from '../schema.ts';
import { PaperReference } from './vocabulary.ts';
import { WorkProgress } from './work-progress.ts';

export const ExportFormat = Type.Enum(['bibtex', 'ris', 'csl-json', 'markdown', 'text', 'html', 'bibitem'], {
  description:
    '`markdown`: notes and highlights. `text`, `html` and `bibitem` (TeX with natbib): a formatted bibliography of at most 5,000 papers.',
});
export type ExportFormat = Static<typeof ExportFormat>;

/** The result of one entry of an imported file. */
export const ImportedEntry = Type.Object({
  /** The position in the file, from 1. */
  number: Type.Integer(),
  /** The line where the entry begins. For JSON and XML, its position. */
  line: Type.Integer(),
  /** The key by which documents cite the entry, if it has one. */
  key: Type.String(),
  title: Type.String(),
  status: Type.Enum(['added', 'known', 'refused'], {
    description:
      'known: the paper was already in the library, or an earlier entry is the same paper. The entry filled in missing fields.',
  }),
  /** Null for an entry that was refused. */
  bibcode: Nullable(Type.String()),
  /** Problems of the entry, and data that was not imported. */
  messages: Type.Array(Type.String()),
});
export type ImportedEntry = Static<typeof ImportedEntry>;

export const ImportReport = Type.Object({
  format: Type.String(),
  total: Type.Integer(),
  added: Type.Integer(),
  known: Type.Integer(),
  refused: Type.Integer(),
  /** Collections that did not exist before. */
  collections_added: Type.Integer(),
  notes_added: Type.Integer(),
  entries: Type.Array(ImportedEntry),
});
export type ImportReport = Static<typeof ImportReport>;

export const BibliographyStyle = Type.Enum(['aas', 'mnras', 'aa'], {
  default: 'aas',
  description: 'The style of a formatted bibliography: ApJ and the other journals of the AAS, MNRAS, or A&A.',
});
export type BibliographyStyle = Static<typeof BibliographyStyle>;

export const TagName = Type.String({ minLength: 1, maxLength: 200, pattern: String.raw`^[^\u0000\ud800-\udfff]+$` });
/** The range of PostgreSQL's integers. */
export const CollectionId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** The id of a citation style that the caller uploaded. */
export const UploadedStyle = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'For a formatted bibliography as text or html: an uploaded citation style, for at most 500 papers.',
});

/** Names of papers in a query parameter. */
export const PaperNames = (description: string) =>
  Type.String({ minLength: 1, maxLength: 12_000, pattern: String.raw`^[^\u0000\ud800-\udfff]+$`, description });

/** Selects the papers to export. By default, the whole library is exported. */
export const ExportQuery = closedObject({
  format: ExportFormat,
  style: Type.Optional(BibliographyStyle),
  csl: Type.Optional(UploadedStyle),
  bibcode: Type.Optional(PaperNames('Bibcodes, DOIs or preprint identifiers, separated by blanks or commas.')),
  collection: Type.Optional(CollectionId),
  tag: Type.Optional(TagName),
});
export type ExportQuery = Static<typeof ExportQuery>;

export const ExportRequest = closedObject({
  format: ExportFormat,
  style: Type.Optional(BibliographyStyle),
  csl: Type.Optional(UploadedStyle),
  bibcodes: Type.Array(PaperReference, { minItems: 1, maxItems: 100_000 }),
});
export type ExportRequest = Static<typeof ExportRequest>;

/** Chosen at random by the caller. */
export const ImportId = Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9-]+$' });

const call = { tag: 'library', role: 'api-token-if-configured', failures: 'text' } as const;

export const exchangeOperations = defineOperations({
  importLibrary: {
    ...call,
    least: 'member',
    method: 'post',
    path: '/api/import',
    summary:
      'Imports the file of a reference manager: BibTeX, RIS, CSL-JSON or YAML, RDF, JSON or CSV of Zotero, EndNote, every export of ADS, PubMed (MEDLINE), Web of Science, RefWorks, Paperpile, tables (CSV) of Scopus, Google Scholar and others, feeds, and answers of INSPIRE, OpenAlex and Semantic Scholar. The report has a line for each entry. A second import of the same file changes nothing.',
    form: {
      file: { kind: 'binary', required: true, description: 'The exported file.' },
      format: {
        kind: 'text',
        required: false,
        description:
          'bibtex, ris, csl-json, csl-yaml, zotero-rdf, zotero-json, zotero-csv, endnote, endnote-xml, medline, web-of-science, refworks, scopus-csv, csv, ads-xml, ads-json, votable, feed, paperpile-json, inspire-json, openalex-json, semantic-scholar-json or datacite-json. By default, the format is detected.',
      },
      id: {
        kind: 'text',
        required: false,
        description: 'The id for querying the progress: 8 to 64 letters, digits and hyphens, chosen at random.',
      },
    },
    reply: ImportReport,
    statuses: [400, 401, 403, 413, 500],
  },
  importProgress: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/import/progress',
    summary: 'Returns how many entries of a running import are stored.',
    query: closedObject({ id: ImportId }),
    reply: WorkProgress,
    statuses: [400, 401, 403, 500],
  },
  exportLibrary: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/library/export',
    summary:
      'Exports papers with their tags, collections and notes, or as a formatted bibliography. BibTeX comes from the catalog if the catalog knows the paper and CATALOG_API_KEY is set. Markdown has the notes and highlights, with links to their paragraphs.',
    query: ExportQuery,
    reply: 'text/plain',
    statuses: [400, 401, 403, 404, 500],
  },
  exportSelection: {
    ...call,
    least: 'reader',
    reads: true,
    method: 'post',
    path: '/api/library/export',
    summary: 'Exports any number of named papers in the same formats.',
    body: ExportRequest,
    reply: 'text/plain',
    statuses: [400, 401, 403, 404, 413, 500],
  },
});
