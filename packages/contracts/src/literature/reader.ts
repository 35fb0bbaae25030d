import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { Nullable } from '../schema.ts';
import { PaperQuery, StandardPaper } from './papers.ts';

/** A paragraph or another block. The HTML contains text and formulas only, no scripts. */
export const PageBlock = Type.Object({
  /** The `paragraph_index` of notes. */
  index: Type.Integer(),
  kind: Type.String(),
  html: Type.String(),
  translation_html: Nullable(Type.String()),
});
export type PageBlock = Static<typeof PageBlock>;

export const PaperPage = Type.Object({
  paper: StandardPaper,
  /** Empty while the paper is not parsed. */
  blocks: Type.Array(PageBlock),
  /** A translation whose paragraphs do not match those of the text any more: its whole HTML, without alignment. */
  loose_translation_html: Nullable(Type.String()),
  formulas: Type.Integer(),
  /** The number of formulas that are shown as TeX. */
  untypeset: Type.Integer(),
  /** Links to the paper on other sites. */
  links: Type.Array(Type.Object({ label: Type.String(), url: Type.String() })),
});
export type PaperPage = Static<typeof PaperPage>;

const page = { tag: 'reader', method: 'get', role: 'public', failures: 'text' } as const;
const open = { ...page, unknownKeys: 'tolerated' } as const;

export const pageOperations = {
  showLibrary: defineOperation({
    ...open,
    operationId: 'showLibrary',
    path: '/',
    summary: 'The reader: the library and the search.',
    reply: 'text/html',
    statuses: [304],
  }),
  showBatches: defineOperation({
    ...open,
    operationId: 'showBatches',
    path: '/batches',
    summary: 'The reader: synchronisations and batches.',
    reply: 'text/html',
    statuses: [304],
  }),
  showPaper: defineOperation({
    ...open,
    operationId: 'showPaper',
    path: '/read/{bibcode}',
    summary: 'The reader: a paper with its translation and its notes.',
    params: PaperQuery,
    reply: 'text/html',
    statuses: [304, 400],
  }),
  readReaderFile: defineOperation({
    ...open,
    operationId: 'readReaderFile',
    path: '/reader/{file}',
    summary: 'A script or style sheet of the reader.',
    params: Type.Object({ file: Type.String() }),
    reply: 'application/octet-stream',
    statuses: [304, 400, 404],
  }),
  readReaderFont: defineOperation({
    ...open,
    operationId: 'readReaderFont',
    path: '/reader/fonts/{file}',
    summary: 'A font of the formulas.',
    params: Type.Object({ file: Type.String() }),
    reply: 'application/octet-stream',
    statuses: [304, 400, 404],
  }),
  readReaderApp: defineOperation({
    ...open,
    operationId: 'readReaderApp',
    path: '/app',
    summary: 'The new reader.',
    reply: 'text/html',
    statuses: [404],
  }),
  readReaderAppFile: defineOperation({
    ...open,
    operationId: 'readReaderAppFile',
    path: '/app/{file}',
    summary: 'A script, style sheet, font or icon of the new reader. Its name changes with its content.',
    params: Type.Object({ file: Type.String() }),
    reply: 'application/octet-stream',
    statuses: [400, 404],
  }),
  renderPaper: defineOperation({
    ...page,
    role: 'api-token-if-configured',
    operationId: 'renderPaper',
    path: '/api/paper/page',
    summary: 'A paper as HTML, paragraph by paragraph, with its translation beside it.',
    query: PaperQuery,
    reply: PaperPage,
    statuses: [400, 401, 404, 500],
  }),
};
