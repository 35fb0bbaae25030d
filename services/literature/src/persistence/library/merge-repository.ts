import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Holdings } from '../../domain/library/holdings.ts';
import { HOLDINGS, mergeHoldings } from '../../domain/library/holdings.ts';
import type { ChosenValues } from '../../domain/papers/merge-records.ts';
import type { Origin, SourceRecord } from '../../domain/papers/source-record.ts';
import type { Db, Tx } from '../database.ts';
import { moveKeys, returnKeys } from '../bibliographies/citation-key-repository.ts';
import { moveItems, returnItems } from '../linked/linked-item-repository.ts';
import { inheritAlerts } from '../alerts/alert-repository.ts';
import { inheritApart, setApart } from './duplicate-repository.ts';
import type {
  CombinedItem,
  CombinedRecord,
  MergeCause,
  MergeState,
  MovedNote,
  OwnedTag,
  RestoredColumns,
} from './merge-tables.ts';
import { mergeMarks, restoreMarks } from '../people/merge-marks.ts';
import { moveFiles, returnFiles } from '../full-text/file-repository.ts';

const RESTORED = [
  'pdf_location',
  'pdf_uploaded',
  'html_location',
  'html_uploaded',
  'uploaded_last',
  'reading_state',
  'is_starred',
  'in_library_since',
] as const satisfies readonly (keyof RestoredColumns)[];

/** Returns the code of a hidden paper. The remaining paper has the hidden paper's names and former code. */
const hiddenCode = (id: number) => `merged:${id}`;

export interface MergeReason {
  readonly cause: MergeCause;
  readonly records?: readonly CombinedRecord[];
  readonly item?: CombinedItem | undefined;
  readonly chosen?: ChosenValues | undefined;
}

/**
 * Moves all data of a paper to another paper and hides the first paper. Stores the data that is needed to undo the
 * merge. Returns the id of the merge. The caller must have locked both papers.
 */
export async function hideMerged(
  trx: Tx,
  keptId: number,
  mergedId: number,
  { cause, records = [], item, chosen }: MergeReason,
): Promise<number> {
  const before = await restoredColumns(trx, keptId);
  const { bibcode, ...moved } = await moveBelongings(trx, keptId, mergedId);
  const rows = await trx
    .selectFrom('paper')
    .select(['id', ...HOLDINGS])
    .where('id', 'in', [keptId, mergedId])
    .execute();
  const [kept, merged] = [keptId, mergedId].map((id) => rows.find((row) => row.id === id) as Holdings | undefined);
  if (kept === undefined || merged === undefined) throw new Error('merged papers must be locked');
  const { pdf_location, pdf_uploaded, html_location, html_uploaded, ...rest } = mergeHoldings(kept, merged);
  const { uploaded_last, reading_state, is_starred, trashed_at, in_library_before } = rest;
  await trx
    .updateTable('paper')
    .set({ pdf_location, pdf_uploaded, html_location, html_uploaded })
    // The database computes the earlier of the two times, because a `Date` would lose the microseconds.
    .set({ in_library_since: sql`(select min(in_library_since) from paper where id in (${keptId}, ${mergedId}))` })
    .set({ uploaded_last, reading_state, is_starred, trashed_at, in_library_before })
    .where('id', '=', keptId)
    .execute();
  await sql`
    update paper set bibcode = ${hiddenCode(mergedId)}, merged_into = ${keptId},
      in_library_before = coalesce(in_library_since, in_library_before), in_library_since = null, trashed_at = now()
    where id = ${mergedId}`.execute(trx);
  for (const { source, after } of records) await writeRecord(trx, keptId, source, after);
  const combined = { records, ...(item === undefined ? {} : { item }) };
  const changed = chosen === undefined ? {} : { chosen: await choose(trx, keptId, chosen) };
  const state: MergeState = { ...moved, ...combined, ...changed, before, after: await restoredColumns(trx, keptId) };
  const { id } = await trx
    .insertInto('paper_merge')
    .values({ kept_id: keptId, merged_id: mergedId, bibcode, cause, state: JSON.stringify(state) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds chosen values to the values that were chosen in earlier merges. */
async function choose(trx: Tx, id: number, added: ChosenValues): Promise<NonNullable<MergeState['chosen']>> {
  const { chosen: before } = await trx
    .selectFrom('paper')
    .select('chosen')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const after = { ...before, ...added };
  await sql`update paper set chosen = ${JSON.stringify(after)}::jsonb where id = ${id}`.execute(trx);
  return { before, after };
}

async function moveBelongings(trx: Tx, kept: number, merged: number) {
  const { rows: notes } = await sql<MovedNote>`
    update note set paper_id = ${kept}, position = null, anchor = case note.anchor when 'paper' then 'paper' else 'unchecked' end
    from note as old where note.paper_id = ${merged} and old.id = note.id
    returning note.id, old.position, old.anchor`.execute(trx);
  const { rows: names } = await sql<{ name: string }>`
    update paper_name set paper_id = ${kept} where paper_id = ${merged} returning name`.execute(trx);
  const { rows: tags } = await sql<OwnedTag>`
    insert into tag (paper_id, name, owner_id) select ${kept}::int, name, owner_id from tag where paper_id = ${merged}
    on conflict do nothing returning name, owner_id`.execute(trx);
  const marks = await mergeMarks(trx, kept, [merged]);
  const { rows: collections } = await sql<{ id: number }>`
    insert into collection_paper (collection_id, paper_id)
    select collection_id, ${kept}::int from collection_paper where paper_id = ${merged}
    on conflict do nothing returning collection_id as id`.execute(trx);
  const { rows: targets } = await sql<{ id: number }>`
    insert into target_paper (target_id, paper_id)
    select target_id, ${kept}::int from target_paper where paper_id = ${merged}
    on conflict do nothing returning target_id as id`.execute(trx);
  const { rows: records } = await sql<{ source: Origin }>`
    insert into source_record (paper_id, source, record, seen_at)
    select ${kept}::int, source, record, seen_at from source_record where paper_id = ${merged}
    on conflict do nothing returning source`.execute(trx);
  const { rows: references } = await sql`
    insert into reference (paper_id, item, imported_at)
    select ${kept}::int, item, imported_at from reference where paper_id = ${merged}
    on conflict do nothing returning paper_id`.execute(trx);
  const { rows: answers } = await sql<{ id: number }>`
    update answer set paper_id = ${kept} where paper_id = ${merged} returning id`.execute(trx);
  const files = await moveFiles(trx, kept, [merged]);
  const keys = await moveKeys(trx, kept, [merged]);
  const linked = await moveItems(trx, kept, [merged]);
  await sql`update active_paper set paper_id = ${kept} where paper_id = ${merged}`.execute(trx);
  await sql`update person_active_paper set paper_id = ${kept} where paper_id = ${merged}`.execute(trx);
  await sql`update batch_paper set paper_id = ${kept} where paper_id = ${merged}`.execute(trx);
  await inheritAlerts(trx, [merged], kept);
  await setApart(trx, [kept, merged], false);
  await inheritApart(trx, [merged], kept);
  const { bibcode } = await trx
    .selectFrom('paper')
    .select('bibcode')
    .where('id', '=', merged)
    .executeTakeFirstOrThrow();
  return {
    bibcode,
    notes,
    names: names.map(({ name }) => name),
    tags,
    marks,
    collections: collections.map(({ id }) => id),
    targets: targets.map(({ id }) => id),
    sources: records.map(({ source }) => source),
    reference: references.length > 0,
    answers: answers.map(({ id }) => id),
    files,
    keys,
    linked,
  };
}

async function restoredColumns(trx: Tx, id: number): Promise<RestoredColumns> {
  const { rows } = await sql<{ row: RestoredColumns }>`
    select to_jsonb(paper) as row from paper where id = ${id}`.execute(trx);
  const row = rows[0]?.row;
  return Object.fromEntries(RESTORED.map((column) => [column, row?.[column] ?? null])) as unknown as RestoredColumns;
}

export interface MergeRow {
  readonly id: number;
  readonly kept_id: number;
  readonly merged_id: number;
  readonly bibcode: string;
  readonly title: string;
  readonly merged_bibcode: string;
  readonly merged_title: string;
  readonly merged_at: Date;
  readonly cause: MergeCause;
}

/** Lists merges that can be undone, latest first. `ids` restricts the list. */
export async function listMerges(db: Db, ids?: readonly number[]): Promise<readonly MergeRow[]> {
  const { rows } = await sql<MergeRow>`
    select m.id, m.kept_id, m.merged_id, kept.bibcode, kept.title, m.bibcode as merged_bibcode,
           merged.title as merged_title, m.merged_at, m.cause
    from paper_merge m join paper kept on kept.id = m.kept_id join paper merged on merged.id = m.merged_id
    where ${ids ?? null}::int[] is null or m.id = any(${ids ?? []}::int[])
    order by m.merged_at desc, m.id desc limit 1000`.execute(db);
  return rows;
}

export async function lockMerge(
  trx: Tx,
  id: number,
): Promise<{ kept_id: number; merged_id: number; bibcode: string; state: MergeState; cause: MergeCause } | undefined> {
  return await trx
    .selectFrom('paper_merge')
    .select(['kept_id', 'merged_id', 'bibcode', 'state', 'cause'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Moves data that came from a merged paper back to that paper. Keeps later changes to the remaining paper. */
export async function restoreMerged(trx: Tx, kept: number, merged: number, state: MergeState): Promise<void> {
  await sql`
    update paper_name set paper_id = ${merged} where paper_id = ${kept} and name = any(${state.names}::text[])`.execute(
    trx,
  );
  for (const { id, position, anchor } of state.notes)
    await sql`
      update note set paper_id = ${merged}, position = ${position}, anchor = ${anchor}
      where id = ${id} and paper_id = ${kept}`.execute(trx);
  const tags = state.tags.map((tag) => (typeof tag === 'string' ? { name: tag, owner_id: null } : tag));
  await sql`
    delete from tag using ${recordset(tags, { name: 'text', owner_id: 'text' }, 't')}
    where paper_id = ${kept} and tag.name = t.name and tag.owner_id is not distinct from t.owner_id`.execute(trx);
  if (state.marks !== undefined) await restoreMarks(trx, kept, state.marks);
  await sql`
    delete from collection_paper where paper_id = ${kept} and collection_id = any(${state.collections}::int[])`.execute(
    trx,
  );
  await sql`
    delete from target_paper where paper_id = ${kept} and target_id = any(${state.targets}::int[])`.execute(trx);
  await sql`
    delete from source_record where paper_id = ${kept} and source = any(${state.sources}::text[])`.execute(trx);
  await sql`
    update answer set paper_id = ${merged} where paper_id = ${kept} and id = any(${state.answers}::int[])`.execute(trx);
  for (const combined of state.records ?? []) await separateRecord(trx, kept, combined);
  if (state.reference) await sql`delete from reference where paper_id = ${kept}`.execute(trx);
  if (state.item !== undefined) await separateItem(trx, kept, state.item);
  if (state.chosen !== undefined) await unchoose(trx, kept, state.chosen);
  await returnKeys(trx, state.keys ?? [], kept, merged);
  await returnItems(trx, state.linked ?? [], kept, merged);
  const returned = await returnFiles(trx, state.files ?? [], kept, merged);
  const now = await restoredColumns(trx, kept);
  // Keep later changes, except the choice of a file that belongs to the other paper.
  const isTaken = (column: keyof RestoredColumns) =>
    (column.startsWith('pdf') && returned.includes(now.pdf_location ?? '')) ||
    (column.startsWith('html') && returned.includes(now.html_location ?? ''));
  const columns = RESTORED.filter((column) => now[column] === state.after[column] || isTaken(column));
  const values = { ...now, ...Object.fromEntries(columns.map((column) => [column, state.before[column]])) };
  const changes = sql.join(RESTORED.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`));
  await sql`
    update paper set ${changes}
    from jsonb_populate_record(null::paper, ${JSON.stringify(values)}::jsonb) as r where paper.id = ${kept}`.execute(
    trx,
  );
  // Hide the text if the paper no longer has the file from which it was made.
  await sql`
    update paper set markdown_outdated = true
    where id = ${kept} and markdown_source is not null
      and markdown_source not in (coalesce(pdf_location, ''), coalesce(html_location, ''))`.execute(trx);
}

async function writeRecord(trx: Tx, id: number, source: Origin, record: SourceRecord): Promise<void> {
  await sql`
    update source_record set record = ${JSON.stringify(record)}::jsonb where paper_id = ${id} and source = ${source}`.execute(
    trx,
  );
}

/** Restores an entry unless it has changed since the merge. */
async function separateRecord(trx: Tx, id: number, { source, before, after }: CombinedRecord): Promise<void> {
  await sql`
    update source_record set record = ${JSON.stringify(before)}::jsonb
    where paper_id = ${id} and source = ${source} and record = ${JSON.stringify(after)}::jsonb`.execute(trx);
}

/** Restores the earlier chosen values, unless a later merge has changed them. */
async function unchoose(trx: Tx, id: number, { before, after }: NonNullable<MergeState['chosen']>): Promise<void> {
  const earlier = before === null ? null : JSON.stringify(before);
  await sql`
    update paper set chosen = ${earlier}::jsonb
    where id = ${id} and chosen = ${JSON.stringify(after)}::jsonb`.execute(trx);
}

async function separateItem(trx: Tx, id: number, { before, after }: CombinedItem): Promise<void> {
  const unchanged = sql`paper_id = ${id} and item = ${JSON.stringify(after)}::jsonb`;
  await (
    before === null
      ? sql`delete from reference where ${unchanged}`
      : sql`update reference set item = ${JSON.stringify(before)}::jsonb where ${unchanged}`
  ).execute(trx);
}

/** Returns the code of the paper into which a paper was merged later. */
export async function mergedInto(trx: Tx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ bibcode: string }>`
    select kept.bibcode from paper merged join paper kept on kept.id = merged.merged_into where merged.id = ${id}`.execute(
    trx,
  );
  return rows[0]?.bibcode;
}

/** Shows a hidden paper again, with its former code. */
export async function showMerged(trx: Tx, mergedId: number, bibcode: string): Promise<void> {
  await sql`
    update paper set bibcode = ${bibcode}, merged_into = null, trashed_at = null, in_library_since = in_library_before,
      in_library_before = null, updated_at = now()
    where id = ${mergedId}`.execute(trx);
  await sql`delete from paper_merge where merged_id = ${mergedId}`.execute(trx);
}

/** Returns whether another paper now has this code. */
export async function isCodeTaken(trx: Tx, bibcode: string, id: number): Promise<boolean> {
  const { rows } = await sql`select from paper where bibcode = ${bibcode} and id <> ${id}`.execute(trx);
  return rows.length > 0;
}
