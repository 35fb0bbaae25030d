import { asPlainText, type Entry, identifiersOf, type Library } from '../content/library.ts';
import { JOURNALS } from '../content/paper.ts';
import { catalogName, person } from '../content/persons.ts';
import { findStar } from '../content/stars.ts';
import { recordOf } from './record.ts';
import type { Operator, Query } from './query-language.ts';

/** A field that does not exist. The message is `undefined field xyz`, as in the real service. */
export class UndefinedFieldError extends Error {
  constructor(field: string) {
    super(`undefined field ${field}`);
  }
}

/** Scores how well one word or phrase of a query matches an entry. 0 means no match. */
type Fit = (entry: Entry, value: string, isPhrase: boolean) => number;

const text =
  (read: (entry: Entry) => string): Fit =>
  (entry, value, isPhrase) =>
    occurrences(read(entry), value, isPhrase);
const exact =
  (read: (entry: Entry) => readonly string[]): Fit =>
  (entry, value) =>
    read(entry).some((own) => wildcard(value).test(own)) ? 1 : 0;

const title = text(({ paper }) => asPlainText(paper.title));
const abstract = text(({ paper }) => asPlainText(paper.abstract ?? ''));
const keyword = text(({ paper }) => paper.keywords.join(' ; '));
const author: Fit = ({ paper }, value) =>
  paper.authors.some((key) => isAuthor(catalogName(person(key)), value)) ? 1 : 0;
const firstAuthor: Fit = ({ paper }, value) =>
  paper.authors.slice(0, 1).some((key) => isAuthor(catalogName(person(key)), value)) ? 1 : 0;
const identifier = exact((entry) => [...identifiersOf(entry), entry.paper.preprint?.id ?? '']);

/** Scores all fields with the catalog's weights: authors and titles count more than abstracts. */
const everywhere: Fit = (entry, value, isPhrase) =>
  2 * author(entry, value, isPhrase) +
  1.4 * title(entry, value, isPhrase) +
  1.3 * abstract(entry, value, isPhrase) +
  keyword(entry, value, isPhrase) +
  5 * identifier(entry, value, isPhrase) +
  (value === String(entry.paper.year) ? 1 : 0);

const FIELDS: Readonly<Record<string, Fit>> = {
  title,
  abstract,
  keyword,
  abs: (entry, value, isPhrase) =>
    title(entry, value, isPhrase) * 1.4 + abstract(entry, value, isPhrase) + keyword(entry, value, isPhrase),
  full: everywhere,
  author: (entry, value, isPhrase) =>
    value.startsWith('^') ? firstAuthor(entry, value.slice(1), isPhrase) : author(entry, value, isPhrase),
  first_author: firstAuthor,
  year: exact(({ paper }) => [String(paper.year)]),
  bibcode: exact(({ bibcode, alternates }) => [bibcode, ...alternates]),
  alternate_bibcode: exact(({ alternates }) => alternates),
  identifier: (entry, value, isPhrase) =>
    identifier(entry, value.replace(/^arxiv:/i, ''), isPhrase) || identifier(entry, value, isPhrase),
  doi: exact(({ dois }) => dois),
  arxiv: exact(({ paper }) => (paper.preprint === undefined ? [] : [paper.preprint.id])),
  arxiv_class: exact(({ paper }) => (paper.preprint === undefined ? [] : [paper.preprint.category])),
  bibstem: exact(({ paper }) => [paper.published?.stem ?? 'arXiv']),
  pub: text(({ paper }) => (paper.published === undefined ? 'arXiv e-prints' : JOURNALS[paper.published.stem].name)),
  doctype: exact(({ paper }) => [paper.doctype]),
  property: exact((entry) => recordOf(entry)['property'] as string[]),
  esources: exact((entry) => (recordOf(entry)['esources'] as string[] | undefined) ?? []),
  database: exact(() => ['astronomy']),
  collection: exact(() => ['astronomy']),
  aff: text(({ paper }) => paper.authors.map((key) => person(key).institute).join(' ; ')),
  object: ({ paper }, value) => (paper.objects?.some((name) => isSameStar(name, value)) === true ? 1 : 0),
  volume: exact(({ paper }) => [paper.published?.volume ?? '']),
  page: exact(({ paper }) => [paper.published?.page ?? '']),
};

/** Returns the matching entries with their scores. */
export function search(query: Query, library: Library): Map<Entry, number> {
  switch (query.kind) {
    case 'all':
      return new Map(library.entries.map((entry) => [entry, 1]));
    case 'term':
      return scored(library, (entry) => fitOf(query.field)(entry, query.value, query.isPhrase));
    case 'range':
      return scored(library, (entry) => (isWithin(rangeValue(entry, query.field), query.from, query.to) ? 1 : 0));
    case 'or':
      return query.parts.map((part) => search(part, library)).reduce(union);
    case 'and':
      return query.parts.map((part) => search(part, library)).reduce(intersection);
    case 'not': {
      const without = search(query.part, library);
      return scored(library, (entry) => (without.has(entry) ? 0 : 1));
    }
    case 'operator':
      return applyOperator(query.name, search(query.of, library), query.limit, library);
  }
}

function fitOf(field: string | undefined): Fit {
  if (field === undefined) return everywhere;
  const fit = FIELDS[field.toLowerCase()];
  if (fit === undefined) throw new UndefinedFieldError(field);
  return fit;
}

function scored(library: Library, score: (entry: Entry) => number): Map<Entry, number> {
  const scores = library.entries.map((entry) => [entry, score(entry)] as const);
  return new Map(scores.filter(([, score]) => score > 0));
}

function union(left: Map<Entry, number>, right: Map<Entry, number>): Map<Entry, number> {
  return new Map([...left, ...[...right].map(([entry, score]) => [entry, score + (left.get(entry) ?? 0)] as const)]);
}

function intersection(left: Map<Entry, number>, right: Map<Entry, number>): Map<Entry, number> {
  const both = [...left].filter(([entry]) => right.has(entry));
  return new Map(both.map(([entry, score]) => [entry, score + (right.get(entry) ?? 0)]));
}

function applyOperator(
  name: Operator,
  of: Map<Entry, number>,
  limit: number | undefined,
  library: Library,
): Map<Entry, number> {
  switch (name) {
    case 'references':
    case 'useful':
      return counted([...of.keys()].flatMap(({ references }) => references));
    case 'citations':
    case 'reviews':
      return counted([...of.keys()].flatMap(({ citations }) => citations));
    case 'topn':
      return new Map([...of].sort((a, b) => b[1] - a[1]).slice(0, limit));
    case 'similar':
    case 'trending': {
      const keywords = new Set([...of.keys()].flatMap(({ paper }) => paper.keywords));
      return scored(library, (entry) =>
        of.has(entry) ? 0 : entry.paper.keywords.filter((word) => keywords.has(word)).length,
      );
    }
  }
}

function counted(entries: readonly Entry[]): Map<Entry, number> {
  const counts = new Map<Entry, number>();
  for (const entry of entries) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  return counts;
}

/** Counts occurrences of a word (`*` and `?` are wildcards) or of a phrase, ignoring case and accents. */
function occurrences(text: string, value: string, isPhrase: boolean): number {
  const words = fold(value)
    .split(/[^\p{L}\p{N}*?]+/u)
    .filter(Boolean);
  if (words.length === 0) return 0;
  const pattern = words.map((word) => word.replaceAll('*', '[\\p{L}\\p{N}]*').replaceAll('?', '[\\p{L}\\p{N}]'));
  const folded = fold(text);
  const count = (source: string) =>
    folded.match(new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'gu'))?.length ?? 0;
  if (isPhrase) return count(pattern.join('[^\\p{L}\\p{N}]+'));
  const counts = pattern.map(count);
  return counts.includes(0) ? 0 : counts.reduce((sum, count) => sum + count, 0);
}

function wildcard(value: string): RegExp {
  const escaped = value
    .replace(/[.+^$()|[\]\\{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 'i');
}

/**
 * Returns whether an author matches `Last`, `Last, F` or `Last, First`. A full first name does not match an initial.
 */
function isAuthor(own: string, wanted: string): boolean {
  const [last = '', first = ''] = fold(own).split(/,\s*/);
  const [wantedLast = '', wantedFirst = ''] = fold(wanted).split(/,\s*/);
  const isLast = wildcard(wantedLast.trim()).test(last) || last.split(/[\s-]+/).includes(wantedLast.trim());
  const initials = wantedFirst.replaceAll('.', '').trim();
  return isLast && first.replaceAll('.', '').startsWith(initials);
}

function isSameStar(own: string, wanted: string): boolean {
  const star = findStar(own);
  return star !== undefined ? star === findStar(wanted) : fold(own) === fold(wanted);
}

function rangeValue({ paper, citations, recordId, references }: Entry, field: string): string | number {
  const yearMonth = `${paper.year}-${String(paper.month).padStart(2, '0')}`;
  const values: Readonly<Record<string, string | number>> = {
    year: paper.year,
    pubdate: yearMonth,
    date: yearMonth,
    entdate: yearMonth,
    citation_count: citations.length,
    reference_count: references.length,
    author_count: paper.authors.length,
    id: recordId,
  };
  const value = values[field.toLowerCase()];
  if (value === undefined) throw new UndefinedFieldError(field);
  return value;
}

function isWithin(value: string | number, from: string, to: string): boolean {
  if (typeof value === 'number') return (from === '*' || value >= Number(from)) && (to === '*' || value <= Number(to));
  return (from === '*' || value >= from.slice(0, value.length)) && (to === '*' || value.slice(0, to.length) <= to);
}

/** Returns the text in lower case, without accents and strokes. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'o')
    .replaceAll('ı', 'i')
    .toLowerCase();
}
