/** Matches the number of a figure: "3", "12", "A.1", "B2" or "3.1". A panel's letter may follow the match. */
const NUMBER = String.raw`(?:[A-Z]{1,2}[.-]?)?\d{1,3}(?!\d)(?:\.\d{1,3})*`;
const PANEL = String.raw`(?:\s?\(?[a-z]\)?(?![a-z]))?`;
const SEPARATOR = String.raw`\s*(?:,\s*and|,|;|&|and|or|to|through|[-–—/])\s*`;
const WORD = String.raw`(?:Figures?|Figs?\.?)`;

const CAPTION = new RegExp(String.raw`^\s*${WORD}\s*(${NUMBER})${PANEL}(?![\w])`, 'i');
const MENTION = new RegExp(
  String.raw`(?<![\p{L}\d])${WORD}\s*(${NUMBER}${PANEL}(?:${SEPARATOR}${NUMBER}${PANEL})*)`,
  'giu',
);
const WANTED = new RegExp(String.raw`^\s*(?:${WORD}\s*)?(${NUMBER})${PANEL}\s*$`, 'i');
const ITEM = new RegExp(String.raw`(${NUMBER})${PANEL}(${SEPARATOR})?`, 'gi');

/** The length of the longest accepted range. "Figs. 1-200" is longer and does not count as a range. */
const LONGEST_RANGE = 50;

/** Returns the number in a figure's caption, such as `3` or `A1`. */
export function captionNumber(caption: string): string | undefined {
  return normal(CAPTION.exec(caption)?.[1]);
}

/**
 * Returns the number in the name that a user writes for a figure. The names `3`, `Figure 3` and `fig. 3b` all have the
 * number 3.
 */
export function wantedNumber(text: string): string | undefined {
  return normal(WANTED.exec(text)?.[1]);
}

/** Returns the numbers of the figures that a text refers to. "Figs. 2-4 and A1" refers to 2, 3, 4 and A1. */
export function mentionedFigures(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, list = ''] of text.matchAll(MENTION)) for (const number of listed(list)) found.add(number);
  return found;
}

function* listed(list: string): Generator<string, void> {
  let from: string | undefined;
  for (const [, text, separator = ''] of list.matchAll(ITEM)) {
    const number = normal(text) ?? '';
    if (from !== undefined) yield* between(from, number);
    yield number;
    from = /^\s*(?:[-–—]|to|through)\s*$/i.test(separator) ? number : undefined;
  }
}

function* between(first: string, last: string): Generator<string, void> {
  const [, prefix = '', from = ''] = /^(\D*)(\d+)$/.exec(first) ?? [];
  const [, lastPrefix = '', to = ''] = /^(\D*)(\d+)$/.exec(last) ?? [];
  if (from === '' || to === '' || (lastPrefix !== prefix && lastPrefix !== '')) return;
  if (Number(to) - Number(from) > LONGEST_RANGE) return;
  for (let number = Number(from) + 1; number < Number(to); number += 1) yield `${prefix}${number}`;
}

/** Normalizes a number: `A.1` and `a-1` become `A1`. */
function normal(number: string | undefined): string | undefined {
  return number?.toUpperCase().replace(/^([A-Z]+)[.-]/, '$1');
}
