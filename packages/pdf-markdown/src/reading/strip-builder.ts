import type { Extent } from '../formulas/glyph-box.ts';
import type { ReadGlyph } from '../glyphs/glyphs.ts';

/** A word of a strip. Its extent is in points along the baseline from the strip's origin. */
interface StripWord {
  text: string;
  readonly from: number;
  to: number;
}

/** A glyph of a strip. Its extent is in points along the baseline from the strip's origin. */
interface StripGlyph {
  sign: string;
  readonly from: number;
  readonly to: number;
  readonly extensible: number | undefined;
  readonly hangs: boolean | undefined;
  readonly extent: Extent | undefined;
  /** The arrow over the glyph and the following letters. */
  readonly arrow: Readonly<Record<'from' | 'to', number>> | undefined;
  /**
   * Whether the glyph was printed a second time a fraction of a point further. `\pmb` prints letters twice to make them
   * bold.
   */
  isOverprinted?: boolean;
  /**
   * Points from the strip's baseline down to the glyph's baseline. Some scripts in formulas are shifted only slightly.
   */
  readonly drop: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Font, size and direction of the glyphs of a string. */
export interface Setting {
  readonly fontName: string;
  /** Font size on the page in points. */
  readonly size: number;
  /** Unit vector along the baseline on the stored page, y downwards. */
  readonly ux: number;
  readonly uy: number;
}

/** Consecutive glyphs with the same setting on one baseline, in any direction. */
export interface Strip extends Setting {
  /** Start of the baseline in points from the page's upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly words: readonly Readonly<StripWord>[];
  readonly glyphs: readonly StripGlyph[];
}

interface OpenStrip extends Strip {
  readonly words: StripWord[];
  readonly glyphs: StripGlyph[];
  /** End of the last glyph in points along the baseline. */
  length: number;
}

// Limits for the gaps between glyphs, in em. Kerning and tracking are narrower than the narrowest word space. Gaps
// between columns are wider than stretched spaces.
const NARROWEST_SPACE = 0.102;
const WIDEST_SPACE = 0.6;
/** Minimum gap in em after a printed space. At a smaller gap, a negative kern has cancelled the space. */
const UNDONE_SPACE = 0.03;
const FARTHEST_BACK = -0.2;
const FARTHEST_OFF = 0.25;
/** Minimum shift in em of the equals sign in `\cong`. TeX moves the sign down by half a point. */
const LOWERED = 0.03;
/** Minimum distance from a mark's middle to the end of the last letter, if the mark belongs to that letter. */
const MARK_OVERLAP = 0.1; // em

/** Arrows over letters. Their pieces are drawn from left to right. */
const ARROW = /[\u20d6\u20d7]/;
/** The arrow pieces that were drawn last, if any. */
const PIECES = /^[\u20d6\u20d7]*/;

/**
 * Maximum distance in em between two prints of a glyph that count as one. Up to `RECENT` other glyphs may be printed in
 * between.
 */
export const OVERPRINT = 0.06;
const RECENT = 6;

/** Joins glyphs, in drawing order, into words and strips. */
export class StripBuilder {
  readonly strips: Strip[] = [];
  #open: OpenStrip | undefined;
  #isAfterBlank = false;
  /** Combining marks that were drawn before their letter, as TeX does. */
  #waitingMark = '';
  /** Positions of the arrow pieces among the waiting marks, in points from the page's upper left corner. */
  #waitingArrow: Point[] = [];
  /**
   * Ring buffers of the last glyphs, with their characters and positions. They are plain arrays because this code runs
   * for every glyph.
   */
  readonly #recent = { glyphs: Array<StripGlyph | undefined>(RECENT), texts: Array<string>(RECENT).fill('') };
  readonly #places = new Float64Array(2 * RECENT);
  #next = 0;
  #lastX = 0;
  readonly #width: number;
  readonly #height: number;

  constructor({ width, height }: { readonly width: number; readonly height: number }) {
    this.#width = width;
    this.#height = height;
  }

  /** Adds a glyph at x, y that is `width` points wide along its baseline. */
  add({ text, extensible, hangs, extent }: ReadGlyph, x: number, y: number, width: number, setting: Setting): void {
    const kind = kindOf(text);
    if (kind === 'blank') this.#isAfterBlank = true;
    else if (kind === 'mark') this.#mark(text, x, y, { x: x + width * setting.ux, y: y + width * setting.uy });
    else if (kind === 'letter' && this.#isOnPage(x, y, width) && !this.#isOverprint(text, x, y, setting.size)) {
      const whole = this.#waitingMark === '' ? text : (text + this.#waitingMark).normalize();
      this.#waitingMark = '';
      const open = this.#letter(whole, x, y, width, setting);
      const to = open.length;
      const arrow = this.#takeArrow(open);
      const drop = below(open, x, y);
      const glyph: StripGlyph = { sign: whole, from: to - width, to, extensible, hangs, extent, arrow, drop };
      open.glyphs.push(glyph);
      this.#remember(glyph, text, x, y);
    }
  }

  /** Returns whether the glyph was just printed here. If so, marks the first print. */
  #isOverprint(text: string, x: number, y: number, size: number): boolean {
    if (this.#waitingMark !== '') return false;
    const reach = OVERPRINT * size;
    // Fast path: text moves to the right.
    if (x - this.#lastX >= reach) return false;
    for (let i = 0; i < RECENT; i++) {
      const off = Math.abs((this.#places[2 * i] as number) - x);
      if (off >= reach || Math.abs((this.#places[2 * i + 1] as number) - y) >= reach) continue;
      const glyph = this.#recent.glyphs[i];
      if (!glyph || this.#recent.texts[i] !== text) continue;
      if (off > 0) glyph.isOverprinted = true;
      return true;
    }
    return false;
  }

  #remember(glyph: StripGlyph, text: string, x: number, y: number): void {
    this.#lastX = x;
    const at = this.#next;
    this.#recent.glyphs[at] = glyph;
    this.#recent.texts[at] = text;
    this.#places[2 * at] = x;
    this.#places[2 * at + 1] = y;
    this.#next = (at + 1) % RECENT;
  }

  #takeArrow(open: Strip): StripGlyph['arrow'] {
    if (this.#waitingArrow.length === 0) return undefined;
    const ends = this.#waitingArrow.map((point) => along(open, point.x, point.y));
    this.#waitingArrow = [];
    return { from: Math.min(...ends), to: Math.max(...ends) };
  }

  /** Adds a combining mark to the letter under the mark, or to the next letter. */
  #mark(text: string, x: number, y: number, end: Point): void {
    const open = this.#open;
    const word = open?.words.at(-1);
    const isSign = open?.glyphs.at(-1)?.extensible !== undefined;
    const middle = open ? along(open, (x + end.x) / 2, (y + end.y) / 2) : Infinity;
    const isOver = open && !isSign && middle < open.length - MARK_OVERLAP * open.size && !isOff(open, x, y);
    if (word && isOver) {
      word.text += text;
      const glyph = open.glyphs.at(-1);
      if (glyph) glyph.sign += text;
    } else if (ARROW.test(text)) {
      this.#waitingArrow.push({ x, y }, end);
      this.#waitingMark = this.#waitingMark.replace(PIECES, `$&${text}`);
    }
    // TeX draws the upper of two accents first.
    else this.#waitingMark = text + this.#waitingMark;
  }

  #isOnPage(x: number, y: number, width: number): boolean {
    return x + width >= 0 && x <= this.#width && y >= 0 && y <= this.#height;
  }

  #letter(text: string, x: number, y: number, width: number, setting: Setting): OpenStrip {
    const open = this.#open;
    const at = open && isSameSetting(open, setting) ? along(open, x, y) : NaN;
    const gap = open ? (at - open.length) / open.size : NaN;
    const isAfterBlank = this.#isAfterBlank;
    this.#isAfterBlank = false;
    if (!open || !(gap >= FARTHEST_BACK && gap <= WIDEST_SPACE) || isOff(open, x, y) || isAfterLowered(open, x, y)) {
      return this.#begin(text, x, y, width, setting);
    }
    const word = open.words.at(-1);
    if (!word || gap > NARROWEST_SPACE || (isAfterBlank && gap > UNDONE_SPACE)) {
      open.words.push({ text, from: at, to: at + width });
    } else {
      word.text += text;
      word.to = Math.max(word.to, at + width);
    }
    open.length = at + width;
    return open;
  }

  #begin(text: string, x: number, y: number, width: number, setting: Setting): OpenStrip {
    const open: OpenStrip = { ...setting, x, y, words: [{ text, from: 0, to: width }], glyphs: [], length: width };
    this.#open = open;
    this.strips.push(open);
    return open;
  }
}

function isSameSetting(a: Setting, b: Setting): boolean {
  return a === b || (a.fontName === b.fontName && a.size === b.size && a.ux === b.ux && a.uy === b.uy);
}

/** Returns the position in points of a point along a strip's baseline. */
function along(strip: Strip, x: number, y: number): number {
  return (x - strip.x) * strip.ux + (y - strip.y) * strip.uy;
}

/** Returns the distance in points of a point below a strip's baseline. */
function below(strip: Strip, x: number, y: number): number {
  return (y - strip.y) * strip.ux - (x - strip.x) * strip.uy;
}

function isOff(strip: Strip, x: number, y: number): boolean {
  return Math.abs(below(strip, x, y)) > FARTHEST_OFF * strip.size;
}

/** Returns whether the last glyph is an equals sign on another baseline. The sign is the lower part of `\cong`. */
function isAfterLowered(strip: Strip, x: number, y: number): boolean {
  const last = strip.glyphs.at(-1);
  return last?.sign === '=' && Math.abs(below(strip, x, y) - last.drop) > LOWERED * strip.size;
}

const BLANK = /^[\s\u00a0]*$/;
const MARK = /^\p{Mn}+$/u;
/**
 * Characters that only control how other characters are set. Soft hyphens are not included, because PDFs print them.
 */
const UNPRINTED = /^(?!\u00ad)\p{Cf}$/u;

type GlyphKind = 'blank' | 'mark' | 'unprinted' | 'letter';

const MOST_KINDS = 10_000;
const kinds = new Map<string, GlyphKind>();

/** Returns the kind of a glyph. The result is cached because pages repeat their glyphs. */
function kindOf(text: string): GlyphKind {
  let kind = kinds.get(text);
  if (kind === undefined) {
    kind = BLANK.test(text) ? 'blank' : MARK.test(text) ? 'mark' : UNPRINTED.test(text) ? 'unprinted' : 'letter';
    if (kinds.size < MOST_KINDS) kinds.set(text, kind);
  }
  return kind;
}
