import type { PlacedRun } from './rows.ts';

// Widths of letters in sizes, by kind: fonts differ, but the differences are smaller than the gaps between columns.
const NARROW = /[iljtfrI.,:;'’!|()[\]/]/;
const WIDE = /[mwMW—]/;
const LEADERS = /((?:\s?\.){4,})/;

function letterWidth(letter: string): number {
  if (NARROW.test(letter)) return 0.3;
  if (WIDE.test(letter)) return 0.78;
  return /\p{Lu}/u.test(letter) ? 0.68 : 0.48;
}

function naturalWidth(text: string, size: number): number {
  return size * text.split('').reduce((sum, letter) => sum + letterWidth(letter), 0);
}

/** Cuts a run into parts whose texts make it up again; what letters leave over goes to the spaces between parts. */
function cut(run: PlacedRun, parts: readonly string[]): PlacedRun[] {
  const widths = parts.map((part) => naturalWidth(part.replaceAll(' ', ''), run.size));
  const letters = widths.reduce((sum, width) => sum + width, 0);
  const left = run.right - run.left - letters;
  const gaps = Math.max(1, parts.length - 1);
  const space = Math.max(left / gaps, 0.1 * run.size);
  const scale = (run.right - run.left - (parts.length > 1 ? space * gaps : 0)) / Math.max(letters, 0.1);
  let at = run.left;
  return parts.map((text, i) => {
    const width = (widths[i] ?? 0) * Math.max(scale, 0.1);
    const part = { ...run, text, left: at, right: at + width };
    at += width + space;
    return part;
  });
}

/** Spaces of text are narrower, those between columns wider. Sizes. */
const WIDE_SPACE = 0.45;

/** A run cut at its spaces if they are so wide that they may part columns. */
export function splitAtWideSpaces(run: PlacedRun): PlacedRun[] {
  const words = splitWords(run);
  const space = (words[1]?.left ?? 0) - (words[0]?.right ?? 0);
  return words.length > 1 && space > WIDE_SPACE * run.size ? words : [run];
}

/** The words of a run, each at its place as far as the widths of letters tell. */
export function splitWords(run: PlacedRun): PlacedRun[] {
  const words = run.text.split(' ').filter((word) => word !== '');
  return words.length < 2
    ? [run]
    : cut(run, words).map((word, i) => (i < words.length - 1 ? { ...word, text: `${word.text} ` } : word));
}

/** Rows of dots that lead from one column of a table to the next are not text. */
export function splitAtLeaders(run: PlacedRun): PlacedRun[] {
  if (!LEADERS.test(run.text)) return [run];
  return cut(
    run,
    run.text.split(LEADERS).filter((part) => part !== ''),
  ).filter((part) => !LEADERS.test(part.text) && part.text.trim() !== '');
}
