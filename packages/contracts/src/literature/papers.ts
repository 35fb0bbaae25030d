import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable } from '../schema.ts';
import { TextQuality } from './text-quality.ts';
import { PaperReference, SearchQuery, SearchSort, SourceChoice } from './vocabulary.ts';

export const StandardPaper = Type.Object({
  /** The unique bibcode of the paper, usually 19 characters: `2013A&A...552A.143S`. */
  bibcode: Type.String(),
  title: Type.String(),
  authors: Type.Array(Type.String()),
  year: Type.String(),
  pub_journal: Type.String(),
  keywords: Type.Array(Type.String()),
  abstract_text: Type.String(),
  doi: Type.String(),
  preprint_id: Type.String(),
  citation_count: Type.Integer(),
  reference_count: Type.Integer(),
  /** These three flags show which files are on the disk now. A replaced file has no Markdown until the next parse. */
  is_downloaded: Type.Boolean(),
  has_markdown: Type.Boolean(),
  has_translation: Type.Boolean(),
  doctype: Type.String(),
  in_library: Type.Optional(
    Type.Boolean({
      description: 'Whether the paper is in the library. False for papers that were only found by a search.',
    }),
  ),
  pdf_error: Type.Optional(
    Type.String({ description: 'Why the PDF is missing. `no_resource`: a user marked the paper.' }),
  ),
  html_error: Type.Optional(
    Type.String({ description: 'Why the HTML is missing. `no_resource`: a user marked the paper.' }),
  ),
  parse_error: Type.Optional(
    Type.String({ description: 'Why the last parse failed. Cleared by the next parse and by a new file.' }),
  ),
  pdf_is_scanned: Type.Optional(
    Type.Literal(true, {
      description:
        'A parse found no text in the PDF: its pages are images. `POST /api/paper/ocr` recognises their text.',
    }),
  ),
  text_quality: Type.Optional(TextQuality),
});
export type StandardPaper = Static<typeof StandardPaper>;

export const SearchParams = Type.Object({
  q: SearchQuery,
  source: Type.Optional(SourceChoice),
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 10 })),
  start: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  sort: Type.Optional(SearchSort),
});
export type SearchParams = Static<typeof SearchParams>;

/** Words that must all occur in the title, the authors, the bibcode, the DOI or the preprint identifier. */
const LibraryWords = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: String.raw`^[^\u0000\ud800-\udfff]*$`,
  description:
    'Words that all occur in title, authors, bibcode, DOI or preprint identifier. Accents, apostrophes and case are ignored.',
});

export const LibraryPage = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Default: the whole library.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  q: Type.Optional(LibraryWords),
  order: Type.Optional(
    Type.Enum(['oldest', 'newest'], { description: 'By the time when a paper was added. Default: oldest first.' }),
  ),
});
export type LibraryPage = Static<typeof LibraryPage>;

export const PaperRequest = closedObject({ bibcode: PaperReference, force: Type.Optional(Type.Boolean()) });
export type PaperRequest = Static<typeof PaperRequest>;

export const ParseRequest = closedObject({
  ...PaperRequest.properties,
  source: Type.Optional(
    Type.Enum(['html', 'pdf'], {
      description: 'Which file to parse. Default: the last uploaded file, otherwise the HTML.',
    }),
  ),
});
export type ParseRequest = Static<typeof ParseRequest>;

export const PaperQuery = closedObject({ bibcode: PaperReference });

export const PaperText = Type.Object({
  paper: StandardPaper,
  english_content: Nullable(Type.String()),
  translation_content: Nullable(Type.String()),
});
export type PaperText = Static<typeof PaperText>;

export const CitationNetwork = Type.Object({
  bibcode: Type.String(),
  title: Type.String(),
  citation_count: Type.Integer(),
  reference_count: Type.Integer(),
  references: Type.Array(Type.String()),
  citations: Type.Array(Type.String()),
  citation_counts: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});
export type CitationNetwork = Static<typeof CitationNetwork>;

export const ActivePaper = Type.Object({ bibcode: Nullable(Type.String()) });
export type ActivePaper = Static<typeof ActivePaper>;

const call = { role: 'api-token-if-configured', failures: 'text' } as const;
const STATUSES = [400, 401, 403, 404, 500, 503] as const;
const STATUSES_WITH_BODY = [...STATUSES, 413] as const;
/** The failures of operations that look up unknown papers at the sources. */
const STATUSES_WITH_LOOK_UP = [...STATUSES_WITH_BODY, 409, 502, 504] as const;

const searchOperations = defineOperations({
  searchPapers: {
    ...call,
    least: 'reader',
    tag: 'search',
    method: 'get',
    path: '/api/search',
    summary: 'Searches the sources concurrently. If only one answers, X-Source-Errors names the other source.',
    query: SearchParams,
    reply: Type.Array(StandardPaper),
    statuses: [400, 401, 403, 500, 502, 503, 504],
  },
  exportBibtex: {
    ...call,
    least: 'reader',
    reads: true,
    tag: 'search',
    method: 'post',
    path: '/api/export',
    summary:
      'Exports BibTeX from the catalog, or built from the records of preprints that the catalog does not know. X-Missing-Bibcodes lists the unknown bibcodes.',
    body: closedObject({ bibcodes: Type.Array(PaperReference, { minItems: 1, maxItems: 10_000 }) }),
    reply: Type.Object({ bibtex: Type.String() }),
    statuses: [400, 401, 403, 413, 500, 503],
  },
});

const libraryOperations = defineOperations({
  listLibrary: {
    ...call,
    least: 'reader',
    tag: 'library',
    method: 'get',
    path: '/api/library',
    summary: 'Returns the library, or a page of it.',
    query: LibraryPage,
    reply: Type.Array(StandardPaper),
    statuses: [400, 401, 403, 500],
  },
  downloadPaper: {
    ...call,
    least: 'member',
    tag: 'library',
    method: 'post',
    path: '/api/download',
    summary:
      'Downloads the full text. pdf_error and html_error say what failed. An unknown paper is looked up at the sources.',
    body: PaperRequest,
    reply: StandardPaper,
    statuses: STATUSES_WITH_LOOK_UP,
  },
  uploadPaper: {
    ...call,
    least: 'member',
    tag: 'library',
    method: 'post',
    path: '/api/upload',
    summary: 'Uploads a full text. Challenge, login and abstract pages are refused.',
    form: {
      bibcode: { kind: 'text', required: true, description: 'Bibcode, DOI or preprint identifier.' },
      type: { kind: 'text', required: true, description: 'pdf or html.' },
      file: { kind: 'binary', required: true, description: 'The file.' },
    },
    reply: StandardPaper,
    statuses: STATUSES_WITH_LOOK_UP,
  },
  markNoResource: {
    ...call,
    least: 'member',
    tag: 'library',
    method: 'post',
    path: '/api/no_resource',
    summary: 'Marks a paper as having no usable full text, or removes the mark.',
    body: closedObject({ bibcode: PaperReference, clear: Type.Optional(Type.Boolean({ default: false })) }),
    reply: StandardPaper,
    statuses: STATUSES_WITH_LOOK_UP,
  },
  parsePaper: {
    ...call,
    least: 'member',
    tag: 'library',
    method: 'post',
    path: '/api/parse',
    summary: 'Parses the full text to Markdown.',
    body: ParseRequest,
    reply: Type.Object({ markdown: Type.String() }),
    statuses: [...STATUSES_WITH_BODY, 409],
  },
});

const readerOperations = defineOperations({
  readPaper: {
    ...call,
    least: 'reader',
    tag: 'reader',
    method: 'get',
    path: '/api/paper',
    summary: 'Returns a paper with its Markdown and its translation.',
    query: PaperQuery,
    reply: PaperText,
    statuses: STATUSES,
  },
  readFigure: {
    ...call,
    least: 'reader',
    tag: 'reader',
    method: 'get',
    path: '/api/paper/figures/{bibcode}/{name}',
    summary: 'Returns a figure from the Markdown.',
    params: Type.Object({ bibcode: PaperReference, name: Type.String({ minLength: 1, maxLength: 200 }) }),
    reply: 'application/octet-stream',
    statuses: [206, 304, 400, 401, 403, 404, 416, 500],
  },
  readCitations: {
    ...call,
    least: 'reader',
    tag: 'reader',
    method: 'get',
    path: '/api/citations',
    summary:
      'Lists the papers that a paper cites, and the papers that cite it. X-Source-Errors says if a part is missing.',
    query: PaperQuery,
    reply: CitationNetwork,
    statuses: STATUSES,
  },
  readActivePaper: {
    ...call,
    least: 'reader',
    tag: 'reader',
    method: 'get',
    path: '/api/active_bibcode',
    summary: 'Returns the paper that the user is viewing.',
    reply: ActivePaper,
    statuses: [401, 403, 500],
  },
  setActivePaper: {
    ...call,
    least: 'reader',
    tag: 'reader',
    method: 'post',
    path: '/api/active_bibcode',
    summary: 'Sets the paper that the user is viewing.',
    body: PaperQuery,
    reply: ActivePaper,
    statuses: STATUSES_WITH_BODY,
  },
});

export const paperOperations = { ...searchOperations, ...libraryOperations, ...readerOperations };
