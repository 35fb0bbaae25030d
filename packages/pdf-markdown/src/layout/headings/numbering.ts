import type { Line } from '../lines/line.ts';

export interface HeadingNumber {
  readonly style: 'decimal' | 'roman' | 'letter' | 'small letter' | 'appendix';
  /** `2.1.3` is [2, 1, 3]. Letters and Roman numerals count from 1. */
  readonly parts: readonly number[];
  readonly title: string;
}

const PATTERNS: readonly (readonly [HeadingNumber['style'], RegExp])[] = [
  ['appendix', /^appendix\s+([A-Z])(?![A-Z])(?:\.?(\d+))?\s*(?:[.:—–-]\s*)?(\S[^]*|$)/iu],
  ['decimal', /^(\d{1,2}(?:\s?\.\s?\d{1,2}){0,3})[.:)]?\s+(\S.*)$/u],
  ['roman', /^([IVX]{1,5}(?:\.\d{1,2}){1,2})[.:]?\s+(\S.*)$/u],
  ['roman', /^([IVX]{1,5})[.:](?!\d)\s*(\S.*)$/u],
  ['letter', /^([A-Z](?:\.\d{1,2}){0,2})[.:]?\s+(\S.*)$/u],
  ['small letter', /^([a-z])[.)]\s+(\S.*)$/u],
];

const SECTION_SIGN = /^§\s?/;

/**
 * Returns all readings of the number at the start of a heading. For example, `C.` may be a letter or the Roman numeral
 * 100.
 */
export function readNumbers(heading: string): HeadingNumber[] {
  const text = heading.replace(SECTION_SIGN, '');
  return PATTERNS.flatMap(([style, pattern]): HeadingNumber[] => {
    const match = pattern.exec(text);
    if (!match?.[1]) return [];
    const title = match.at(-1) ?? '';
    if (style === 'appendix') {
      return [{ style, parts: [letterValue(match[1]), ...(match[2] ? [Number(match[2])] : [])], title }];
    }
    return [{ style, parts: partsOf(style, match[1]), title }];
  });
}

function partsOf(style: HeadingNumber['style'], number: string): number[] {
  if (style === 'decimal') return number.split('.').map(Number);
  const [first = '', ...rest] = number.split('.');
  return [style === 'roman' ? romanValue(first) : letterValue(first), ...rest.map(Number)];
}

function letterValue(letter: string): number {
  return letter.toUpperCase().charCodeAt(0) - 64;
}

function romanValue(numeral: string): number {
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
  return numeral.split('').reduce((sum, sign, i) => {
    const value = values[sign] ?? 0;
    return sum + (value < (values[numeral[i + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);
}

/** The state of a document's numbering after a heading. */
export interface Numbering {
  /** Numbering style of the sections. `none` before the first numbered section. */
  readonly sections: 'decimal' | 'roman' | 'none';
  readonly roman: number;
  readonly letter: number;
  /** The number of the third level below Roman sections and letters. */
  readonly third: number;
  readonly fourth: number;
  readonly appendix: readonly number[];
}

export const UNNUMBERED: Numbering = {
  sections: 'none',
  roman: 0,
  letter: 0,
  third: 0,
  fourth: 0,
  appendix: [],
};

/** Maximum step between consecutive numbers. One heading may have been missed. */
const FARTHEST_STEP = 2;

function isStep(from: number, to: number): boolean {
  return to > from && to - from <= FARTHEST_STEP;
}

/**
 * Returns whether the appendix number `to` may follow `from`. For example, A.1 may follow A, and A.2 or B may follow
 * A.1.
 */
function follows(from: readonly number[], to: readonly number[]): boolean {
  if (from.length === 0) return to[0] !== undefined && to[0] <= 1 && to.slice(1).every((part) => part <= 1);
  const same = to.findIndex((part, i) => part !== from[i]);
  if (same < 0) return false;
  const rest = to.slice(same + 1);
  return isStep(from[same] ?? 0, to[same] ?? 0) && rest.every((part) => part <= 1);
}

/**
 * Returns the level of a numbered heading and the state after the heading. Returns undefined if the number is out of
 * sequence.
 *
 * @param isInChain whether a decimal number is part of the chain of section numbers
 */
export function place(
  number: HeadingNumber,
  now: Numbering,
  isInChain: boolean,
): { level: number; next: Numbering } | undefined {
  switch (number.style) {
    case 'decimal':
      return now.sections === 'roman' ? placeThird(number, now) : isInChain ? placeDecimal(number, now) : undefined;
    case 'roman':
      return placeRoman(number, now);
    case 'letter':
      return placeLetter(number, now);
    case 'small letter':
      return placeSmallLetter(number, now);
    case 'appendix':
      return placeAppendix(number, now);
  }
}

function placeDecimal({ parts }: HeadingNumber, now: Numbering) {
  return { level: parts.length + 1, next: { ...now, sections: 'decimal' } as const };
}

function placeThird({ parts }: HeadingNumber, now: Numbering) {
  if (parts.length !== 1 || !isStep(now.third, parts[0] ?? 0)) return undefined;
  // In REVTeX, the second level of an appendix has such a number.
  const level = now.letter === 0 && now.appendix.length > 0 ? 3 : 4;
  return { level, next: { ...now, third: parts[0] ?? 0, fourth: 0 } };
}

function placeRoman({ parts: [value = 0, second, third] }: HeadingNumber, now: Numbering) {
  if (second !== undefined) return value === now.roman ? placeBelowRoman(now, second, third) : undefined;
  if (now.sections === 'decimal' || !isStep(now.roman, value)) return undefined;
  return { level: 2, next: { ...now, sections: 'roman', roman: value, letter: 0, third: 0 } as const };
}

/** Places `II.1` and `II.1.2` below the section `II`. */
function placeBelowRoman(now: Numbering, second: number, third: number | undefined) {
  if (third === undefined) {
    return isStep(now.letter, second) ? { level: 3, next: { ...now, letter: second, third: 0 } } : undefined;
  }
  const isNext = second === now.letter && isStep(now.third, third);
  return isNext ? { level: 4, next: { ...now, third, fourth: 0 } } : undefined;
}

function placeLetter(number: HeadingNumber, now: Numbering) {
  const [value = 0] = number.parts;
  // A letter before the first section is the initial of an author.
  if (now.sections === 'none') return undefined;
  if (now.sections === 'roman' && number.parts.length === 1 && isStep(now.letter, value)) {
    return { level: 3, next: { ...now, letter: value, third: 0 } };
  }
  return placeAppendix(number, now);
}

function placeSmallLetter({ parts: [value = 0] }: HeadingNumber, now: Numbering) {
  if (now.sections !== 'roman' || !isStep(now.fourth, value)) return undefined;
  return { level: 5, next: { ...now, fourth: value } };
}

function placeAppendix({ parts }: HeadingNumber, now: Numbering) {
  if (!follows(now.appendix, parts)) return undefined;
  return { level: parts.length + 1, next: { ...now, appendix: parts, letter: 0, third: 0, fourth: 0 } };
}

/** A heading number in its own run. */
export const HEADING_NUMBER = /^(?:\d{1,2}(?:\.\d{1,2}){0,4}|[A-Z](?:\.\d{1,2}){0,3}|[IVX]{1,5})[.:)]?$/;

/** Returns the left edge of the title after a heading number in its own run, or undefined. */
export function leftOfTitle({ runs: [number, title] }: Line): number | undefined {
  return number && HEADING_NUMBER.test(number.text.trim()) ? title?.left : undefined;
}

/** Minimum gap in em between a number and its title. */
const TITLE_GAP = 0.5;

/**
 * Returns whether a bold number is separated from the following text. In headings, this text may be a formula: `3.2
 * $f(x)$`.
 */
export function hasBoldNumber(line: Line): boolean {
  const [number] = line.runs;
  if (!number?.font.bold || !/^\d/.test(number.text)) return false;
  return (leftOfTitle(line) ?? 0) - number.right > TITLE_GAP * number.size;
}
