import type { Family } from './font-metrics.ts';
import type { AtomClass } from './math-codes.ts';

/** TeX's styles: display, text, script and scriptscript. Cramped styles have lower superscripts. */
export interface Style {
  readonly level: 0 | 1 | 2 | 3;
  readonly isCramped: boolean;
  readonly fonts: FontSet;
}

/** The fonts of a document: a family and its sizes for text, scripts, and scripts of scripts, in points. */
export interface FontSet {
  readonly family: Family;
  readonly sizes: readonly [text: number, script: number, scriptScript: number];
}

export const COMPUTER_MODERN: FontSet = { family: 'computer modern', sizes: [10, 7, 5] };

export function displayStyle(fonts: FontSet): Style {
  return { level: 0, isCramped: false, fonts };
}

export function textStyle(fonts: FontSet): Style {
  return { level: 1, isCramped: false, fonts };
}

export function cramped(style: Style): Style {
  return { ...style, isCramped: true };
}

/** Returns the style of superscripts, one level further in. */
export function superscript(style: Style): Style {
  return { ...style, level: style.level < 2 ? 2 : 3 };
}

export function subscript(style: Style): Style {
  return cramped(superscript(style));
}

export function numerator(style: Style): Style {
  return { ...style, level: Math.min(3, style.level + 1) as Style['level'] };
}

export function denominator(style: Style): Style {
  return cramped(numerator(style));
}

export function sizeOf({ level, fonts }: Style): number {
  return fonts.sizes[Math.max(0, level - 1)] as number;
}

/**
 * Parameters of cmsy10, cmsy7 and cmsy5, in sizes. The names are from The TeXbook, appendix G, and the values are the
 * fonts' own measures.
 */
const PARAMETERS = {
  xHeight: [0.431, 0.431, 0.431],
  quad: [1, 1.171, 1.472],
  num1: [0.677, 0.732, 0.925],
  num2: [0.394, 0.384, 0.387],
  num3: [0.444, 0.471, 0.504],
  denom1: [0.686, 0.752, 1.025],
  denom2: [0.345, 0.344, 0.532],
  sup1: [0.413, 0.503, 0.504],
  sup2: [0.363, 0.431, 0.404],
  sup3: [0.289, 0.286, 0.294],
  sub1: [0.15, 0.143, 0.2],
  sub2: [0.247, 0.286, 0.4],
  supDrop: [0.386, 0.353, 0.494],
  subDrop: [0.05, 0.071, 0.1],
  delim1: [2.39, 1.7, 1.98],
  delim2: [1.01, 1.157, 1.42],
  axis: [0.25, 0.25, 0.25],
  /** The rule thickness of the extensible font. */
  rule: [0.04, 0.049, 0.049],
} as const;

/** Parameters that differ for Times, which has larger lower-case letters. */
const TIMES = { xHeight: [0.45], axis: [0.25], sup1: [0.42], supDrop: [0.39] } as const;

/** Returns a parameter of the fonts of this style, in points. */
export function parameter(name: keyof typeof PARAMETERS, style: Style): number {
  const values = style.fonts.family === 'times' ? { ...PARAMETERS, ...TIMES } : PARAMETERS;
  // Computer Modern has a separate design for each size. The other families have one design at several sizes.
  const at = style.fonts.family === 'times' ? 0 : Math.max(0, style.level - 1);
  return sizeOf(style) * (values[name][at] as number);
}

/** Spaces around large operators with limits, points (parameters 9 to 13 of cmex10). */
export const LIMIT_SPACES = { above: 1.11, below: 1.67, aboveBaseline: 2, belowBaseline: 6, outside: 1 } as const;

/**
 * In points: the space on both sides of a fraction, the space after scripts, and how much shorter a bracket may be than
 * its content.
 */
export const NULL_DELIMITER = 1.2;
export const SCRIPT_SPACE = 0.5;
export const SHORTFALL = 5;
export const DELIMITER_FACTOR = 0.901;

const CLASSES: readonly AtomClass[] = ['ord', 'op', 'bin', 'rel', 'open', 'close', 'punct', 'inner'];

/**
 * The spaces by the classes to the left and right. Negative values are left out in scripts (The TeXbook, chapter 18).
 */
const SPACES: readonly (readonly number[])[] = [
  [0, 1, -2, -3, 0, 0, 0, -1],
  [1, 1, 0, -3, 0, 0, 0, -1],
  [-2, -2, 0, 0, -2, 0, 0, -2],
  [-3, -3, 0, 0, -3, 0, 0, -3],
  [0, 0, 0, 0, 0, 0, 0, 0],
  [0, 1, -2, -3, 0, 0, 0, -1],
  [-1, -1, 0, -1, -1, -1, -1, -1],
  [-1, 1, -2, -3, -1, 0, -1, -1],
];
const UNITS = [0, 3, 4, 5] as const; // eighteenths of a quad

/** Returns the space between two atoms, in points. */
export function spaceBetween(left: AtomClass, right: AtomClass, style: Style): number {
  const space = SPACES[CLASSES.indexOf(left)]?.[CLASSES.indexOf(right)] ?? 0;
  if (space < 0 && style.level > 1) return 0;
  return ((UNITS[Math.abs(space)] ?? 0) / 18) * parameter('quad', style);
}

const BEFORE_UNARY: readonly AtomClass[] = ['bin', 'op', 'rel', 'open', 'punct'];
const AFTER_UNARY: readonly AtomClass[] = ['rel', 'close', 'punct'];

/** Turns binary operators without an operand on one side into ordinary signs (rules 5 and 6). */
export function withUnary(classes: readonly AtomClass[]): AtomClass[] {
  const result: AtomClass[] = [];
  classes.forEach((one, i) => {
    const before = result.at(-1);
    if (one === 'bin' && (before === undefined || BEFORE_UNARY.includes(before))) result.push('ord');
    else result.push(one);
    if (AFTER_UNARY.includes(one) && before === 'bin') result[i - 1] = 'ord';
  });
  if (result.at(-1) === 'bin') result[result.length - 1] = 'ord';
  return result;
}
