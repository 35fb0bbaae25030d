import { asPlainText, type Entry, type Library } from '../content/library.ts';
import { preprintDate } from '../content/identifiers.ts';
import { JOURNALS, type Preprint } from '../content/paper.ts';
import { person, preprintName } from '../content/persons.ts';
import type { PreprintQuery } from './query-language.ts';

export interface PreprintEntry extends Entry {
  readonly preprint: Preprint;
}

export function preprintsOf(library: Library): PreprintEntry[] {
  return library.entries.flatMap((entry) =>
    entry.paper.preprint === undefined ? [] : [{ ...entry, preprint: entry.paper.preprint }],
  );
}

const TEXTS: Readonly<Record<string, (entry: PreprintEntry) => string>> = {
  ti: ({ paper }) => asPlainText(paper.title),
  au: ({ paper }) => paper.authors.map((key) => preprintName(person(key))).join(' ; '),
  abs: ({ paper }) => asPlainText(paper.abstract ?? ''),
  co: ({ preprint }) => preprint.comment ?? '',
  jr: (entry) => journalReference(entry) ?? '',
  cat: ({ preprint }) => preprint.category,
  rn: () => '',
  id: ({ preprint }) => preprint.id,
  doi: ({ dois }) => dois.join(' '),
};
const ALL = ['ti', 'au', 'abs', 'co', 'jr', 'cat', 'id'];

/** Scores a match. 0 means no match. More words in more fields give a higher score. */
export function scoreOf(query: PreprintQuery, entry: PreprintEntry): number {
  switch (query.kind) {
    case 'or':
      return query.parts.reduce((sum, part) => sum + scoreOf(part, entry), 0);
    case 'and': {
      const scores = query.parts.map((part) => scoreOf(part, entry));
      return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
    }
    case 'andnot':
      return scoreOf(query.right, entry) > 0 ? 0 : scoreOf(query.left, entry);
    case 'dates': {
      const day = preprintDate(entry.preprint).replaceAll('-', '');
      return day >= query.from.slice(0, 8) && day <= query.to.slice(0, 8) ? 1 : 0;
    }
    case 'term':
      return termScore(query.prefix, query.words, entry);
  }
}

function termScore(prefix: string, words: string, entry: PreprintEntry): number {
  const names = prefix === 'all' || TEXTS[prefix] === undefined ? ALL : [prefix];
  const wanted = fold(words.replace(/"/g, '').replaceAll('_', ' ')).trim();
  if (wanted === '') return 0;
  const pattern = wanted
    .split(/\s+/)
    .map((word) => word.replace(/[.+^$()|[\]\\{}?/]/g, '\\$&').replaceAll('*', '[^\\s;]*'));
  const matcher = new RegExp(`(?<![\\p{L}\\p{N}])${pattern.join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])`, 'gu');
  return names.reduce((sum, name) => sum + (fold(TEXTS[name]?.(entry) ?? '').match(matcher)?.length ?? 0), 0);
}

/** Returns the journal reference in no fixed format, as authors write it. */
export function journalReference({ paper }: Entry): string | undefined {
  if (paper.published === undefined || !JOURNALS[paper.published.stem].refereed) return undefined;
  const { stem, volume, page } = paper.published;
  return `${stem} ${volume}, ${page} (${paper.year})`;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
