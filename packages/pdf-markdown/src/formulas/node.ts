import type { Alphabet } from './glyph-box.ts';

export type Node =
  | { readonly kind: 'sign'; readonly text: string; readonly alphabet: Alphabet }
  /** Upright letters. A label is not a function, even if it has a function's name. */
  | {
      readonly kind: 'word';
      readonly text: string;
      readonly alphabet: Alphabet;
      readonly isLabel?: boolean;
      /** Whether the base is two separate operators with the limit on the second one: `\arg\max_x`. */
      readonly isDivided?: boolean;
    }
  | { readonly kind: 'row'; readonly items: readonly Spaced[] }
  | {
      readonly kind: 'fraction';
      readonly over: Node;
      readonly under: Node;
      /** Whether the parts of the fraction are as large as the adjacent letters. */
      readonly isLarge?: boolean;
      /** Whether the fraction is written in display style. */
      readonly isDisplayed?: boolean;
    }
  | { readonly kind: 'binomial'; readonly over: Node; readonly under: Node }
  | { readonly kind: 'root'; readonly of: Node; readonly degree: Node | undefined }
  | { readonly kind: 'accent'; readonly command: string; readonly of: Node }
  | {
      readonly kind: 'scripts';
      readonly base: Node | undefined;
      readonly sub: Node | undefined;
      readonly sup: Node | undefined;
      /** Whether the scripts are below and above their base. */
      readonly limits: boolean;
    }
  /** A horizontal brace with an optional note beyond it. */
  | { readonly kind: 'brace'; readonly side: 'over' | 'under'; readonly of: Node; readonly note: Node | undefined }
  | { readonly kind: 'fence'; readonly left: string; readonly right: string; readonly inside: Node }
  /** A tall delimiter without a partner. `steps` counts the sizes above normal height. */
  | { readonly kind: 'delimiter'; readonly text: string; readonly steps: number }
  | {
      readonly kind: 'grid';
      readonly left: string;
      readonly right: string;
      readonly rows: readonly (readonly (Node | undefined)[])[];
    };

/** An item in a row, with the preceding space in em. */
export interface Spaced {
  readonly node: Node;
  readonly gap: number;
  /** Left edge in points. Relations in several rows are aligned by their left edges. */
  readonly left: number;
}

/** A node with its position in points. */
export interface Item {
  readonly node: Node;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
  readonly size: number;
  /**
   * Whether the item is centred on the axis. The item's size and baseline then differ from the size and baseline of its
   * row.
   */
  readonly centred: boolean;
  /** The ends of the arrow over the item. The arrow may continue over the next letters. */
  readonly arrow?: Readonly<Record<'left' | 'right', number>>;
  /** Left edge of the last word, if the item has several words. */
  readonly lastWord?: number;
  /** Whether height and depth come from an outline. */
  readonly isMeasured?: boolean;
}

/** Reads the items in one part of a formula. */
export type ReadPart = (items: readonly Item[]) => Node;
