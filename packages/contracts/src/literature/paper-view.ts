import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, WordedText } from '../schema.ts';
import { PaperQuery, StandardPaper } from './papers.ts';
import { PageBlock } from './reader.ts';

/**
 * The data of a block that the reader needs before its text is loaded. The position in the list is the
 * `paragraph_index` of notes.
 */
/** A region of a page of the PDF, in points from its upper left corner. Pages are counted from 1. */
export const BlockPlace = Type.Object({
  page: Type.Integer(),
  left: Type.Number(),
  top: Type.Number(),
  right: Type.Number(),
  bottom: Type.Number(),
});
export type BlockPlace = Static<typeof BlockPlace>;

export const OutlineBlock = Type.Object({
  kind: Type.String(),
  letters: Type.Integer({ description: 'The length of the text, to estimate the height of the block.' }),
  weight: Type.Integer({ description: 'The approximate number of HTML elements of the displayed block.' }),
  title: Type.Optional(Type.String({ description: 'The shortened text of a heading, a caption or a reference.' })),
  level: Type.Optional(Type.Integer({ description: 'The level of a heading. 1 is the title of the paper.' })),
  numbers: Type.Optional(Type.Array(Type.String(), { description: 'The printed numbers of an equation.' })),
  place: Type.Optional(BlockPlace),
  ocr_confidence: Type.Optional(
    Type.Number({ description: 'The confidence of the words, from 0 to 1, if the text was recognised in a scan.' }),
  ),
  anchors: Type.Optional(Type.Array(Type.String(), { description: 'The link targets in the block.' })),
});
export type OutlineBlock = Static<typeof OutlineBlock>;

export const PaperOutline = Type.Object({
  paper: StandardPaper,
  /** Links to the paper on other sites. */
  links: Type.Array(Type.Object({ label: Type.String(), url: Type.String() })),
  revision: Type.String({ description: 'Changes with the text or its translation.' }),
  pdf_revision: Type.String({ description: 'Changes when another PDF is chosen. Empty without a PDF.' }),
  translation: Type.Enum(['none', 'aligned', 'loose'], {
    description: 'loose: the translation belongs to an earlier parse, and its paragraphs do not match the text.',
  }),
  /** Empty if the paper is not parsed. */
  blocks: Type.Array(OutlineBlock),
});
export type PaperOutline = Static<typeof PaperOutline>;

export const MOST_BLOCKS = 200;

export const BlockRange = closedObject({
  ...PaperQuery.properties,
  from: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  count: Type.Integer({ minimum: 1, maximum: MOST_BLOCKS }),
});
export type BlockRange = Static<typeof BlockRange>;

export const PaperBlocks = Type.Object({
  /** The revision of the outline to which these blocks belong. */
  revision: Type.String(),
  /** Fewer than requested at the end of the text. */
  blocks: Type.Array(PageBlock),
  formulas: Type.Integer(),
  /** The number of formulas that are shown as TeX. */
  untypeset: Type.Integer(),
});
export type PaperBlocks = Static<typeof PaperBlocks>;

export const PassageQuery = closedObject({
  ...PaperQuery.properties,
  text: WordedText(20_000),
  /** If the words occur in several places, the place nearest to this block is used. */
  near: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
});
export type PassageQuery = Static<typeof PassageQuery>;

export const LocatedPassages = Type.Object({
  /** One for each paragraph, in order. Empty if nothing matches. */
  passages: Type.Array(Type.Object({ paragraph_index: Type.Integer(), selected_text: Type.String() })),
});
export type LocatedPassages = Static<typeof LocatedPassages>;

const call = { tag: 'reader', method: 'get', role: 'api-token-if-configured', failures: 'text' } as const;

export const paperViewOperations = defineOperations({
  readOutline: {
    ...call,
    least: 'reader',
    path: '/api/paper/outline',
    summary: 'Returns the blocks of a paper without their texts: headings, figures, tables, equations and references.',
    query: PaperQuery,
    reply: PaperOutline,
    statuses: [400, 401, 403, 404, 500],
  },
  readBlocks: {
    ...call,
    least: 'reader',
    path: '/api/paper/blocks',
    summary: "Returns a range of a paper's blocks as HTML, each with its translation.",
    query: BlockRange,
    reply: PaperBlocks,
    statuses: [400, 401, 403, 404, 500],
  },
  locatePassage: {
    ...call,
    method: 'post',
    least: 'reader',
    reads: true,
    path: '/api/paper/locate',
    summary: "Finds words that were selected in a paper's PDF in the text of the paper.",
    body: PassageQuery,
    reply: LocatedPassages,
    statuses: [400, 401, 403, 404, 413, 500],
  },
});
