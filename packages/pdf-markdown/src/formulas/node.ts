import type { Alphabet } from './glyph-box.ts';

/** A formula as a tree. */
export type Node =
  | { readonly kind: 'sign'; readonly text: string; readonly alphabet: Alphabet }
  /** Upright letters; a label is none of a function, although it may have its name. */
  | {
      readonly kind: 'word';
      readonly text: string;
      readonly alphabet: Alphabet;
      readonly isLabel?: boolean;
      /** Whether two words are two operators, of which the second one has the limit: `\arg\max_x`. */
      readonly isDivided?: boolean;
    }
  | { readonly kind: 'row'; readonly items: readonly Spaced[] }
  | {
      readonly kind: 'fraction';
      readonly over: Node;
      readonly under: Node;
      /** Whether its parts are as large as the letters beside it. */
      readonly isLarge?: boolean;
      /** Whether it is written in the style of displays. */
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
      /** Whether the scripts stand below and above their base. */
      readonly limits: boolean;
    }
  /** A horizontal brace, perhaps with a note beyond it. */
  | { readonly kind: 'brace'; readonly side: 'over' | 'under'; readonly of: Node; readonly note: Node | undefined }
  | { readonly kind: 'fence'; readonly left: string; readonly right: string; readonly inside: Node }
  /** A tall delimiter without its partner; `size` is the number of steps above the usual height. */
  | { readonly kind: 'delimiter'; readonly text: string; readonly steps: number }
  | {
      readonly kind: 'grid';
      readonly left: string;
      readonly right: string;
      readonly rows: readonly (readonly (Node | undefined)[])[];
    };

/** An item of a row with the space before it, in sizes. */
export interface Spaced {
  readonly node: Node;
  readonly gap: number;
  /** Its left edge, points. Relations of several rows are aligned by it. */
  readonly left: number;
}

/** A node with its place, points. */
export interface Item {
  readonly node: Node;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
  readonly size: number;
  /** Whether it is centred on the axis, so that its own size and baseline say little about its row. */
  readonly centred: boolean;
  /** The ends of the arrow over it, which may go on over the letters after it. */
  readonly arrow?: Readonly<Record<'left' | 'right', number>>;
  /** Where the last of several words begins. */
  readonly lastWord?: number;
  /** Whether its height and depth are those of an outline. */
  readonly isMeasured?: boolean;
}

/** Reads the items of a part of a formula. */
export type ReadPart = (items: readonly Item[]) => Node;
