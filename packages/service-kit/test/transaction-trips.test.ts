import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql, type Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../src/database.ts';
import { THEN_COMMIT } from '../src/transaction-trips.ts';
import { freshDatabase } from './fresh-database.ts';

type Tx = Transaction<unknown>;

let db: Kysely<unknown>;
/** Beside the connection under test, as another program. */
let beside: pg.Client;
let id = 0;

const add = (trx: Tx, row: number) => sql`insert into account values (${row})`.execute(trx);
const addLast = (trx: Tx, row: number) => sql`insert into account values (${row}) ${sql.raw(THEN_COMMIT)}`.execute(trx);

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
  id = 0;
  // What comes often is parsed by name, and only that goes along with others.
  for (let time = 0; time < 8; time += 1) {
    await db.transaction().execute(async (trx) => add(trx, (id += 1)));
    await db.transaction().execute(async (trx) => addLast(trx, (id += 1)));
  }
});
afterEach(async () => {
  await db.destroy();
  await beside.end();
});

async function has(row: number): Promise<boolean> {
  return (await beside.query('select from account where id = $1', [row])).rowCount === 1;
}

/** What the connection under test is about, as the server tells. */
async function state(): Promise<unknown> {
  const { rows } = await beside.query<{ state: string }>(
    `select state from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return rows.map((row) => row.state);
}

test('a transaction begins with its first statement and holds until its commit', async () => {
  await db.transaction().execute(async (trx) => {
    expect(await state()).toEqual(['idle']);
    await add(trx, 1001);
    expect(await state()).toEqual(['idle in transaction']);
    await add(trx, 1002);
    expect(await has(1001)).toBe(false);
  });
  expect([await has(1001), await has(1002), await state()]).toEqual([true, true, ['idle']]);
});

test('the statement that is marked as the last commits', async () => {
  await db.transaction().execute(async (trx) => {
    await add(trx, 1001);
    await addLast(trx, 1002);
    expect([await has(1001), await has(1002), await state()]).toEqual([true, true, ['idle']]);
  });
  await db.transaction().execute(async (trx) => {
    await addLast(trx, 1003);
    expect(await has(1003)).toBe(true);
  });
  expect(await state()).toEqual(['idle']);
});

test('nothing is committed by a last statement that fails', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await add(trx, 1001);
    await addLast(trx, 1);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect([await has(1001), await state()]).toEqual([false, ['idle']]);
  await db.transaction().execute(async (trx) => addLast(trx, 1001));
  expect(await has(1001)).toBe(true);
});

test('nothing is committed by a last statement whose values cannot be sent', async () => {
  const unsendable = {
    toPostgres() {
      throw new Error('no value');
    },
  };
  const failing = db.transaction().execute(async (trx) => {
    await add(trx, 1001);
    await sql`insert into account values (${unsendable}) ${sql.raw(THEN_COMMIT)}`.execute(trx);
  });
  await expect(failing).rejects.toThrow('no value');
  expect([await has(1001), await state()]).toEqual([false, ['idle']]);
});

test('a statement does not run when its transaction could not begin', async () => {
  await sql`deallocate begin`.execute(db);
  const failing = db.transaction().execute(async (trx) => add(trx, 1001));
  await expect(failing).rejects.toMatchObject({ code: '26000' });
  expect(await has(1001)).toBe(false);
});

test('a statement after the last is refused instead of running outside the transaction', async () => {
  const wrong = db.transaction().execute(async (trx) => {
    await addLast(trx, 1001);
    await add(trx, 1002);
  });
  await expect(wrong).rejects.toThrow('marked as the last');
  expect(await has(1002)).toBe(false);
  await db.transaction().execute(async (trx) => add(trx, 1003));
  expect([await has(1003), await state()]).toEqual([true, ['idle']]);
});

test('a transaction without statements, ended well or not, leaves the connection as it was', async () => {
  await db.transaction().execute(() => Promise.resolve());
  await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await sql`insert into account values (1001)`.execute(db);
  expect([await has(1001), await state()]).toEqual([true, ['idle']]);
});

test('what was thrown after a statement takes it back', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await add(trx, 1001);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([await has(1001), await state()]).toEqual([false, ['idle']]);
});
