import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import type { Migration } from 'kysely/migration';
import { DATABASE_LIMITS } from '../src/database/database-limits.ts';
import { migrate, openDatabase, requireMigrated } from '../src/database/database.ts';
import { outageOf } from '../src/database/outage.ts';
import { freshDatabase } from './fresh-database.ts';

/** Accepts connections and never answers, like a frozen or unreachable server. */
let silent: Server;
let url: string;
const connections = new Set<Socket>();
beforeAll(async () => {
  silent = createServer((connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  url = `postgresql://127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
});
afterAll(() => {
  for (const connection of connections) connection.destroy();
  silent.close();
});

const onFault = () => undefined;
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('while the database does not answer', () => {
  test('requests for a connection fail soon, however many wait', async () => {
    const { db } = openDatabase({ url, schema: 'kit' }, { max: 2, onFault });
    const asked = Array.from({ length: 5 }, () => errorOf(sql`select 1`.execute(db)));
    for (const error of await Promise.all(asked)) {
      expect(outageOf(error)).toMatchObject({ dependency: 'database', isAway: true });
      expect(String(error)).toContain('no connection to the database within 2000 ms');
    }
    for (const connection of connections) connection.destroy();
    await db.destroy();
  });

  test('readiness reports the outage instead of missing migrations', async () => {
    const { db } = openDatabase({ url: 'postgresql://127.0.0.1:1/none', schema: 'kit' }, { max: 1, onFault });
    await expect(requireMigrated(db, {})).rejects.toThrow(/^the database does not answer/);
    await db.destroy();
  });
});

/** Longer than a connection may take. */
const LATE_MS = 2_600;

/** Forwards connections to the database. Delays the first `late` connections, as a busy machine does. */
async function gateTo(url: string, { late }: { readonly late: number }) {
  const { host, port, user = '', database = '' } = new pg.Client({ connectionString: url });
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  let count = 0;
  const gate = createServer((client) => {
    count += 1;
    const pass = () => client.pipe(connect(place).on('error', () => client.destroy())).pipe(client);
    client.on('error', () => undefined);
    if (count > late) pass();
    else setTimeout(pass, LATE_MS);
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const through = new URL(`postgresql://${user}@127.0.0.1:${(gate.address() as AddressInfo).port}/${database}`);
  return { url: through, count: () => count, close: () => gate.close() };
}

describe('a database that starts late', () => {
  const ups: Record<string, Migration> = { first: { up: () => Promise.resolve() } };

  test('is migrated once it answers', async () => {
    const gate = await gateTo(await freshDatabase(), { late: 1 });
    expect(await migrate({ url: gate.url.href, schema: 'kit' }, ups)).toEqual(['first']);
    gate.close();
  });

  test('is not waited for if it refuses the credentials', async () => {
    const gate = await gateTo(await freshDatabase(), { late: 0 });
    gate.url.username = 'nobody';
    await expect(migrate({ url: gate.url.href, schema: 'kit' }, ups)).rejects.toThrow(/nobody/);
    expect(gate.count()).toBe(1);
    gate.close();
  });
});

describe('a database that answers', () => {
  test('is not ready if it lacks a migration, and says so', async () => {
    const { db } = openDatabase({ url: await freshDatabase(), schema: 'kit' }, { max: 1, onFault });
    const up = () => Promise.resolve();
    await expect(requireMigrated(db, { first: { up } })).rejects.toThrow(/schema is not current. Run the migration/);
    await db.destroy();
  });

  test('is not ready while it does not answer, and readiness does not wait for it', async () => {
    const { db } = openDatabase({ url: await freshDatabase(), schema: 'public' }, { max: 2, onFault });
    await sql`create table kysely_migration (name text)`.execute(db);
    await requireMigrated(db, {});
    await db.transaction().execute(async (trx) => {
      await sql`lock table kysely_migration`.execute(trx);
      await expect(requireMigrated(db, {})).rejects.toThrow(/^the database does not answer/);
    });
    await requireMigrated(db, {});
    await db.destroy();
  });

  test('is waited for longer than an unreachable one while all connections are in use', async () => {
    const { db } = openDatabase({ url: await freshDatabase(), schema: 'public' }, { max: 1, onFault });
    const slow = sql`select pg_sleep(3)`.execute(db);
    expect(await errorOf(sql`select 1`.execute(db))).toBeUndefined();
    await slow;
    await db.destroy();
  });

  test('ends statements, lock waits and idle transactions that exceed their limits', async () => {
    const at = { url: await freshDatabase(), schema: 'public' };
    const limits = { ...DATABASE_LIMITS, statementMs: 300, jobStatementMs: 2_000, lockMs: 100, idleTransactionMs: 200 };
    const { db } = openDatabase({ ...at, limits }, { max: 3, onFault });
    const { db: jobs } = openDatabase({ ...at, limits }, { max: 1, onFault, forJobs: true });
    await sql`create table held (n int)`.execute(db);
    expect(await errorOf(sql`select pg_sleep(20)`.execute(db))).toMatchObject({ code: '57014' });
    expect(await errorOf(sql`select pg_sleep(0.6)`.execute(jobs))).toBeUndefined();
    const gate = Promise.withResolvers<void>();
    const holder = errorOf(
      jobs.transaction().execute(async (trx) => {
        await sql`lock table held`.execute(trx);
        await gate.promise;
        await sql`select 1`.execute(trx);
      }),
    );
    await until(async () => {
      const { rows } = await sql`
        select from pg_locks where relation = 'held'::regclass
          and database = (select oid from pg_database where datname = current_database())`.execute(db);
      return rows.length > 0;
    }, 'the table to be locked');
    expect(await errorOf(sql`insert into held values (1)`.execute(db))).toMatchObject({ code: '55P03' });
    // The lock is released when the idle transaction is ended.
    await until(async () => (await errorOf(sql`insert into held values (1)`.execute(db))) === undefined);
    gate.resolve();
    expect(outageOf(await holder)).toMatchObject({ dependency: 'database' });
    await db.destroy();
    await jobs.destroy();
  });
});
