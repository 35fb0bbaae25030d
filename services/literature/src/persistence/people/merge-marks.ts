import { sql } from 'kysely';
import type { Tx } from '../database.ts';
import type { MovedMarks } from '../library/merge-tables.ts';

/**
 * Adds the marks of people on papers to another paper. Never removes a star, and never makes a read paper unread. A
 * person sees the remaining paper, unless that paper and all merged papers are in this person's trash. Returns the
 * marks that changed.
 */
export async function mergeMarks(trx: Tx, kept: number, others: readonly number[]): Promise<MovedMarks> {
  const owners = sql`select owner_id from paper_mark where paper_id = any(${others}::int[])`;
  const read = async () => {
    const { rows } = await sql<{ mark: unknown }>`
      select to_jsonb(paper_mark) as mark from paper_mark where paper_id = ${kept} and owner_id in (${owners})
      order by owner_id`.execute(trx);
    return rows.map(({ mark }) => mark);
  };
  const before = await read();
  await sql`
    insert into paper_mark (owner_id, paper_id, reading_state, is_starred, trashed_at)
    select owner_id, ${kept}::int,
      (array['unread', 'reading', 'read'])[max(array_position(array['unread', 'reading', 'read'], reading_state))],
      bool_or(is_starred), case when count(trashed_at) = ${others.length + 1} then max(trashed_at) end
    from (
      select owner_id, paper_id, reading_state, is_starred, trashed_at from paper_mark
      where paper_id = any(${[...others, kept]}::int[]) and owner_id in (${owners})) as mark
    group by owner_id
    on conflict (owner_id, paper_id) do update set
      reading_state = excluded.reading_state, is_starred = excluded.is_starred, trashed_at = excluded.trashed_at`.execute(
    trx,
  );
  return { before, after: await read() };
}

/** Restores the marks that a merge has changed, except marks that have changed since the merge. */
export async function restoreMarks(trx: Tx, kept: number, { before, after }: MovedMarks): Promise<void> {
  const rows = (marks: readonly unknown[]) =>
    sql`jsonb_populate_recordset(null::paper_mark, ${JSON.stringify(marks)}::jsonb)`;
  const { rows: restored } = await sql<{ owner_id: string }>`
    delete from paper_mark using ${rows(after)} as merged
    where paper_mark.paper_id = ${kept} and paper_mark = merged returning paper_mark.owner_id`.execute(trx);
  await sql`
    insert into paper_mark select * from ${rows(before)} as mark
    where owner_id = any(${restored.map(({ owner_id }) => owner_id)}::text[]) on conflict do nothing`.execute(trx);
}
