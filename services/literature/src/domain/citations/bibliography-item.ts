import { readReference } from '../papers/paper-reference.ts';
import { surnameKey, titleKey } from '../papers/same-paper.ts';

/** The search keys of an entry in a reference list. They find the paper that the entry cites. */
export interface BibliographyItem {
  /** Identifiers that the entry prints or links to, in the form that `identityKeys` returns. */
  readonly names: readonly string[];
  /** The first surname with each year that the entry prints, in the form that `itemKeys` returns. */
  readonly keys: readonly string[];
}

/** A paper that an entry may refer to. */
export interface MeantPaper {
  readonly bibcode: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: string;
}

/** A longer entry is usually several entries that the parser did not separate. */
const MAX_CHARS = 4_000;
const MOST_NAMES = 8;
const MOST_YEARS = 3;

const ADDRESS = /https?:\/\/[^\s<>"{}|\\^`\])]{4,300}/gi;
const DOI = /\b10\.\d{4,9}\/[^\s"<>{}\])]{1,120}/g;
const PREPRINT = /\barxiv(?::\s?|\s)(\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?\/\d{7})/gi;
const YEAR = /(?<!\d)(?:1[89]|20)\d\d(?!\d)/g;

/** Reads an entry from its plain text and the addresses in its Markdown. */
export function readBibliographyItem({ text, markdown }: { text: string; markdown: string }): BibliographyItem {
  const whole = text.slice(0, MAX_CHARS);
  const printed = [
    ...(markdown.slice(0, MAX_CHARS).match(ADDRESS) ?? []),
    ...(whole.match(DOI) ?? []),
    ...Array.from(whole.matchAll(PREPRINT), ([, id = '']) => id),
  ];
  const names = printed.flatMap((one) => {
    const { kind, value } = readReference(one);
    if (kind === 'bibcode' && !/^[12]\d{3}\S{15}$/.test(value)) return [];
    return [`${kind === 'preprint_id' ? 'preprint' : kind}:${value}`];
  });
  const years = [...new Set<string>(whole.match(YEAR) ?? [])].slice(0, MOST_YEARS);
  const keys = surnamesOf(whole).flatMap((surname) => years.map((year) => `${surname} ${year}`));
  return { names: [...new Set(names)].slice(0, MOST_NAMES), keys: [...new Set(keys)] };
}

/**
 * Returns the keys of entries that may refer to a paper. A preprint is often cited with the year of its journal
 * article, which may be later.
 */
export function itemKeys({ authors, year, bibcode }: Omit<MeantPaper, 'title'>): string[] {
  const surname = surnameKey(authors);
  if (surname === '') return [];
  return [...new Set([year, bibcode.slice(0, 4)])].map((one) => `${surname} ${one}`);
}

/**
 * Returns whether an entry refers to the paper. The caller has checked that they share a key. The entry must contain
 * the title, or the volume and page from the code of a journal article.
 */
export function meansPaper(text: string, { bibcode, title }: MeantPaper): boolean {
  const whole = text.slice(0, MAX_CHARS);
  const letters = titleKey(title);
  if (letters.length >= LEAST_TITLE && lettersOf(whole).includes(letters)) return true;
  const place = /^[12]\d{3}[A-Za-z.&]{5}\.*(\d{1,4})(?:\.|[A-Z])?\.*(\d{1,5})[A-Z.]$/.exec(bibcode);
  if (place?.[1] === undefined || place[2] === undefined) return false;
  const numbers: readonly string[] = whole.match(/\d+/g) ?? [];
  const volume = numbers.indexOf(place[1]);
  return volume >= 0 && numbers.indexOf(place[2], volume + 1) > volume;
}

/** Minimum number of letters and digits in a title. Shorter titles occur in other texts by chance. */
const LEAST_TITLE = 20;

/** Normalizes an entry in pieces, because `titleKey` shortens long texts. */
function lettersOf(text: string): string {
  const parts: string[] = [];
  for (let from = 0; from < text.length; from += 300) parts.push(titleKey(text.slice(from, from + 300)));
  return parts.join('');
}

/**
 * Returns possible surnames of the first author at the beginning of an entry: `Allard, F.`, `F. Allard`, `van der Berg
 * A.`, with or without a label.
 */
function surnamesOf(text: string): string[] {
  const [first = ''] = text
    .replace(/^\s*(?:[[(][^\])]{1,40}[\])]|\d{1,3}\.)\s*/, '')
    .slice(0, 120)
    .split(/[,;&(:]|\s(?:and|et al)\b|\s(?=(?:1[89]|20)\d\d)/, 1);
  const words = first.split(/[\s.]+/).filter((word) => /\p{L}{2}/u.test(word));
  const candidates = [words.join(''), words[0] ?? '', words.at(-1) ?? ''];
  return [...new Set(candidates.map((word) => titleKey(word)))].filter((word) => word !== '');
}
