// Connections after a failover, sessions whose role has other settings, and poolers that drop settings.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { closedObject } from '@almagest/contracts';
import { until } from '@almagest/test-kit/until';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import Type from 'typebox';
import { migrate, openDatabase, requireMigrated, type OpenedDatabase } from '../src/database/database.ts';
import { defineJob, JobQueue, migrateJobs, startWorker } from '../src/jobs/jobs.ts';
import { freshDatabase } from './fresh-database.ts';

const CONNECTIONS = 3;

let url: string;
let admin: pg.Client;
let opened: OpenedDatabase<Record<string, never>> | undefined;

beforeEach(async () => {
  url = await freshDatabase();
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('create table public.written (id int)');
});
afterEach(async () => {
  await opened?.db.destroy();
  opened = undefined;
  await admin.end();
});

function open(plans: 'each_time' | 'once' = 'each_time') {
  opened = openDatabase({ url, schema: 'public' }, { max: CONNECTIONS, onFault: () => undefined, plans });
  return opened.db;
}

async function setForNewSessions(setting: string): Promise<void> {
  await admin.query(`do $$ begin execute format('alter database %I ${setting}', current_database()); end $$`);
}

describe('after a failover', () => {
  // Imitates a failover behind one address: new sessions can write, but earlier sessions can only read.
  async function givenFailover(db: OpenedDatabase<Record<string, never>>['db']): Promise<void> {
    await setForNewSessions('set default_transaction_read_only = on');
    await Promise.all(Array.from({ length: CONNECTIONS }, () => sql`select pg_sleep(0.2)`.execute(db)));
    await setForNewSessions('reset default_transaction_read_only');
  }
  const write = (db: OpenedDatabase<Record<string, never>>['db']) => sql`insert into written values (1)`.execute(db);

  test.each(['each_time', 'once'] as const)(
    'one refused write replaces all connections (statements planned %s)',
    async (plans) => {
      const db = open(plans);
      await givenFailover(db);
      await expect(write(db)).rejects.toMatchObject({ code: '25006' });
      await Promise.all(Array.from({ length: 2 * CONNECTIONS }, () => write(db)));
    },
  );

  test('a refused transaction replaces all connections, too', async () => {
    const db = open('once');
    await givenFailover(db);
    await expect(db.transaction().execute(write)).rejects.toMatchObject({ code: '25006' });
    await Promise.all(Array.from({ length: 2 * CONNECTIONS }, () => db.transaction().execute(write)));
  });

  test('readiness reports that the database is read-only and replaces the connections', async () => {
    const db = open();
    await sql`create table kysely_migration (name text)`.execute(db);
    await requireMigrated(db, {});
    await db.destroy();
    const again = open();
    await givenFailover(again);
    await expect(requireMigrated(again, {})).rejects.toThrow('the database is read-only');
    await requireMigrated(again, {});
  });
});

test('after a failover, a queue and its worker leave the server that refuses their writes', async () => {
  const faults: unknown[] = [];
  const rows: number[] = [];
  const { queue, stop } = await startJobs(rows, faults);
  try {
    queue.enqueue('index', 'a', { row: 1 });
    await until(() => rows.length === 1);
    await refuseWritesOfEarlierSessions();
    queue.enqueue('index', 'b', { row: 2 });
    await until(() => faults.length > 0);
    expect(faults[0]).toMatchObject({ code: '25006' });
    queue.enqueue('index', 'c', { row: 3 });
    await until(() => rows.length === 2);
    // The worker listened for jobs on one of these sessions.
    await until(async () => (await admin.query(EARLIER_SESSIONS)).rowCount === 0, 'the earlier sessions to end');
  } finally {
    await stop();
    await queue.stop();
  }
});

const EARLIER_SESSIONS = `
  select pid from pg_stat_activity, public.failover
  where datname = current_database() and backend_start < at and pid <> pg_backend_pid()`;

/** Imitates a failover for sessions that are already open. */
async function refuseWritesOfEarlierSessions(): Promise<void> {
  await admin.query(`
    create table public.failover as select clock_timestamp() as at;
    create function public.refuse() returns trigger language plpgsql as $$ begin
      if (select backend_start < at from pg_stat_activity, public.failover where pid = pg_backend_pid()) then
        raise exception 'the server is read-only' using errcode = 'read_only_sql_transaction';
      end if;
      return null;
    end $$;
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'kit_jobs' loop
        execute format('create trigger refuse before insert or update or delete on kit_jobs.%I execute function public.refuse()', name);
      end loop;
    end $$`);
}

async function startJobs(rows: number[], faults: unknown[]) {
  const at = { database: { url, schema: 'kit' }, redisUrl: undefined };
  await migrateJobs(at);
  const kinds = { index: defineJob({ payload: closedObject({ row: Type.Integer() }), options: { attempts: 1 } }) };
  const processors = { index: ({ row }: { row: number }) => Promise.resolve(void rows.push(row)) };
  const common = { name: 'queue', kinds, at, concurrency: 1, onFault: (fault: unknown) => faults.push(fault) };
  return { queue: new JobQueue('queue', kinds, at, common.onFault), stop: startWorker({ ...common, processors }) };
}

test('sessions do not depend on the settings of the role or database', async () => {
  const settings: readonly (readonly [name: string, value: string, ours: string])[] = [
    ['DateStyle', 'SQL, DMY', 'ISO, MDY'],
    ['IntervalStyle', 'iso_8601', 'postgres'],
    ['TimeZone', 'Asia/Tokyo', 'UTC'],
    ['default_transaction_isolation', 'serializable', 'read committed'],
    ['default_transaction_deferrable', 'on', 'off'],
    ['statement_timeout', '1', '30s'],
    ['lock_timeout', '1', '10s'],
    ['idle_session_timeout', '1', '0'],
    ['idle_in_transaction_session_timeout', '1', '1min'],
    ['search_path', 'pg_catalog', 'public'],
    ['bytea_output', 'escape', 'hex'],
    ['extra_float_digits', '0', '1'],
    ['array_nulls', 'off', 'on'],
    ['transform_null_equals', 'on', 'off'],
    ['synchronous_commit', 'off', 'on'],
  ];
  for (const [name, value] of settings)
    await setForNewSessions(`set ${name} = ${name === 'search_path' ? value : `''${value}''`}`);
  const db = open();
  for (const [name, , ours] of settings) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
    if (/timeout/.test(name) && name !== 'idle_session_timeout') expect(rows[0]?.value).not.toBe('1ms');
    else expect([name, rows[0]?.value]).toEqual([name, ours]);
  }
});

test('jobs do not depend on the settings of the role or database', async () => {
  const settings = {
    statement_timeout: '1',
    lock_timeout: '1',
    idle_session_timeout: '200',
    default_transaction_isolation: 'serializable',
  };
  for (const [name, value] of Object.entries(settings)) await setForNewSessions(`set ${name} = ''${value}''`);
  const faults: unknown[] = [];
  const rows: number[] = [];
  const { queue, stop } = await startJobs(rows, faults);
  try {
    queue.enqueue('index', 'a', { row: 1 });
    await until(() => rows.length === 1);
    // The server ends an idle session with the settings of the database. The sessions of the jobs are idle for longer.
    const control = new pg.Client({ connectionString: url }).on('error', () => undefined);
    await control.connect();
    await new Promise((resolve) => void control.once('end', resolve));
    queue.enqueue('index', 'b', { row: 2 });
    await until(() => rows.length === 2);
    expect(faults).toEqual([]);
  } finally {
    await stop();
    await queue.stop();
  }
});

describe('a pooler that drops the settings of sessions is refused in one sentence', () => {
  /** Forwards connections to the database. Passes the first message, which opens the session, through `change`. */
  async function poolerTo(change: (startup: Buffer) => Buffer | undefined) {
    const { host, port, user = '', database = '' } = new pg.Client({ connectionString: url });
    const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
    const pooler = createServer((client) => {
      client.on('error', () => undefined);
      client.once('data', (startup: Buffer) => {
        const changed = change(startup);
        if (changed === undefined)
          return void client.end(refusal('unsupported startup parameter in options: search_path'));
        const server = connect(place).on('error', () => client.destroy());
        server.write(changed);
        client.pipe(server).pipe(client);
      });
    }).listen(0, '127.0.0.1');
    await once(pooler, 'listening');
    const through = `postgresql://${user}@127.0.0.1:${(pooler.address() as AddressInfo).port}/${database}`;
    return { url: through, close: () => pooler.close() };
  }

  /** An `ErrorResponse` message of PostgreSQL's protocol. */
  function refusal(message: string): Buffer {
    const body = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`);
    const head = Buffer.alloc(5);
    head.write('E');
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  }

  test.each<[string, (startup: Buffer) => Buffer | undefined]>([
    [
      'it ignores them',
      (startup) => {
        const [head = '', tail = ''] = startup.toString('latin1').split('-c search_path=kit');
        const [options = '', rest = ''] = tail.split(/(?=\0)(.*)/s);
        return Buffer.from(`${head}${'-c seq_page_cost=1'.padEnd(options.length + 18)}${rest}`, 'latin1');
      },
    ],
    ['it refuses them', () => undefined],
  ])('%s', async (_how, change) => {
    await admin.query('create schema kit');
    await setForNewSessions('set search_path = kit');
    const pooler = await poolerTo(change);
    const message = 'DATABASE_URL leads to a pooler that drops session settings';
    opened = openDatabase({ url: pooler.url, schema: 'kit' }, { max: 1, onFault: () => undefined });
    const { db } = opened;
    try {
      await expect(migrate({ url: pooler.url, schema: 'kit' }, {})).rejects.toThrow(message);
      await expect(requireMigrated(db, {})).rejects.toThrow(message);
      await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: '08P01' });
    } finally {
      pooler.close();
    }
  });
});
