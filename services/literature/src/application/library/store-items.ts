import { nameText, type Reference } from '@almagest/bibliography';
import { fillGaps } from '../../domain/library/fill-gaps.ts';
import { borrowedDois } from '../../domain/library/imported-entries.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import type { Tx } from '../../persistence/database.ts';
import type { CombinedItem } from '../../persistence/library/merge-tables.ts';
import { findReferences, storeReferences } from '../../persistence/library/reference-repository.ts';
import { mergeInferred, type InferredMerge } from '../../persistence/papers/record-repository.ts';
import { recordOfReference } from './record-of-reference.ts';

/** An entry that can be stored, with its position in the report and its record. */
export interface Accepted {
  readonly place: number;
  readonly reference: Reference;
  readonly record: SourceRecord;
}

/** Adds a message to the report line of an entry. */
type TakeNote = (place: number, message: string) => void;

/**
 * Removes DOIs that belong to another entry from the records, so that the DOIs do not identify the wrong paper. The
 * entries keep the DOIs.
 */
export function withoutBorrowedDois(accepted: readonly Accepted[], note: TakeNote): Accepted[] {
  const borrowed = borrowedDois(accepted.map(({ record }) => record));
  return accepted.map((entry, index) => {
    const owner = accepted[borrowed.get(index) ?? -1];
    if (owner === undefined) return entry;
    const { doi } = entry.reference;
    note(entry.place, `its DOI ${doi} belongs to entry ${owner.place + 1}, another paper. The DOI was ignored`);
    return { ...entry, record: recordOfReference({ ...entry.reference, doi: '' }) };
  });
}

export interface StoredEntry extends Accepted {
  readonly paperId: number;
  /** The paper of this entry alone. Differs from `paperId` if the match with that paper is only inferred. */
  readonly ownId: number;
}

/** Stores the entries of papers, and merges papers whose match is only inferred. */
export async function storeItems(
  trx: Tx,
  stored: readonly StoredEntry[],
  merges: readonly InferredMerge[],
  isInFile: (paperId: number) => boolean,
) {
  const ids = stored.map(({ paperId }) => paperId);
  const earlier = await findReferences(trx, ids);
  const items = itemsOf(stored, earlier, isInFile);
  const before = itemsOf(
    stored.filter(({ paperId, ownId }) => paperId === ownId),
    earlier,
    isInFile,
  );
  const ofMerged = itemsOf(
    stored.filter(({ paperId, ownId }) => paperId !== ownId).map((one) => ({ ...one, paperId: one.ownId })),
    new Map(),
    () => true,
  );
  await storeReferences(
    trx,
    [...items, ...ofMerged].map(([paperId, item]) => ({ paperId, item })),
  );
  const combined = ({ kept }: InferredMerge): CombinedItem | undefined => {
    const after = items.get(kept);
    return after && { before: before.get(kept) ?? earlier.get(kept) ?? null, after };
  };
  await mergeInferred(
    trx,
    merges.map((merge) => ({ ...merge, item: combined(merge) })),
  );
  return { items, earlier };
}

/**
 * Merges entries of the same paper. Within one file, the first entry wins. Values of a later file replace stored
 * values. The other entry fills the gaps. Tags, notes, collections and marks are stored in other tables, where the user
 * edits them.
 */
function itemsOf(
  entries: readonly { readonly paperId: number; readonly reference: Reference }[],
  earlier: ReadonlyMap<number, Reference>,
  isInFile: (paperId: number) => boolean,
): ReadonlyMap<number, Reference> {
  const own = { tags: [], notes: [], collections: [], readingState: '', isStarred: false } as const;
  const items = new Map<number, Reference>();
  for (const { paperId, reference } of entries) {
    const [item, first] = [{ ...reference, ...own }, items.get(paperId) ?? earlier.get(paperId)];
    const counts = items.has(paperId) || isInFile(paperId) ? first : item;
    const other = counts === item ? first : item;
    items.set(paperId, counts === undefined || other === undefined ? item : filled(counts, other));
  }
  return items;
}

/**
 * Reports stored values that the file replaces. Also reports values that are ignored because an earlier entry of the
 * file has different values.
 */
export function noteReplaced(
  entries: readonly StoredEntry[],
  items: ReadonlyMap<number, Reference>,
  earlier: ReadonlyMap<number, Reference>,
  note: TakeNote,
): void {
  for (const { place, paperId, reference } of entries) {
    const [item, before] = [items.get(paperId), earlier.get(paperId)];
    if (item === undefined) continue;
    const unused = replacedFields(reference, item);
    const replaced = before === undefined || unused.length > 0 ? [] : replacedFields(item, before);
    if (unused.length > 0) note(place, `not imported, because an earlier entry differs: ${unused.join(', ')}`);
    if (replaced.length > 0) note(place, `replaced stored values: ${replaced.join(', ')}`);
  }
}

/** Fills the gaps of an entry from the other entry, including fields that only one file format has. */
function filled(entry: Reference, other: Reference): Reference {
  return { ...fillGaps(entry, other), extra: { ...other.extra, ...entry.extra } };
}

const FIELDS = {
  title: 'title',
  date: 'date',
  container: 'journal or book',
  volume: 'volume',
  issue: 'issue',
  pages: 'pages',
  edition: 'edition',
  number: 'number',
  publisher: 'publisher',
  doi: 'DOI',
} as const satisfies Partial<Record<keyof Reference, string>>;

/** Returns the names of the fields in which the entries have different values. */
function replacedFields(entry: Reference, other: Reference): string[] {
  const fields = Object.entries(FIELDS) as [keyof typeof FIELDS, string][];
  const differing = fields.filter(([field]) => isReplaced(entry[field], other[field])).map(([, name]) => name);
  const authorsOf = ({ authors }: Reference) => authors.map(nameText).join('; ');
  return isReplaced(authorsOf(entry), authorsOf(other)) ? [...differing, 'authors'] : differing;
}

function isReplaced(value: string, other: string): boolean {
  return value !== '' && other !== '' && value !== other;
}
