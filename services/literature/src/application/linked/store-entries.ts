import { createHash } from 'node:crypto';
import { readZoteroItem } from '@almagest/bibliography';
import { addedSince, removedSince } from '../../domain/linked/seen.ts';
import type { ZoteroItem } from '../../domain/linked/zotero-object.ts';
import { entryCode } from '../../domain/papers/own-code.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { Tx } from '../../persistence/database.ts';
import { addToCollections } from '../../persistence/library/collection-repository.ts';
import { keepPapers, listTrashed } from '../../persistence/library/kept-papers.ts';
import { addTags } from '../../persistence/library/tag-repository.ts';
import {
  EMPTY_ITEM,
  findItems,
  listPapersOfOthers,
  markRemoved,
  saveItems,
  type LinkedItem,
} from '../../persistence/linked/linked-item-repository.ts';
import { storeSeparately } from '../../persistence/papers/record-repository.ts';
import { recordOfReference } from '../library/record-of-reference.ts';
import { shortenEntry } from '../library/shorten-entry.ts';
import {
  noteReplaced,
  storeItems,
  withoutBorrowedDois,
  type Accepted,
  type StoredEntry,
} from '../library/store-items.ts';
import type { StepResult } from './import-run.ts';
import { collectionKey } from './store-collections.ts';

/**
 * An entry of the other library. `before` is the entry's row before the import. `row` changes while the entry is
 * stored.
 */
interface Line {
  readonly item: ZoteroItem;
  readonly before: LinkedItem | undefined;
  row: LinkedItem;
  readonly messages: string[];
}

/** The place where the entries of a library are stored. */
export interface Target {
  readonly libraryId: number;
  /** The name of the library at the other service. */
  readonly library: string;
  /** The library's collection. Null if a user deleted the collection. */
  readonly root: number | null;
  readonly viewer: Viewer;
}

/**
 * Stores entries as papers, with the rules for imported files. Papers, tags and collections that a user removed from
 * this service stay removed.
 */
export async function storeEntries(trx: Tx, target: Target, items: readonly ZoteroItem[]): Promise<StepResult> {
  const { libraryId, viewer } = target;
  const keys = items.map(({ key }) => key);
  const known = await findItems(trx, libraryId, keys);
  const present = items.filter(({ isTrashed }) => !isTrashed);
  const lines = present.map((item) => lineOf(item, known.get(item.key)));
  const trashed = new Set(
    await listTrashed(
      trx,
      viewer,
      lines.flatMap(({ before }) => before?.paper_id ?? []),
    ),
  );
  const accepted = lines.flatMap((line, place): Accepted[] => acceptedOf(line, place, trashed));
  const stored = await storePapers(trx, target, lines, accepted);
  await saveItems(
    trx,
    libraryId,
    lines.map(({ row, messages }) => ({ ...row, messages })),
  );
  const removed = await markRemoved(
    trx,
    libraryId,
    items.filter(({ isTrashed }) => isTrashed).map(({ key }) => key),
  );
  const isNew = ({ place }: StoredEntry) => (lines[place]?.before?.paper_id ?? null) === null;
  const papers = stored.filter(isNew).length;
  return { done: items.length, counts: { papers, changed: stored.length - papers, removed } };
}

function lineOf(item: ZoteroItem, before: LinkedItem | undefined): Line {
  const { key, version } = item;
  const row: LinkedItem = {
    ...EMPTY_ITEM,
    key,
    kind: 'entry',
    version,
    title: before?.title ?? '',
    paper_id: before?.paper_id ?? null,
    seen: before?.seen ?? {},
    removals: before?.removals ?? [],
  };
  return { item, before, row, messages: [] };
}

/**
 * Returns the entry to store. If the entry cannot be stored, or a user removed its paper, returns an empty list and
 * adds a message.
 */
function acceptedOf(line: Line, place: number, trashed: ReadonlySet<number>): Accepted[] {
  const { before, messages, item } = line;
  const { outcome, warnings } = shortenEntry(readZoteroItem(item.data));
  for (const warning of warnings) messages.push(warning);
  if ('fault' in outcome) {
    messages.push(outcome.fault);
    return [];
  }
  const { reference } = outcome;
  line.row = { ...line.row, title: reference.title || reference.doi || reference.preprintId };
  const wasImported = before?.seen.tags !== undefined;
  if (wasImported && before.paper_id === null) {
    messages.push('the paper was deleted here. The change was not imported');
    return [];
  }
  if (trashed.has(before?.paper_id ?? 0)) {
    messages.push('the paper is in the trash here. The change was not imported');
    return [];
  }
  return [{ place, reference, record: recordOfReference(reference) }];
}

async function storePapers(
  trx: Tx,
  target: Target,
  lines: readonly Line[],
  accepted: readonly Accepted[],
): Promise<StoredEntry[]> {
  if (accepted.length === 0) return [];
  const { libraryId, library, viewer } = target;
  const note = (place: number, message: string) => void lines[place]?.messages.push(message);
  const own = withoutBorrowedDois(accepted, note).map(({ record, ...one }) => {
    const code = entryCode(library, lines[one.place]?.item.key ?? '', digest);
    return { ...one, record: { ...record, formerBibcodes: [code, ...record.formerBibcodes] } };
  });
  const { ids, ownIds, merges } = await storeSeparately(
    trx,
    own.map(({ record }) => record),
    { keep: true },
  );
  const stored = own.map((one, index) => ({ ...one, paperId: ids[index] ?? 0, ownId: ownIds[index] ?? 0 }));
  const isNew = ({ place }: StoredEntry) => lines[place]?.before === undefined;
  await keepPapers(
    trx,
    viewer,
    stored.filter(isNew).map(({ paperId }) => paperId),
  );
  // Organise before the merge, because tags and collections move with a merged paper.
  await organise(trx, target, lines, stored);
  const others = await listPapersOfOthers(
    trx,
    libraryId,
    ids,
    lines.map(({ item }) => item.key),
  );
  const { items, earlier } = await storeItems(trx, stored, merges, (paperId) => others.has(paperId));
  noteReplaced(stored, items, earlier, note);
  return stored;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Adds new tags and collections to papers. Records which tags and collections were removed in the other library. */
async function organise(
  trx: Tx,
  { libraryId, root, viewer }: Target,
  lines: readonly Line[],
  stored: readonly StoredEntry[],
): Promise<void> {
  const keys = addedSince(lines.flatMap(({ item }) => item.collections));
  const seenKeys = lines.flatMap(({ before }) => before?.seen.collections ?? []);
  const collections = await findItems(trx, libraryId, addedSince([...keys, ...seenKeys]).map(collectionKey));
  const tags: { paperId: number; name: string }[] = [];
  const members: { collectionId: number; paperId: number }[] = [];
  for (const { place, paperId, ownId, reference } of stored) {
    const line = lines[place];
    if (line === undefined) continue;
    const { item, before } = line;
    const within = item.collections.filter((key) => collections.has(collectionKey(key)));
    for (const name of addedSince(reference.tags, before?.seen.tags)) tags.push({ paperId: ownId, name });
    const added = addedSince(within, before?.seen.collections).map(
      (key) => collections.get(collectionKey(key))?.collection_id ?? null,
    );
    const isLoose = before === undefined && within.length === 0;
    for (const collectionId of isLoose ? [root] : added)
      if (collectionId !== null) members.push({ collectionId, paperId: ownId });
    const removals = [
      ...removedSince(reference.tags, before?.seen.tags).map((name) => `the tag ${name} was removed`),
      ...removedSince(item.collections, before?.seen.collections).map(
        (key) => `it was removed from the collection ${collections.get(collectionKey(key))?.title ?? key}`,
      ),
    ];
    line.row = {
      ...line.row,
      // Some of the entry's collections do not exist yet. Version 0 makes the next import read the entry again.
      version: within.length === item.collections.length ? item.version : 0,
      paper_id: paperId,
      seen: { tags: reference.tags, collections: within },
      removals: addedSince([...line.row.removals, ...removals]),
    };
  }
  await addTags(trx, viewer, tags);
  await addToCollections(trx, members);
}
