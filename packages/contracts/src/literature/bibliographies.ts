import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp } from '../schema.ts';
import { CollectionId, TagName } from './exchange.ts';
import { PaperReference } from './vocabulary.ts';

/** A list of papers that programs read as a file at its own address. */
export const Bibliography = Type.Object({
  id: Type.Integer(),
  /** Null for another kind of list. Without any of the three, the list is the whole library. */
  collection: Nullable(Type.Integer()),
  search: Nullable(Type.Integer()),
  tag: Nullable(Type.String()),
  /** The current name of the collection, search or tag. Empty for the whole library. */
  name: Type.String(),
  created_at: Timestamp,
});
export type Bibliography = Static<typeof Bibliography>;

export const KeyPattern = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9:._+/{}-]+$',
  description:
    'How new citation keys are formed: text with at least one of {author}, {year}, {title} and {bibcode}. Existing keys do not change. Default: {bibcode}.',
});

export const BibliographyList = Type.Object({ key_pattern: Type.String(), bibliographies: Type.Array(Bibliography) });
export type BibliographyList = Static<typeof BibliographyList>;

/** At most one of the three. Without any, the bibliography is the whole library. */
export const NewBibliography = closedObject({
  collection: Type.Optional(CollectionId),
  search: Type.Optional(CollectionId),
  tag: Type.Optional(TagName),
});
export type NewBibliography = Static<typeof NewBibliography>;

export const BibliographyChoice = closedObject({
  key: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  journals: Type.Optional(
    Type.Enum(['names', 'macros'], {
      default: 'names',
      description: 'For BibTeX: full names of journals, or the AAS macros for journals.',
    }),
  ),
  letters: Type.Optional(
    Type.Enum(['unicode', 'tex'], {
      default: 'unicode',
      description: 'For BibTeX: accented letters and symbols as Unicode, or as TeX commands.',
    }),
  ),
});
export type BibliographyChoice = Static<typeof BibliographyChoice>;

/** The key by which documents cite a paper. Each person has their own keys. */
export const CitationKey = Type.Object({
  bibcode: Type.String(),
  key: Type.String(),
  /** Earlier keys of the paper and keys of papers that were merged with it. They are in the field `ids` of biblatex. */
  aliases: Type.Array(Type.String()),
});
export type CitationKey = Static<typeof CitationKey>;

export const CitationKeyChange = closedObject({
  bibcode: PaperReference,
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: String.raw`^[^\s,={}()"#%'\\~\u0000-\u001f\u007f\ud800-\udfff]+$`,
    description: 'Must not contain spaces or characters that BibTeX or TeX interprets.',
  }),
});
export type CitationKeyChange = Static<typeof CitationKeyChange>;

const call = { tag: 'library', role: 'api-token-if-configured', least: 'reader', failures: 'text' } as const;
const PATH = '/api/library/bibliographies';
const KEYS = '/api/library/citation-keys';

export const bibliographyOperations = defineOperations({
  listBibliographies: {
    ...call,
    method: 'get',
    path: PATH,
    summary: 'Lists the live bibliographies of the caller, and how the caller’s citation keys are formed.',
    reply: BibliographyList,
    statuses: [401, 403, 500],
  },
  createBibliography: {
    ...call,
    method: 'post',
    path: PATH,
    summary:
      'Creates an address for a live bibliography of a collection, a saved search, a tag or the whole library. Anyone with the address can read the bibliography without a token, and nothing else. The address is shown only once.',
    body: NewBibliography,
    reply: Type.Object({ bibliography: Bibliography, path: Type.String() }),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  changeKeyPattern: {
    ...call,
    method: 'patch',
    path: PATH,
    summary: 'Changes how the caller’s new citation keys are formed.',
    body: closedObject({ key_pattern: KeyPattern }),
    reply: BibliographyList,
    statuses: [400, 401, 403, 413, 500],
  },
  deleteBibliography: {
    ...call,
    method: 'delete',
    path: `${PATH}/{id}`,
    summary: 'Revokes the address of a live bibliography. Citation keys are kept.',
    params: Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
    reply: BibliographyList,
    statuses: [400, 401, 403, 404, 500],
  },
  readBibliography: {
    ...call,
    role: 'public',
    method: 'get',
    path: '/api/bibliographies/{file}',
    summary:
      'Returns a live bibliography as BibTeX (`12.bib`), RIS (`12.ris`) or CSL-JSON (`12.json`), without notes, tags, files and abstracts. Citation keys are stable. Answers 304 to `If-None-Match` while nothing has changed.',
    params: Type.Object({ file: Type.String({ pattern: String.raw`^[1-9][0-9]{0,8}\.(bib|ris|json)$` }) }),
    query: BibliographyChoice,
    reply: 'text/plain',
    statuses: [304, 400, 404, 500],
  },
  readCitationKey: {
    ...call,
    method: 'get',
    path: KEYS,
    summary: 'Returns the caller’s citation key of a paper. The first call assigns it.',
    query: closedObject({ bibcode: PaperReference }),
    reply: CitationKey,
    statuses: [400, 401, 403, 404, 500],
  },
  changeCitationKey: {
    ...call,
    method: 'patch',
    path: KEYS,
    summary:
      'Changes the caller’s citation key of a paper. The previous key becomes an alias. Answers 409 if another paper has the key.',
    body: CitationKeyChange,
    reply: CitationKey,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
});
