import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, WordedText } from '../schema.ts';
import { PaperQuery, StandardPaper } from './papers.ts';
import { PageBlock } from './reader.ts';

/** What a reader has to know of a block before its text is there. Its place in the list is the `paragraph_index` of notes. */
/** A region of a page of the PDF, in points from its upper left corner. The page is counted from 1. */
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
  letters: Type.Integer({ description: 'The length of its text, from which its height can be estimated.' }),
  weight: Type.Integer({ description: 'About how many elements it has when it is shown.' }),
  title: Type.Optional(Type.String({ description: 'The text of a heading, a caption or a reference, shortened.' })),
  level: Type.Optional(Type.Integer({ description: 'Of a heading: 1 is the title of the paper.' })),
  numbers: Type.Optional(Type.Array(Type.String(), { description: 'Of an equation, as the paper prints them.' })),
  place: Type.Optional(BlockPlace),
  ocr_confidence: Type.Optional(
    Type.Number({ description: 'Of text that was recognised in a scan: from 0 to 1, how sure its words are.' }),
  ),
  anchors: Type.Optional(Type.Array(Type.String(), { description: 'What links of the text lead to within it.' })),
});
export type OutlineBlock = Static<typeof OutlineBlock>;

export const PaperOutline = Type.Object({
  paper: StandardPaper,
  /** Links to the paper on other sites. */
  links: Type.Array(Type.Object({ label: Type.String(), url: Type.String() })),
  revision: Type.String({ description: 'Changes when the text or its translation does.' }),
  pdf_revision: Type.String({ description: 'Changes when another PDF is chosen; empty if there is none.' }),
  translation: Type.Enum(['none', 'aligned', 'loose'], {
    description: 'loose: it belongs to an earlier parse, and its paragraphs do not match those of the text.',
  }),
  /** Empty while the paper is not parsed. */
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
  /** That of the outline to which these blocks belong. */
  revision: Type.String(),
  /** Fewer than were asked for at the end of the text. */
  blocks: Type.Array(PageBlock),
  formulas: Type.Integer(),
  /** The number of formulas that are shown as TeX. */
  untypeset: Type.Integer(),
});
export type PaperBlocks = Static<typeof PaperBlocks>;

export const PassageQuery = closedObject({
  ...PaperQuery.properties,
  text: WordedText(20_000),
  /** Of several places, the one nearest to this block is taken. */
  near: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
});
export type PassageQuery = Static<typeof PassageQuery>;

export const LocatedPassages = Type.Object({
  /** One for each paragraph, in their order; empty if the text has nothing of the kind. */
  passages: Type.Array(Type.Object({ paragraph_index: Type.Integer(), selected_text: Type.String() })),
});
export type LocatedPassages = Static<typeof LocatedPassages>;

const call = { tag: 'reader', method: 'get', role: 'api-token-if-configured', failures: 'text' } as const;

export const paperViewOperations = {
  readOutline: defineOperation({
    ...call,
    operationId: 'readOutline',
    path: '/api/paper/outline',
    summary: 'The blocks of a paper without their texts: headings, figures, tables, equations and references.',
    query: PaperQuery,
    reply: PaperOutline,
    statuses: [400, 401, 404, 500],
  }),
  readBlocks: defineOperation({
    ...call,
    operationId: 'readBlocks',
    path: '/api/paper/blocks',
    summary: 'Some blocks of a paper as HTML, each with its translation.',
    query: BlockRange,
    reply: PaperBlocks,
    statuses: [400, 401, 404, 500],
  }),
  locatePassage: defineOperation({
    ...call,
    method: 'post',
    operationId: 'locatePassage',
    path: '/api/paper/locate',
    summary: 'Finds words that were selected in the PDF of a paper in its text.',
    body: PassageQuery,
    reply: LocatedPassages,
    statuses: [400, 401, 404, 413, 500],
  }),
};
