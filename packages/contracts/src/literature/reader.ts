import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable } from '../schema.ts';
import { PaperQuery, StandardPaper } from './papers.ts';

/** A paragraph or another block. The HTML contains only text and formulas, no scripts. */
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
  /** Empty if the paper is not parsed. */
  blocks: Type.Array(PageBlock),
  /** The whole HTML of a translation whose paragraphs no longer match the text. */
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

/**
 * One page serves all these addresses. It redirects from old addresses, because only the browser sees what follows the
 * `#`.
 */
const reader = { ...open, reply: 'text/html', statuses: [404] } as const;

export const pageOperations = defineOperations({
  readReader: { ...reader, path: '/', summary: 'Returns the reader.' },
  showPaper: {
    ...reader,
    path: '/read/{bibcode}',
    summary:
      'Returns the reader with the paper open. This is the permanent address of a paper, which feeds and exports contain. `#note-{id}` links to a note.',
    params: PaperQuery,
    statuses: [400, 404],
  },
  showBatches: {
    ...reader,
    path: '/batches',
    summary: 'Returns the reader at synchronisations and batches. Old links use this address.',
  },
  readReaderFile: {
    ...open,
    path: '/reader/{file}',
    summary: 'Returns a script, style sheet, font or icon of the reader. Its name changes with its content.',
    params: Type.Object({ file: Type.String() }),
    reply: 'application/octet-stream',
    statuses: [400, 404],
  },
  showReaderApp: {
    ...reader,
    path: '/app',
    summary: 'Returns the reader. Old links use this address.',
  },
  renderPaper: {
    ...page,
    role: 'api-token-if-configured',
    least: 'reader',
    path: '/api/paper/page',
    summary: 'Returns a paper as HTML, paragraph by paragraph, with its translation.',
    query: PaperQuery,
    reply: PaperPage,
    statuses: [400, 401, 403, 404, 500],
  },
});
