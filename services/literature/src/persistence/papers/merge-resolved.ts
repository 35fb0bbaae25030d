import { sql } from 'kysely';
import { HOLDINGS, mergeHoldings, type Holdings } from '../../domain/library/holdings.ts';
import type { Resolution } from '../../domain/papers/resolve-identities.ts';
import { moveKeys } from '../bibliographies/citation-key-repository.ts';
import { inheritAlerts } from '../alerts/alert-repository.ts';
import type { Tx } from '../database.ts';
import { moveFiles } from '../full-text/file-repository.ts';
import { inheritApart } from '../library/duplicate-repository.ts';
import { hideMerged } from '../library/merge-repository.ts';
import { moveItems } from '../linked/linked-item-repository.ts';
import { mergeMarks } from '../people/merge-marks.ts';

/** Moves all data of a resolution's other papers to its first paper. Merges of papers in the library can be undone. */
export async function mergeResolved(trx: Tx, resolutions: readonly Resolution[]): Promise<void> {
  for (const { paperIds, records } of resolutions) {
    const [kept, ...others] = paperIds;
    if (kept === undefined || others.length === 0) continue;
    // Lock the papers first. Otherwise, data that another transaction links to a paper now would be deleted with the
    // paper.
    const rows = await trx
      .selectFrom('paper')
      .select(['id', ...HOLDINGS])
      .where('id', 'in', paperIds)
      .orderBy('id')
      .forUpdate()
      .execute();
    const isOwned = ({ in_library_since, trashed_at }: Holdings) => in_library_since !== null || trashed_at !== null;
    const owned = new Set(rows.filter(isOwned).map(({ id }) => id));
    const cause = records.some(({ source }) => source === 'user') ? 'import' : 'source';
    for (const merged of others.filter((id) => owned.has(id))) await hideMerged(trx, kept, merged, { cause });
    const results = others.filter((id) => !owned.has(id));
    if (results.length > 0) await absorbResults(trx, kept, results);
  }
}

/** Moves all data of papers that are only search results to another paper. Then deletes these search results. */
async function absorbResults(trx: Tx, kept: number, others: readonly number[]): Promise<void> {
  const of = sql`any(${others}::int[])`;
  await sql`update paper_name set paper_id = ${kept} where paper_id = ${of}`.execute(trx);
  await sql`update note set paper_id = ${kept}, position = null, anchor = case anchor when 'paper' then 'paper' else 'unchecked' end
    where paper_id = ${of}`.execute(trx);
  await sql`update answer set paper_id = ${kept} where paper_id = ${of}`.execute(trx);
  await moveFiles(trx, kept, others);
  await moveKeys(trx, kept, others);
  await moveItems(trx, kept, others);
  await sql`update active_paper set paper_id = ${kept} where paper_id = ${of}`.execute(trx);
  await sql`update person_active_paper set paper_id = ${kept} where paper_id = ${of}`.execute(trx);
  await mergeMarks(trx, kept, others);
  await sql`update batch_paper set paper_id = ${kept} where paper_id = ${of}`.execute(trx);
  await sql`
    insert into source_record (paper_id, source, record, seen_at)
    select distinct on (source) ${kept}::int, source, record, seen_at from source_record where paper_id = ${of}
    order by source, seen_at desc on conflict do nothing`.execute(trx);
  await sql`
    insert into target_paper (target_id, paper_id) select target_id, ${kept}::int from target_paper where paper_id = ${of}
    on conflict do nothing`.execute(trx);
  await inheritAlerts(trx, others, kept);
  await mergeBelongings(trx, kept, others);
  await inheritApart(trx, others, kept);
  const rows = await trx
    .selectFrom('paper')
    .select(['id', ...HOLDINGS])
    .where('id', 'in', [kept, ...others])
    .execute();
  const all = [kept, ...others].flatMap((id) => rows.filter((row) => row.id === id) as Holdings[]);
  await trx.updateTable('paper').set(all.reduce(mergeHoldings)).where('id', '=', kept).execute();
  await sql`delete from paper where id = ${of}`.execute(trx);
}

/** Moves the collections, tags and reference of the other papers to the remaining paper. */
async function mergeBelongings(trx: Tx, kept: number, others: readonly number[]): Promise<void> {
  const of = sql`any(${others}::int[])`;
  await sql`
    insert into collection_paper (paper_id, collection_id)
    select ${kept}::int, collection_id from collection_paper where paper_id = ${of} on conflict do nothing`.execute(
    trx,
  );
  await sql`
    insert into tag (paper_id, name, owner_id)
    select ${kept}::int, name, owner_id from tag where paper_id = ${of} on conflict do nothing`.execute(trx);
  await sql`
    insert into reference (paper_id, item, imported_at)
    select ${kept}::int, item, imported_at from reference where paper_id = ${of} order by imported_at limit 1
    on conflict do nothing`.execute(trx);
}
