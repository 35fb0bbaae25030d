import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** Finds papers by name (rows of `paper_name`). The papers cannot be deleted or merged until the transaction ends. */
export async function lockNamed(trx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const lock = async () => {
    const { rows } = await sql<{ name: string; id: number }>`
      select name, paper.id from paper_name join paper on paper.id = paper_id
      where name = any(${names}::text[]) and merged_into is null order by paper.id for key share of paper`.execute(trx);
    return new Map(rows.map(({ name, id }) => [name, id]));
  };
  const found = await lock();
  // A merge may have moved a name to another paper while the statement waited for its lock.
  return found.size < names.length ? await lock() : found;
}
