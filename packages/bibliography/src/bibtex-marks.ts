import type { BibtexFields } from './bibtex-fields.ts';
import type { Reference } from './reference.ts';

/** The reading state of a paper, and whether it is a favourite. */
type Marks = Pick<Reference, 'readingState' | 'isStarred'>;

/** Values of `readstatus` (JabRef) and of `read` (BibDesk: 1; Papers: Yes). */
const STATES: ReadonlyMap<string, Marks['readingState']> = new Map([
  ['read', 'read'],
  ['1', 'read'],
  ['yes', 'read'],
  ['true', 'read'],
  ['skimmed', 'reading'],
]);

/** Rating fields and their highest values: first JabRef's, then the value of BibDesk and Papers. */
const RATINGS: readonly (readonly [field: string, highest: string])[] = [
  ['ranking', 'rank5'],
  ['rating', '5'],
];

/** More JabRef fields in which a person judges a paper. */
const JUDGEMENTS = ['priority', 'printed', 'qualityassured', 'quality'];

/**
 * Reads the marks of an entry. A paper is starred if it has the highest rating or is marked as relevant. Lower ratings
 * are kept unchanged.
 */
export function readMarks(fields: BibtexFields): Marks {
  const readingState =
    ['readstatus', 'read'].map((name) => STATES.get(plain(fields.peek(name)))).find((state) => state !== undefined) ??
    '';
  if (readingState !== '') for (const name of ['readstatus', 'read']) fields.forget(name);
  const isRelevant = plain(fields.peek('relevance')) === 'relevant';
  if (isRelevant) fields.forget('relevance');
  return {
    readingState,
    isStarred: isRelevant || RATINGS.some(([field, highest]) => plain(fields.peek(field)) === highest),
  };
}

function plain(value: string): string {
  return value.replaceAll(/[{}\s]/g, '').toLowerCase();
}

/** Returns the marks as fields that these programs read. Original ratings are included if they are still valid. */
export function marksOf({ readingState, isStarred, extra }: Reference): (readonly [name: string, value: string])[] {
  const kept = [...RATINGS.map(([field]) => field), ...JUDGEMENTS].flatMap((field) => {
    const value = plain(extra[`bibtex:${field}`] ?? '');
    return /^[a-z0-9]{1,20}$/.test(value) ? [[field, value] as const] : [];
  });
  const isHighest = ([field, value]: readonly [string, string]) =>
    RATINGS.some(([name, highest]) => name === field && value === highest);
  const rated = isStarred
    ? kept
    : kept.map(([field, value]) => [field, isHighest([field, value]) ? '' : value] as const);
  const isRated = rated.some(([field]) => RATINGS.some(([name]) => name === field));
  const own: (readonly [name: string, value: string])[] = [
    ['readstatus', readingState === 'reading' ? 'skimmed' : readingState],
    ['read', readingState === 'read' ? '1' : ''],
    ['relevance', isStarred ? 'relevant' : ''],
    ['rating', isStarred && !isRated ? '5' : ''],
  ];
  return [...own.filter(([, value]) => value !== ''), ...rated];
}
