import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql, type Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../src/database/database.ts';
import { freshDatabase } from './fresh-database.ts';

type Tx = Transaction<unknown>;

let db: Kysely<unknown>;
/** A separate connection, as if from another program. */
let beside: pg.Client;

const add = (trx: Tx, row: number) => sql`insert into account values (${row})`.execute(trx);

beforeEach(async () => {
  const url = await freshDatabase();
  beside = new pg.Client({ connectionString: url });
  await beside.connect();
  await beside.query('create table account (id int primary key)');
  const { db: opened } = openDatabase<unknown>(
    { url, schema: 'public' },
    { max: 1, onFault: () => undefined, plans: 'once' },
  );
  db = opened;
});
afterEach(async () => {
  await db.destroy();
  await beside.end();
});

async function has(row: number): Promise<boolean> {
  return (await beside.query('select from account where id = $1', [row])).rowCount === 1;
}

/** Returns the state of the connection under test as the server sees it. */
async function state(): Promise<unknown> {
  const { rows } = await beside.query<{ state: string }>(
    `select state from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return rows.map((row) => row.state);
}

test('a transaction lasts from its first statement to its commit', async () => {
  await db.transaction().execute(async (trx) => {
    await add(trx, 1);
    expect(await state()).toEqual(['idle in transaction']);
    await add(trx, 2);
    expect(await has(1)).toBe(false);
  });
  expect([await has(1), await has(2), await state()]).toEqual([true, true, ['idle']]);
});

test('a failed statement rolls its transaction back, and the connection still works', async () => {
  await db.transaction().execute(async (trx) => add(trx, 1));
  const failing = db.transaction().execute(async (trx) => {
    await add(trx, 2);
    await add(trx, 1);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect([await has(2), await state()]).toEqual([false, ['idle']]);
  await db.transaction().execute(async (trx) => add(trx, 3));
  expect(await has(3)).toBe(true);
});

test('an error after a statement rolls it back', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await add(trx, 1);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([await has(1), await state()]).toEqual([false, ['idle']]);
});

test('a transaction fails if its begin fails', async () => {
  // By the sixth time, the begin is a prepared statement. It fails once the server has forgotten the prepared statement.
  for (let row = 1; row <= 6; row += 1) await db.transaction().execute(async (trx) => add(trx, row));
  await sql`deallocate all`.execute(db);
  const failing = db.transaction().execute(async () => undefined);
  await expect(failing).rejects.toMatchObject({ code: '26000' });
});

test('a transaction without statements leaves the connection unchanged, whether it succeeds or fails', async () => {
  await db.transaction().execute(() => Promise.resolve());
  await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await sql`insert into account values (1)`.execute(db);
  expect([await has(1), await state()]).toEqual([true, ['idle']]);
});
