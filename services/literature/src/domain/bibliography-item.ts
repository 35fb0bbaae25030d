import { readReference } from './paper-reference.ts';
import { surnameKey, titleKey } from './same-paper.ts';

/** What an entry of a paper's list of references may be found by. */
export interface BibliographyItem {
  /** Identifiers that it prints or links to, as `identityKeys` writes them. */
  readonly names: readonly string[];
  /** Its first surname with each year that it prints, as `itemKeys` of a paper writes them. */
  readonly keys: readonly string[];
}

/** A paper that an entry may mean. */
export interface MeantPaper {
  readonly bibcode: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: string;
}

/** Longer entries are several that were read as one. */
const MAX_CHARS = 4_000;
const MOST_NAMES = 8;
const MOST_YEARS = 3;

const ADDRESS = /https?:\/\/[^\s<>"{}|\\^`\])]{4,300}/gi;
const DOI = /\b10\.\d{4,9}\/[^\s"<>{}\])]{1,120}/g;
const PREPRINT = /\barxiv(?::\s?|\s)(\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?\/\d{7})/gi;
const YEAR = /(?<!\d)(?:1[89]|20)\d\d(?!\d)/g;

/** Reads an entry, from its plain text and from the addresses in its Markdown. */
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

/** The keys of an entry that may mean a paper: a preprint is often cited with the year of its publication. */
export function itemKeys({ authors, year, bibcode }: Omit<MeantPaper, 'title'>): string[] {
  const surname = surnameKey(authors);
  if (surname === '') return [];
  return [...new Set([year, bibcode.slice(0, 4)])].map((one) => `${surname} ${one}`);
}

/**
 * Whether an entry with a key of the paper means it: the title stands in it, or the volume and page that the code of a
 * journal article holds.
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

/** Shorter titles stand in others by chance. Letters and digits. */
const LEAST_TITLE = 20;

/** As `titleKey`, of a whole entry. */
function lettersOf(text: string): string {
  const parts: string[] = [];
  for (let from = 0; from < text.length; from += 300) parts.push(titleKey(text.slice(from, from + 300)));
  return parts.join('');
}

/**
 * How the first author may be named at the beginning of an entry: `Allard, F.`, `F. Allard`, `van der Berg A.`, with its
 * label or without.
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
