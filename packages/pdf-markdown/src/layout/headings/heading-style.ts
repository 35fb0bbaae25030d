import { isCapitals } from './capitals.ts';
import type { Group } from '../paragraphs/groups.ts';
import type { Line } from '../lines/line.ts';
import type { Metrics } from '../lines/metrics.ts';
import { hasBoldNumber } from './numbering.ts';
import { splitAtGaps } from '../rows/rows.ts';
import { MOSTLY, WHOLLY } from '../lines/line.ts';

const LONGEST_HEADING = 180; // letters
const MOST_LINES = 4;

/** The difference between the print of a heading and the print of the text. */
export interface Style {
  readonly bold: boolean;
  readonly capitals: boolean;
  readonly italic: boolean;
  readonly larger: boolean;
  /** Empty if the style is the style of the text. */
  readonly key: string;
}

export function styleOf(group: Group, metrics: Metrics): Style {
  const weights = group.lines.map((line) => line.text.length);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const share = (of: (line: Line) => number) =>
    group.lines.reduce((sum, line, i) => sum + of(line) * (weights[i] ?? 0), 0) / total;
  const size = group.lines[0]?.size ?? 0;
  const bold = share((line) => line.bold) > STYLED;
  const capitals = share((line) => line.smallCaps) > MOSTLY || isCapitals(textOf(group));
  // A program name in an italic title may be in typewriter type.
  const italic =
    share((line) => line.italic) > SOME_ITALIC && share((line) => Math.min(1, line.italic + line.mono)) > STYLED;
  const larger = size > LARGER * metrics.bodySize;
  const isPlain = !bold && !capitals && !italic && !larger;
  return {
    bold,
    capitals,
    italic,
    larger,
    key: isPlain ? '' : [Math.round(size * 2), bold, capitals, italic].join(' '),
  };
}

export function isShort({ kind, lines }: Group, text: string): boolean {
  const [first] = lines;
  const hasWord = /\p{L}{3}/u.test(text) || (first !== undefined && hasBoldNumber(first));
  return kind === 'text' && lines.length <= MOST_LINES && text.length <= LONGEST_HEADING && hasWord;
}

export function textOf(group: Group): string {
  return group.lines
    .map((line) => line.text)
    .join(' ')
    .trim();
}

export function isPlainPrint({ bold, capitals, italic }: Style): boolean {
  return !bold && !capitals && !italic;
}

/** Maximum number of letters in a line that only its print identifies as a heading. */
const LONGEST_LONE = 110;
/** Maximum gap between the words of a heading. Table cells are further apart. */
const WORDS_APART = 1.5; // em
/** Maximum share of formula letters. Bold formulas are not headings. */
const MOST_MATH = 0.3; // share of the letters

export function isTitleLike(text: string): boolean {
  return text.length <= LONGEST_LONE && /^\p{Lu}/u.test(text) && !/[.,:;=—–-]$/.test(text);
}

/** Minimum share of a heading's letters in the heading's style. The rest are formulas and numbers. */
const STYLED = 0.7;
const SOME_ITALIC = 0.2;
/** Minimum ratio of a heading's font size to the text's. Fonts of one nominal size differ by less. */
const LARGER = 1.07;

/**
 * Returns whether the lines are all bold, all italic or all larger than the text, and neither a sentence nor a table
 * row. The lines are then the heading of a subsection without a number.
 */
export function standsAlone({ lines }: Group, text: string, { larger }: Style): boolean {
  // AASTeX prints the names of facilities and software in large print.
  const isWhole =
    (larger && !text.includes(':')) ||
    lines.every((line) => line.bold > WHOLLY) ||
    lines.every((line) => line.italic > WHOLLY);
  return (
    isWhole &&
    isTitleLike(text) &&
    lines.every((line) => line.math < MOST_MATH && splitAtGaps(line.runs, WORDS_APART).length === 1)
  );
}
