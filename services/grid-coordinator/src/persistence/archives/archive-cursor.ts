import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../database.ts';

/** The number of rows per fetch. */
const PAGE = 2_000;

/**
 * Reads a query through a cursor: the server holds the result, and this process holds one page. The query must return
 * one column, `row`.
 */
export async function* pagesOf<Row>(
  trx: Tx,
  cursor: string,
  query: RawBuilder<unknown>,
  page = PAGE,
): AsyncGenerator<Row[]> {
  await sql`declare ${sql.ref(cursor)} no scroll cursor for ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ row: Row }>`fetch ${sql.lit(page)} from ${sql.ref(cursor)}`.execute(trx);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < page) break;
  }
  await sql`close ${sql.ref(cursor)}`.execute(trx);
}
