import type { Box } from '../block.ts';
import { shortNumberAt, type Index } from './open-type.ts';

/** The outlines of a font in Type 2 format (Adobe Technical Note 5177). */
export interface Outlines {
  readonly view: DataView;
  readonly global: Index;
  /** Undefined if the glyph's font has no local subroutines. */
  readonly local: Index | undefined;
}

/** Maximum nesting of subroutines (Technical Note 5177, appendix B). */
const DEEPEST = 10;
const MOST_STEPS = 20_000;

const HINTS: ReadonlySet<number> = new Set([1, 3, 18, 23]);
const MASKS: ReadonlySet<number> = new Set([19, 20]);

/**
 * Returns the box around the points of a glyph's outline, in font units, y upwards. Control points also count, but
 * fonts have points at the extremes. Returns undefined if there is no outline, or if the outline can't be followed.
 */
export function outlineBox(outlines: Outlines, from: number, to: number): Box | undefined {
  const pen = new Pen(outlines);
  return pen.run(from, to, 0) === 'failed' ? undefined : pen.box;
}

type Outcome = 'ended' | 'returned' | 'failed';

class Pen {
  readonly #outlines: Outlines;
  #stack: number[] = [];
  #hints = 0;
  #steps = 0;
  #x = 0;
  #y = 0;
  #box: { left: number; top: number; right: number; bottom: number } | undefined;

  /** One-byte operators and what they draw. The glyph's width may precede the operands of the first move. */
  readonly #drawings: Readonly<Record<number, (stack: readonly number[]) => void>> = {
    4: (stack) => this.#line(0, stack.at(-1) ?? 0),
    5: (stack) => void this.#lines(stack, stack.length),
    6: (stack) => this.#levelLines(stack, true),
    7: (stack) => this.#levelLines(stack, false),
    8: (stack) => void this.#curves(stack, stack.length),
    21: (stack) => this.#line(stack.at(-2) ?? 0, stack.at(-1) ?? 0),
    22: (stack) => this.#line(stack.at(-1) ?? 0, 0),
    24: (stack) => void this.#lines(stack.slice(this.#curves(stack, stack.length - 2)), 2),
    25: (stack) => void this.#curves(stack.slice(this.#lines(stack, stack.length - 6)), 6),
    26: (stack) => this.#straightCurves(stack, false),
    27: (stack) => this.#straightCurves(stack, true),
    30: (stack) => this.#turningCurves(stack, false),
    31: (stack) => this.#turningCurves(stack, true),
  };

  constructor(outlines: Outlines) {
    this.#outlines = outlines;
  }

  get box(): Box | undefined {
    return this.#box;
  }

  run(from: number, to: number, depth: number): Outcome {
    const { view } = this.#outlines;
    for (let at = from; at < to;) {
      if (++this.#steps > MOST_STEPS) return 'failed';
      const byte = view.getUint8(at);
      if (byte === 28 || byte >= 32) at += this.#number(at, byte);
      else if (byte === 10 || byte === 29) {
        const outcome = this.#call(byte === 10 ? this.#outlines.local : this.#outlines.global, depth);
        if (outcome !== 'returned') return outcome;
        at += 1;
      } else if (byte === 11) return 'returned';
      else if (byte === 14) return 'ended';
      else if (byte === 12) {
        if (!this.#flex(view.getUint8(at + 1))) return 'failed';
        at += 2;
      } else at += 1 + this.#draw(byte);
    }
    return 'returned';
  }

  #number(at: number, byte: number): number {
    const { view } = this.#outlines;
    const [number, length] = byte === 255 ? [view.getInt32(at + 1) / 65_536, 5] : shortNumberAt(view, at, byte);
    this.#stack.push(number);
    return length;
  }

  #call(subroutines: Index | undefined, depth: number): Outcome {
    const count = subroutines?.items.length ?? 0;
    const bias = count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768;
    const place = subroutines?.items[(this.#stack.pop() ?? NaN) + bias];
    return place && depth < DEEPEST ? this.run(place[0], place[1], depth + 1) : 'failed';
  }

  /** Executes a one-byte operator. Returns the number of bytes that follow the operator. */
  #draw(operator: number): number {
    const stack = this.#stack;
    this.#stack = [];
    if (HINTS.has(operator) || MASKS.has(operator)) {
      this.#hints += stack.length >> 1;
      return MASKS.has(operator) ? (this.#hints + 7) >> 3 : 0;
    }
    this.#drawings[operator]?.(stack);
    return 0;
  }

  #line(dx: number, dy: number): void {
    this.#x += dx;
    this.#y += dy;
    const [x, y, box] = [this.#x, this.#y, this.#box];
    this.#box = box
      ? {
          left: Math.min(box.left, x),
          top: Math.max(box.top, y),
          right: Math.max(box.right, x),
          bottom: Math.min(box.bottom, y),
        }
      : { left: x, top: y, right: x, bottom: y };
  }

  /** Draws lines for which both coordinates are given. Returns the number of operands used. */
  #lines(stack: readonly number[], most: number): number {
    let i = 0;
    for (; i + 1 < most; i += 2) this.#line(stack[i] ?? 0, stack[i + 1] ?? 0);
    return i;
  }

  #levelLines(stack: readonly number[], startsLevel: boolean): void {
    stack.forEach((step, i) => ((i % 2 === 0) === startsLevel ? this.#line(step, 0) : this.#line(0, step)));
  }

  #curves(stack: readonly number[], most: number): number {
    let i = 0;
    for (; i + 5 < most; i += 6) this.#lines(stack.slice(i, i + 6), 6);
    return i;
  }

  /** Draws curves that begin and end horizontally, or curves that begin and end vertically. */
  #straightCurves(stack: readonly number[], isLevel: boolean): void {
    let aside = stack.length % 4 === 1 ? (stack[0] ?? 0) : 0;
    for (let i = stack.length % 4 === 1 ? 1 : 0; i + 3 < stack.length; i += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = stack.slice(i, i + 4);
      this.#lines(isLevel ? [a, aside, b, c, d, 0] : [aside, a, b, c, 0, d], 6);
      aside = 0;
    }
  }

  /** Draws curves whose starts alternate between horizontal and vertical. */
  #turningCurves(stack: readonly number[], startsLevel: boolean): void {
    let isLevel = startsLevel;
    for (let i = 0; i + 3 < stack.length; i += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = stack.slice(i, i + 4);
      const last = stack.length - i === 5 ? (stack[i + 4] ?? 0) : 0;
      this.#lines(isLevel ? [a, 0, b, c, last, d] : [0, a, b, c, d, last], 6);
      isLevel = !isLevel;
    }
  }

  /**
   * Draws two curves with a flex operator. Returns false for arithmetic operators, because printed fonts do not use
   * them.
   */
  #flex(operator: number): boolean {
    const stack = this.#stack;
    this.#stack = [];
    const curves = FLEX[operator]?.(stack);
    if (curves) this.#curves(curves, 12);
    return curves !== undefined;
  }
}

/** Converts the operands of hflex, flex, hflex1 and flex1 to the coordinate differences of two curves. */
const FLEX: Readonly<Record<number, (stack: readonly number[]) => readonly number[]>> = {
  34: ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0]) => [a, 0, b, c, d, 0, e, 0, f, -c, g, 0],
  35: (stack) => stack.slice(0, 12),
  36: ([a = 0, b = 0, c = 0, d = 0, e = 0, ...[f = 0, g = 0, h = 0, i = 0]]) => {
    return [a, b, c, d, e, 0, f, 0, g, h, i, -(b + d + h)];
  },
  37: (stack) => {
    const sum = (from: number) => stack.slice(0, 10).reduce((all, step, i) => (i % 2 === from ? all + step : all), 0);
    const [dx, dy, last] = [sum(0), sum(1), stack[10] ?? 0];
    return [...stack.slice(0, 10), ...(Math.abs(dx) > Math.abs(dy) ? [last, -dy] : [-dx, last])];
  },
};
