import { lockKey } from '@almagest/service-kit/advisory-lock';
import { inTransaction } from '@almagest/service-kit/database';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database.ts';

/** Maximum number of changes to add to the totals in one transaction. */
const AT_ONCE = 50_000;

/** The row that counts the passages and their words. */
export const TOTALS = '';

interface WordCount {
  readonly holding: number;
  readonly length: number;
}

/** Builds the query `counts`, which counts the passages with each word that `words` selects. */
export function countsOf(words: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (table: string) =>
    sql`select word, passages, length from ${sql.table(table)} where word = any(array(${words}))`;
  return sql`counts as (
    select word, sum(passages)::int as passages, sum(length)::float8 as length
    from (${of('word_count')} union all ${of('word_change')}) as counted group by word)`;
}

export interface Totals {
  readonly passages: number;
  /** The mean number of indexed words in a passage. */
  readonly meanLength: number;
}

export function totalsOf({ holding: passages, length }: WordCount = { holding: 0, length: 0 }): Totals {
  return { passages, meanLength: Math.max(1, length / Math.max(1, passages)) };
}

/** Adds the recorded changes of counts to the totals. Only one process at a time does this. */
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
