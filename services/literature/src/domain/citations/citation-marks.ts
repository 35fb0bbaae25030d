import { readableText } from '../library/readable-text.ts';
import { splitSentences } from '../retrieval/split-sentences.ts';

interface Block {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly markdown: string;
}

export interface CitationMark {
  /** The positions of the cited entry and the citing block in the paper's list of blocks. */
  readonly item: number;
  readonly position: number;
  readonly sentence: string;
  /** The ranges of the citation in the sentence. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

interface Found {
  readonly item: number;
  readonly start: number;
  readonly end: number;
}

const LINK = /(?<!\\)\[((?:[^[\]\\]|\\.){0,200})\]\(#([^()\s]{1,200})\)/g;
const [BEGIN, END] = ['\uE000', '\uE001'];
const MARKED = new RegExp(`${BEGIN}([^${BEGIN}${END}]*)${END}`, 'g');
const WITHOUT_CITATIONS = new Set(['reference', 'equation', 'code', 'authors']);

/** Matches numbers in brackets, up to 41 in a list. They count as citations in PDFs, which have no links. */
const NUMBERS = /\[(\d{1,3}(?:\s{0,2}[,;–—-]\s{0,2}\d{1,3}){0,40})\]/g;

/**
 * Finds the sentences of a paper that cite entries of its reference list. HTML pages link their citations. In a PDF,
 * looks for numbers in brackets, or for the first author's surname followed by the year. `wanted` limits the search to
 * these entries.
 */
export function citationMarks(blocks: readonly Block[], wanted?: ReadonlySet<number>): CitationMark[] {
  const items = new Map<string, number>();
  for (const [position, { id, kind }] of blocks.entries()) if (kind === 'reference') items.set(id, position);
  if (items.size === 0) return [];
  const isLinked = blocks.some(({ markdown }) =>
    [...markdown.matchAll(LINK)].some(([, , target = '']) => items.has(target)),
  );
  const isWanted = (item: number) => wanted?.has(item) !== false;
  const printed = isLinked ? undefined : printedMarks(blocks, [...items.values()], isWanted);
  const links = [...items].flatMap(([id, item]) => (isWanted(item) ? [`(#${id})`] : []));
  return blocks.flatMap(({ kind, markdown }, position) => {
    if (WITHOUT_CITATIONS.has(kind)) return [];
    if (isLinked && !links.some((link) => markdown.includes(link))) return [];
    const { text, found } = printed === undefined ? linkedIn(markdown, items) : printed(markdown);
    return inSentences(
      text,
      found.filter(({ item }) => isWanted(item)),
    ).map((mark) => ({ ...mark, position }));
  });
}

function linkedIn(markdown: string, items: ReadonlyMap<string, number>): { text: string; found: Found[] } {
  const targets: number[] = [];
  const marked = markdown.replaceAll(LINK, (_, label: string, target: string) => {
    const item = items.get(target);
    if (item === undefined) return label;
    targets.push(item);
    return `${BEGIN}${label}${END}`;
  });
  if (targets.length === 0) return { text: '', found: [] };
  const found: Found[] = [];
  let text = '';
  let seen = 0;
  const readable = tidy(marked);
  for (const [place, match] of [...readable.matchAll(MARKED)].entries()) {
    text += readable.slice(seen, match.index);
    found.push({ item: targets[place] ?? 0, start: text.length, end: text.length + (match[1] ?? '').length });
    text += match[1] ?? '';
    seen = match.index + match[0].length;
  }
  return { text: text + readable.slice(seen), found };
}

function tidy(markdown: string): string {
  return readableText(markdown).replaceAll(/\\([[\]])/g, '$1');
}

/** Returns a function that finds the citations in a block of a PDF, by number or by name and year. */
function printedMarks(blocks: readonly Block[], items: readonly number[], isWanted: (item: number) => boolean) {
  const textOf = (item: number) => blocks[item]?.text ?? '';
  const numbered = new Map(
    items.flatMap((item) => {
      const number = /^\s*(?:\[\s?(\d{1,3})\s?\]|(\d{1,3})\.)/.exec(textOf(item));
      return number === null ? [] : [[Number(number[1] ?? number[2]), item] as const];
    }),
  );
  if (numbered.size * 2 > items.length) return (markdown: string) => numbersIn(tidy(markdown), numbered);
  const named = items.filter(isWanted).flatMap((item) => {
    const text = textOf(item);
    const surname =
      /^\s*(?:[\p{Lu}]\.[\s-]?){0,4}((?:(?:van|von|de|den|der|del|di|da|la|le|du|ten|ter)\s){0,2}\p{Lu}[\p{L}'’-]{1,40})/u;
    const [name, year] = [surname.exec(text)?.[1], /(?<!\d)(?:1[89]|20)\d\d[a-z]?/.exec(text)?.[0]];
    return name === undefined || year === undefined ? [] : [{ item, name, year }];
  });
  return (markdown: string) => namesIn(tidy(markdown), named);
}

function numbersIn(text: string, numbered: ReadonlyMap<number, number>): { text: string; found: Found[] } {
  const found = [...text.matchAll(NUMBERS)].flatMap((match) => {
    const place = { start: match.index, end: match.index + match[0].length };
    return numbersOf(match[1] ?? '').flatMap((number) => {
      const item = numbered.get(number);
      return item === undefined ? [] : [{ item, ...place }];
    });
  });
  return { text, found };
}

/** Expands a list of numbers: `1, 3-5` becomes 1, 3, 4, 5. */
function numbersOf(list: string): number[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–—-]/).map(Number);
    return Array.from({ length: Math.min(Math.max(0, to - from) + 1, MOST_IN_RANGE) }, (_, index) => from + index);
  });
}

const MOST_IN_RANGE = 100;

/** Maximum distance from a surname to its year, in characters. Other authors and a bracket may come between them. */
const YEAR_WITHIN = 60;

function namesIn(
  text: string,
  named: readonly { readonly item: number; readonly name: string; readonly year: string }[],
): { text: string; found: Found[] } {
  const found: Found[] = [];
  for (const { item, name, year } of named) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const behind = text.slice(at + name.length, at + name.length + YEAR_WITHIN);
      const [near = ''] = behind.split(/[;)]/, 1);
      const place = near.indexOf(year);
      if (place < 0 || /^\p{L}/u.test(behind) || /\p{L}$/u.test(text.slice(at - 1, at))) continue;
      found.push({ item, start: at, end: at + name.length + place + year.length });
    }
  }
  return { text, found: found.toSorted((a, b) => a.start - b.start) };
}

function inSentences(text: string, found: readonly Found[]): Omit<CitationMark, 'position'>[] {
  if (found.length === 0) return [];
  const marks = new Map<string, Omit<CitationMark, 'position'> & { ranges: { start: number; end: number }[] }>();
  let start = 0;
  for (const [number, sentence] of splitSentences(text).entries()) {
    const end = start + sentence.length;
    for (const mark of found) {
      if (mark.start < start || mark.start >= end) continue;
      const key = `${mark.item} ${number}`;
      const known = marks.get(key) ?? { item: mark.item, sentence, ranges: [] };
      known.ranges.push({ start: mark.start - start, end: Math.min(mark.end, end) - start });
      marks.set(key, known);
    }
    // A single blank separates two sentences.
    start = end + 1;
  }
  return [...marks.values()];
}
