/** Content within a line. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'math'; readonly tex: string }
  | { readonly kind: 'styled'; readonly style: Style; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'image'; readonly name: string; readonly alt: string }
  | { readonly kind: 'note'; readonly label: string; readonly mark: string }
  | { readonly kind: 'break' };

export type Style = 'strong' | 'emphasis' | 'superscript' | 'subscript';

interface PieceCommon {
  /** Targets of links in the page, and ids of headings, floats, equations and references. */
  readonly anchors: readonly string[];
  /** Id of the nearest source element with an id. */
  readonly sourceId?: string;
}

export interface HtmlCell {
  readonly header: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly pieces: readonly Piece[];
}

/** The content of a piece, without its position. */
export type PieceContent =
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'authors' | 'caption'; readonly content: readonly Inline[] }
  /** `tex` includes the `\tag`s. `numbers` contains the same numbers in order, without parentheses. */
  | { readonly kind: 'equation'; readonly tex: string; readonly numbers: readonly string[] }
  | { readonly kind: 'table'; readonly header: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'html_table'; readonly rows: readonly (readonly HtmlCell[])[] }
  | { readonly kind: 'figure'; readonly images: readonly Inline[] }
  | { readonly kind: 'list_item'; readonly marker: string; readonly pieces: readonly Piece[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'reference'; readonly content: readonly Inline[] }
  | { readonly kind: 'footnote'; readonly label: string; readonly pieces: readonly Piece[] };

export type Cell = readonly Inline[];

/** A unit of content that is about as large as a paragraph. */
export type Piece = PieceContent & PieceCommon;

export const text = (value: string): Inline => ({ kind: 'text', text: value });

export const BREAK: Inline = { kind: 'break' };

export const strong = (children: readonly Inline[]): Inline => ({ kind: 'styled', style: 'strong', children });

/** Returns whether any of the content is visible. */
export function isVisible(inline: Inline): boolean {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text.trim() !== '';
    case 'styled':
    case 'link':
      return inline.children.some(isVisible);
    case 'break':
      return false;
    default:
      return true;
  }
}
