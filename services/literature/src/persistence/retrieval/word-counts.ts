import { lockKey } from '@almagest/service-kit/advisory-lock';
import { inTransaction } from '@almagest/service-kit/database';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database.ts';

/** How many changes are added to the totals in one transaction. */
const AT_ONCE = 50_000;

/** Returns the number of passages that contain a word. `word` is a column of another table. */
export function passagesWith(word: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(passages), 0)::int
    from (select passages from word_count where word_count.word = ${word}
          union all select passages from word_change where word_change.word = ${word}) as counted)`;
}

export interface Totals {
  /** How many passages there are. */
  readonly passages: number;
  /** The mean number of indexed words in a passage. */
  readonly meanLength: number;
}

export async function readTotals(db: Db): Promise<Totals> {
  const { rows } = await sql<{ passages: number; length: number }>`
    select coalesce(sum(passages), 0)::int as passages, coalesce(sum(length), 0)::float8 as length
    from (select word, passages, length from word_count union all select word, passages, length from word_change) as counted
    where word = ''`.execute(db);
  const { passages, length } = rows[0] ?? { passages: 0, length: 0 };
  return { passages, meanLength: Math.max(1, length / Math.max(1, passages)) };
}

/** Adds the changes of the counts to the totals. Only one process at a time does so. */
export async function foldWordCounts(db: Db): Promise<void> {
  while ((await foldSome(db)) === AT_ONCE);
}

async function foldSome(db: Db): Promise<number> {
  return await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${lockKey('word counts')})`.execute(trx);
    const { rows } = await sql<{ taken: number }>`
      with taken as (
        delete from word_change where ctid = any(array(select ctid from word_change limit ${AT_ONCE}))
        returning word, passages, length
      ), folded as (
        insert into word_count (word, passages, length)
        select word, sum(passages), sum(length) from taken group by word
        on conflict (word) do update
        set passages = word_count.passages + excluded.passages, length = word_count.length + excluded.length)
      select count(*)::int as taken from taken`.execute(trx);
    return rows[0]?.taken ?? 0;
  });
}
