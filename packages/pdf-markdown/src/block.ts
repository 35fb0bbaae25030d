/** What a block of a paper is. */
export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'equation'
  | 'table'
  | 'figure'
  | 'list'
  | 'footnote'
  | 'reference'
  | 'code';

/** A region of a page in points (1/72 inch) from the page's upper left corner, y downwards. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One block of a paper. Its fields are called as those of the blocks that LaTeXML pages give. */
export interface Block extends BlockContent {
  /** Unique in the document and the same in every parse of the same file: `paragraph-12`. */
  readonly id: string;
  /** Place in the list of blocks, from 0: the order of reading. */
  readonly position: number;
  /** SHA-256 of the normalised text: finds a block again in another version of the paper. */
  readonly textHash: string;
}

export interface BlockContent {
  readonly kind: BlockKind;
  /** Of headings: 1 the paper's title, 2 a section, 3 a subsection, … */
  readonly level?: number;
  /** Of equations: their numbers, without parentheses. */
  readonly numbers?: readonly string[];
  /** What the paper calls a figure, table, reference or footnote: `Figure 3`, `Table A.1`, `[7]`, `*`. */
  readonly label?: string;
  /** Never empty. Blocks joined by blank lines are the paper's Markdown. */
  readonly markdown: string;
  /** Without markup; formulas as they are printed, on one line. Rows of tables and lines of formulas are lines. */
  readonly text: string;
  /** Counted from 1; of a block over several pages the first. */
  readonly page?: number;
  /** On `page`: of a figure the drawing where one was found, of all others their text. */
  readonly box?: Box;
}
