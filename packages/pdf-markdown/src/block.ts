/** Kinds of blocks of a paper. */
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

/** One block of a paper. Fields have the same names as for blocks from LaTeXML pages. */
export interface Block extends BlockContent {
  /** Unique in the document, and the same in every parse of the same file: `paragraph-12`. */
  readonly id: string;
  /** Index in reading order, from 0. */
  readonly position: number;
  /** SHA-256 of the normalised text, by which a block is matched in another version of the paper. */
  readonly textHash: string;
}

export interface BlockContent {
  readonly kind: BlockKind;
  /** Only headings: 1 for the paper's title, 2 for a section, 3 for a subsection, and so on. */
  readonly level?: number;
  /** Only equations: their numbers, without parentheses. */
  readonly numbers?: readonly string[];
  /** Only equations: confidence from 0 to 1 that the TeX equals the print. */
  readonly confidence?: number;
  /** How the paper refers to a figure, table, reference or footnote: `Figure 3`, `Table A.1`, `[7]`, `*`. */
  readonly label?: string;
  /** Never empty. The blocks joined with blank lines are the paper's Markdown. */
  readonly markdown: string;
  /**
   * The text without markup, on one line, with formulas as printed. Rows of tables and lines of formulas are separate
   * lines.
   */
  readonly text: string;
  /** The page, counted from 1. If the block spans several pages, the first. */
  readonly page?: number;
  /** The region on `page` in points: the drawing of a figure if found, otherwise the text of the block. */
  readonly box?: Box;
}
