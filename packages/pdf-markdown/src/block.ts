/** What a block of a paper is. The parser of HTML papers gives the same kinds. */
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
export interface Position {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One block in reading order. Blocks joined by blank lines are the paper's Markdown. */
export interface Block {
  readonly kind: BlockKind;
  /** Plain text, formulas linear, without any markup. */
  readonly text: string;
  /** Markdown, never empty, without leading or trailing blank lines. */
  readonly markdown: string;
  /** Of headings: 1 the paper's title, 2 a section, 3 a subsection, … */
  readonly level?: number;
  /** What the paper calls it: `Figure 3`, `Table A.1`, `(12)`, `[7]`. */
  readonly label?: string;
  /** Counted from 1; of a block over several pages the first. */
  readonly page?: number;
  /** On `page`: of a figure the drawing where one was found, of all others their text. */
  readonly position?: Position;
}
