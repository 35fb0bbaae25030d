export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'authors'
  | 'caption'
  | 'equation'
  | 'table'
  | 'html_table'
  | 'figure'
  | 'list'
  | 'list_item'
  | 'quote'
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

/** A paragraph of a paper or a similar unit. Notes, translations and searches refer to blocks. */
export interface Block extends BlockContent {
  /** Unique in the document, and the same in every parse of the same file. */
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
  /** Only equations of a PDF: confidence from 0 to 1 that the TeX equals the print. */
  readonly confidence?: number;
  /** Only in a PDF: how the paper refers to a figure, table, reference or footnote: `Figure 3`, `Table A.1`, `[7]`, `*`. */
  readonly label?: string;
  /** Only in HTML: ids within the block that are targets of `#id` links in the document. */
  readonly anchors?: readonly string[];
  /** Never empty. The blocks joined with blank lines are the paper's Markdown. */
  readonly markdown: string;
  /** The text without markup. HTML: on one line, with formulas as `$TeX$`. PDF: rows of tables are separate lines. */
  readonly text: string;
  /** Only in a PDF: the page, counted from 1. If the block spans several pages, the first. */
  readonly page?: number;
  /** Only in a PDF: the drawing of a figure if found, otherwise the region of the text. */
  readonly box?: Box;
}
