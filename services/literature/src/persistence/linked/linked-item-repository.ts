import type { LinkedMessage } from '@almagest/contracts/literature';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Seen } from '../../domain/linked/seen.ts';
import type { Db, Tx } from '../database.ts';
import type { LinkedItemKind, MovedItem } from './linked-tables.ts';

export interface LinkedItem {
  readonly key: string;
  readonly kind: LinkedItemKind;
  readonly parent: string;
  readonly version: number;
  readonly title: string;
  readonly paper_id: number | null;
  readonly note_id: number | null;
  readonly collection_id: number | null;
  readonly seen: Seen;
  readonly messages: readonly string[];
  readonly removals: readonly string[];
}

/** The values of an item before any of its data is stored. */
export const EMPTY_ITEM: Omit<LinkedItem, 'key' | 'kind' | 'version' | 'title'> = {
  parent: '',
  paper_id: null,
  note_id: null,
  collection_id: null,
  seen: {},
  messages: [],
  removals: [],
};

const COLUMNS = [
  'key',
  'kind',
  'parent',
  'version',
  'title',
  'paper_id',
  'note_id',
  'collection_id',
  'seen',
  'messages',
  'removals',
] as const;

/** Returns the imported versions of all items that are not removed. */
export async function listVersions(
  db: Db,
  libraryId: number,
  what: 'collections' | 'items',
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('linked_item')
    .select(['key', 'version'])
    .where('library_id', '=', libraryId)
    .where('kind', what === 'collections' ? '=' : '<>', 'collection')
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ key, version }) => [key, version]));
}

export async function findItems(
  db: Db,
  libraryId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, LinkedItem>> {
  const rows = await db
    .selectFrom('linked_item')
    .select(COLUMNS)
    .where('library_id', '=', libraryId)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Stores imported items. A removed item that exists again no longer counts as removed. */
export async function saveItems(trx: Tx, libraryId: number, items: readonly LinkedItem[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map((item) => ({ ...item, messages: [...item.messages], removals: [...item.removals] }));
  const given = recordset(
    rows,
    {
      key: 'text',
      kind: 'text',
      parent: 'text',
      version: 'int4',
      title: 'text',
      paper_id: 'int4',
      note_id: 'int4',
      collection_id: 'int4',
      seen: 'jsonb',
      messages: 'jsonb',
      removals: 'jsonb',
    },
    'i',
  );
  await sql`
    insert into linked_item (library_id, key, kind, parent, version, title, paper_id, note_id, collection_id, seen, messages, removals)
    select ${libraryId}::int, key, kind, parent, version, title, paper_id, note_id, collection_id, seen,
      array(select jsonb_array_elements_text(i.messages)), array(select jsonb_array_elements_text(i.removals))
    from ${given}
    on conflict (library_id, key) do update set
      kind = excluded.kind, parent = excluded.parent, version = excluded.version, title = excluded.title,
      paper_id = excluded.paper_id, note_id = excluded.note_id, collection_id = excluded.collection_id,
      seen = excluded.seen, messages = excluded.messages, removals = excluded.removals, removed_at = null`.execute(trx);
}

/** Returns which of these papers belong to entries of the library with other keys. */
export async function listPapersOfOthers(
  trx: Tx,
  libraryId: number,
  paperIds: readonly number[],
  keys: readonly string[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ paper_id: number }>`
    select paper_id from linked_item
    where library_id = ${libraryId} and kind = 'entry' and paper_id = any(${paperIds}::int[])
      and key <> all(${keys}::text[])`.execute(trx);
  return new Set(rows.map(({ paper_id }) => paper_id));
}

/** Marks items that were removed in the other library. Returns the number of newly marked items. */
export async function markRemoved(trx: Tx, libraryId: number, keys: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('linked_item')
    .set({ removed_at: sql<Date>`now()` })
    .where('library_id', '=', libraryId)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes the list of removals: removed items, and the names of tags and collections that items have lost. */
export async function forgetRemovals(trx: Tx, libraryId: number): Promise<void> {
  await sql`delete from linked_item where library_id = ${libraryId} and removed_at is not null`.execute(trx);
  await sql`
    update linked_item set removals = '{}' where library_id = ${libraryId} and removals <> '{}'`.execute(trx);
}

/**
 * Handles entries that the other library no longer lists. Deletes an entry if its paper has another entry, for example
 * after a preprint was published. Marks all other unlisted entries as removed, and returns how many.
 */
export async function markUnlisted(trx: Tx, libraryId: number, keys: readonly string[]): Promise<number> {
  await sql`
    delete from linked_item as gone where library_id = ${libraryId} and key = any(${keys}::text[]) and exists (
      select from linked_item as other
      where other.library_id = gone.library_id and other.paper_id = gone.paper_id and other.removed_at is null
        and other.key <> all(${keys}::text[]))`.execute(trx);
  return await markRemoved(trx, libraryId, keys);
}

/** The maximum number of items in a list. */
const SHOWN = 200;

export interface LinkedMessages {
  readonly entries: LinkedMessage[];
  readonly total: number;
}

/** Lists items that were not imported completely. */
export async function listProblems(db: Db, libraryId: number): Promise<LinkedMessages> {
  return await listMessages(db, sql`i.library_id = ${libraryId} and i.messages <> '{}'`, sql`i.messages`);
}

const REMOVED: Readonly<Record<LinkedItemKind, string>> = {
  collection: 'the collection was deleted',
  entry: 'the entry was deleted',
  note: 'the note was deleted',
  highlight: 'the annotation was deleted',
  file: 'the file was deleted',
};

/** Lists items that were removed in the other library, or that lost a tag or a collection there. */
export async function listRemovals(db: Db, libraryId: number): Promise<LinkedMessages> {
  const words = sql`(${JSON.stringify(REMOVED)}::jsonb ->> i.kind)`;
  return await listMessages(
    db,
    sql`i.library_id = ${libraryId} and (i.removed_at is not null or i.removals <> '{}')`,
    sql`case when i.removed_at is null then i.removals else array[${words}] end`,
  );
}

async function listMessages(
  db: Db,
  where: ReturnType<typeof sql>,
  messages: ReturnType<typeof sql>,
): Promise<LinkedMessages> {
  const [{ rows: entries }, { rows: counted }] = await Promise.all([
    sql<LinkedMessage>`
      select i.key, i.title, paper.bibcode, ${messages} as messages
      from linked_item i left join paper on paper.id = i.paper_id where ${where}
      order by lower(i.title), i.key limit ${SHOWN}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from linked_item i where ${where}`.execute(db),
  ]);
  return { entries, total: counted[0]?.total ?? 0 };
}

/** Links the items of papers to another paper. */
export async function moveItems(trx: Tx, to: number, from: readonly number[]): Promise<MovedItem[]> {
  const { rows } = await sql<MovedItem>`
    update linked_item set paper_id = ${to} where paper_id = any(${from}::int[]) returning library_id, key`.execute(
    trx,
  );
  return rows;
}

/** Links items again to a paper whose merge is undone. */
export async function returnItems(trx: Tx, items: readonly MovedItem[], kept: number, merged: number): Promise<void> {
  await sql`
    update linked_item set paper_id = ${merged}
    from ${recordset(items, { library_id: 'int4', key: 'text' }, 'm')}
    where linked_item.library_id = m.library_id and linked_item.key = m.key and paper_id = ${kept}`.execute(trx);
}
