import { isOwnCode } from './own-code.ts';
import { preprintIdOfBibcode } from './preprint-id.ts';
import { detailsDiffer, type ComparedDetail } from './publication-details.ts';
import { identityKeys, isSectionTitle, surnameKey, titleKey } from './same-paper.ts';
import type { SourceRecord } from './source-record.ts';
import { titlesDiffer } from './title-difference.ts';

export type Contradiction = 'bibcode' | 'DOI' | 'preprint number' | 'title' | 'authors' | 'kind' | ComparedDetail;

export interface Evidence {
  /** Two records are candidates if they share an identifier, or if title, first author and year agree. */
  readonly isCandidate: boolean;
  readonly against: readonly Contradiction[];
}

/**
 * Compares two records. They are merged automatically only if they are candidates and nothing contradicts the match.
 * The order of the two records does not matter.
 */
export function compareRecords(a: SourceRecord, b: SourceRecord): Evidence {
  const keys = new Set(identityKeys(a));
  const shared = identityKeys(b).filter((key) => keys.has(key));
  return { isCandidate: shared.length > 0 || haveSameTitle(a, b), against: contradictions(a, b, shared) };
}

/** A paper may have several titles and author lists over time, so one matching pair is enough. */
const NEEDS_ALL: ReadonlySet<Contradiction> = new Set(['title', 'authors', 'kind', 'preprint number']);

/**
 * Compares all records of two papers. Titles, authors, kinds and preprint numbers count as contradictions only if all
 * pairs of records contradict each other.
 */
export function compareAll(a: readonly SourceRecord[], b: readonly SourceRecord[]): Contradiction[] {
  const pairs = a.flatMap((one) => b.map((other) => compareRecords(one, other).against));
  const claimed = new Set(pairs.flat());
  return [...claimed].filter((what) => !NEEDS_ALL.has(what) || pairs.every((against) => against.includes(what)));
}

/**
 * Returns whether records with these contradictions are clearly different works. A shared identifier then belongs to
 * only one of the works. Other candidates with contradictions are proposed to the user as duplicates.
 */
export function areClearlyDifferent(against: readonly Contradiction[]): boolean {
  return against.includes('DOI') || (against.includes('title') && against.includes('authors'));
}

/** Returns whether titles, first surnames and years are equal. For distinctive titles, the years may differ by one. */
function haveSameTitle(a: SourceRecord, b: SourceRecord): boolean {
  const [title, surname] = [titleKey(a.title), surnameKey(a.authors)];
  return (
    title !== '' &&
    surname !== '' &&
    title === titleKey(b.title) &&
    surname === surnameKey(b.authors) &&
    Math.abs(Number(a.year) - Number(b.year)) <= (isSectionTitle(title) ? 0 : 1)
  );
}

function contradictions(a: SourceRecord, b: SourceRecord, shared: readonly string[]): Contradiction[] {
  const { sharesCode, sharesWork, sharesName } = sharedNames(shared);
  const users = [a, b].filter(({ source }) => source === 'user').length;
  const otherAuthors = authorsDiffer(a.authors, b.authors);
  const otherTitle = titlesDiffer(a.title, b.title);
  // The catalog's code identifies a paper. A user may have given the code to another work, such as a chapter of a book.
  if (users < 2 && sharesCode) return users === 1 && otherTitle && otherAuthors ? ['title', 'authors'] : [];
  const differs: Contradiction[] = [];
  const claim = (when: boolean, what: Contradiction) => {
    if (when) differs.push(what);
  };
  claim(bibcodesDiffer(a, b), 'bibcode');
  claim(doisDiffer(a, b), 'DOI');
  // Reference managers sometimes write wrong preprint numbers, so a shared DOI or code counts more.
  claim(!sharesWork && preprintsDiffer(a, b), 'preprint number');
  claim(otherAuthors, 'authors');
  // A paper's title may change between preprint and publication, so titles need not agree if the sources themselves
  // link the records.
  const isLinked = sharesName && users === 0 && !otherAuthors;
  claim(!isLinked && otherTitle, 'title');
  claim(!sharesName && kindsDiffer(a.doctype, b.doctype), 'kind');
  return isPreprint(a) || isPreprint(b) ? differs : [...differs, ...detailsDiffer(a, b, sharesWork)];
}

/**
 * Classifies shared identifiers. `sharesCode` is true for a publication's code, `sharesWork` also for a DOI, and
 * `sharesName` also for the identifier of a preprint.
 */
function sharedNames(shared: readonly string[]) {
  const codes = shared.filter((key) => key.startsWith('bibcode:')).map((key) => key.slice('bibcode:'.length));
  const sharesCode = codes.some(isPublicationCode);
  const sharesWork = sharesCode || shared.some((key) => key.startsWith('doi:'));
  // A preprint's code counts like a preprint number. A generated code counts no more than a title.
  const sharesPreprint =
    shared.some((key) => key.startsWith('preprint:')) || codes.some((code) => preprintIdOfBibcode(code) !== undefined);
  return { sharesCode, sharesWork, sharesName: sharesWork || sharesPreprint };
}

function doisDiffer({ dois: a }: SourceRecord, { dois: b }: SourceRecord): boolean {
  return a.length > 0 && b.length > 0 && !a.some((doi) => b.includes(doi));
}

function preprintsDiffer({ preprintId: a }: SourceRecord, { preprintId: b }: SourceRecord): boolean {
  return a !== '' && b !== '' && a !== b;
}

/**
 * Returns whether a code belongs to a publication. Generated codes, codes of preprints, and preliminary codes
 * (`2015MNRAS.tmp..123X`) do not.
 */
function isPublicationCode(bibcode: string): boolean {
  return !isOwnCode(bibcode) && preprintIdOfBibcode(bibcode) === undefined && !/^.{4,13}tmp/.test(bibcode);
}

function bibcodesDiffer(a: SourceRecord, b: SourceRecord): boolean {
  const isPublished = ({ source, bibcode }: SourceRecord) => source !== 'preprint' && isPublicationCode(bibcode);
  const codesOf = ({ bibcode, formerBibcodes }: SourceRecord) => [bibcode, ...formerBibcodes];
  return isPublished(a) && isPublished(b) && !codesOf(a).includes(b.bibcode) && !codesOf(b).includes(a.bibcode);
}

function isPreprint({ source, doctype, bibcode }: SourceRecord): boolean {
  return (
    source === 'preprint' ||
    doctype === 'eprint' ||
    (source === 'catalog' && preprintIdOfBibcode(bibcode) !== undefined)
  );
}

const GROUP = /collaborat|consorti|\bteam\b|\bgroup\b/i;

/**
 * Returns whether two author lists have no part of a name in common. Comparing parts allows for particles and swapped
 * names. Returns false for lists that cannot be compared, with names of groups or names in other scripts.
 */
function authorsDiffer(a: readonly string[], b: readonly string[]): boolean {
  if ([...a, ...b].some((name) => GROUP.test(name))) return false;
  const [left, right] = [namePartsOf(a), namePartsOf(b)];
  return left.size > 0 && right.size > 0 && ![...left].some((part) => right.has(part));
}

function namePartsOf(authors: readonly string[]): Set<string> {
  const folded = authors.join(' ').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return new Set(folded.match(/[a-z]{2,}/g));
}

const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    article: 'article',
    inproceedings: 'conference',
    abstract: 'conference',
    talk: 'conference',
    proceedings: 'proceedings',
    book: 'book',
    phdthesis: 'thesis',
    mastersthesis: 'thesis',
    software: 'software',
    dataset: 'dataset',
    catalog: 'dataset',
    proposal: 'proposal',
    pressrelease: 'pressrelease',
  }),
);

/**
 * Returns whether two document types differ in kind. A thesis and the article based on it often have the same title.
 * Document types without a kind are compatible with all others.
 */
function kindsDiffer(a: string, b: string): boolean {
  const [one, other] = [KINDS.get(a), KINDS.get(b)];
  return one !== undefined && other !== undefined && one !== other;
}
