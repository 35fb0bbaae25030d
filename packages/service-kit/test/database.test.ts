import { until } from '@almagest/test-kit/until';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import {
  inTransaction,
  migrate,
  openDatabase,
  requireMigrated,
  type DatabaseLocation,
  type OpenedDatabase,
} from '../src/database/database.ts';
import { dropIndexOnline, indexOnline } from '../src/database/online-migration.ts';
import { freshDatabase } from './fresh-database.ts';

interface Tables {
  readonly account: { id: number; amount: number };
}

let at: DatabaseLocation;
let opened: OpenedDatabase<Tables>;
let faults: Error[];
/** A separate connection, as if from another program. */
let beside: pg.Client;

beforeEach(async () => {
  at = { url: await freshDatabase(), schema: 'kit' };
  faults = [];
  opened = openDatabase(at, { max: 4, onFault: (error) => faults.push(error) });
  beside = new pg.Client({ connectionString: at.url });
  await beside.connect();
});
afterEach(async () => {
  await opened.db.destroy();
  await beside.end();
});

const creates = (table: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`create table ${sql.id(table)} (id int primary key, amount int not null)`.execute(db);
  },
});

const fails: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table half_done (id int)`.execute(db);
    await sql`select 1 / 0`.execute(db);
  },
};

async function tables(): Promise<string[]> {
  const { rows } = await beside.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('kit', 'public') order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !name.includes('kysely'));
}

describe('the pool', () => {
  test('uses only its own schema', async () => {
    await migrate(at, { '0001': creates('account') });
    await beside.query('create table public.foreign_table (id int)');
    const search = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(opened.db);
    expect(search.rows).toEqual([{ path: 'kit' }]);
    await expect(sql`select * from account`.execute(opened.db)).resolves.toBeDefined();
    await expect(sql`select * from foreign_table`.execute(opened.db)).rejects.toThrow('does not exist');
  });

  test.each(['each_time', 'once'] as const)('does not JIT-compile statements that are planned %s', async (plans) => {
    const { db } = openDatabase(at, { max: 1, onFault: (error) => faults.push(error), plans });
    const { rows } = await sql`select current_setting('jit') as jit`.execute(db);
    expect(rows).toEqual([{ jit: 'off' }]);
    await db.destroy();
  });

  test('returns counts as numbers', async () => {
    const { rows } = await sql<{ n: unknown }>`select count(*) as n from generate_series(1, 12)`.execute(opened.db);
    expect(rows).toEqual([{ n: 12 }]);
  });

  test('survives a connection that is closed while idle, and reports it', async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(opened.db);
    await beside.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await until(() => faults.length > 0);
    expect(faults.map(({ message }) => message)).toEqual(['terminating connection due to administrator command']);
    await expect(sql`select 1`.execute(opened.db)).resolves.toBeDefined();
  });
});

describe('a frequent statement', () => {
  const named = async (client: OpenedDatabase<Tables>) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements
      where statement like '%from account where id =%' and not statement like '%pg_prepared%'`.execute(client.db);
    return rows[0]?.n;
  };

  test('is prepared, returns the same results, and is planned for the actual values', async () => {
    await migrate(at, { '0001': creates('account') });
    await sql`insert into account select n, n from generate_series(1, 50) n`.execute(opened.db);
    for (let id = 1; id <= 20; id += 1) {
      const { rows } = await sql<{ amount: number }>`select amount from account where id = ${id}`.execute(opened.db);
      expect(rows).toEqual([{ amount: id }]);
      if (id === 4) expect(await named(opened)).toBe(0);
    }
    expect(await named(opened)).toBe(1);
    const { rows } = await sql<{ generic: number }>`select sum(generic_plans)::int as generic
      from pg_prepared_statements`.execute(opened.db);
    expect(rows).toEqual([{ generic: 0 }]);
  });

  test('works after its table changes', async () => {
    await migrate(at, { '0001': creates('account') });
    const read = async () => await sql`select amount from account where id = ${1}`.execute(opened.db);
    for (let time = 0; time < 8; time += 1) await read();
    await beside.query('alter table kit.account add column note text');
    await expect(read()).resolves.toBeDefined();
  });
});

describe('migrations', () => {
  test('are applied once each in the order of their names, and reported', async () => {
    const first = { '0002': creates('b'), '0001': creates('a') };
    expect(await migrate(at, first)).toEqual(['0001', '0002']);
    expect(await migrate(at, first)).toEqual([]);
    expect(await migrate(at, { ...first, '0003': creates('c') })).toEqual(['0003']);
    expect(await tables()).toEqual(['kit.a', 'kit.b', 'kit.c']);
  });

  test('are applied by one of many concurrent runners while the others wait', async () => {
    const known = { '0001': creates('a'), '0002': creates('b') };
    const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(at, known)));
    expect(applied.filter((names) => names.length > 0)).toEqual([['0001', '0002']]);
    expect(await tables()).toEqual(['kit.a', 'kit.b']);
  });

  test('wait for another runner without a snapshot, which would block its index build', async () => {
    await beside.query(`select pg_advisory_lock(hashtextextended('almagest migrations', 0))`);
    const running = migrate(at, { '0001': creates('a') });
    const asking = sql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and query like '%pg_try_advisory_lock%' and state = 'idle'`;
    await until(async () => (await asking.execute(opened.db)).rows.length === 1);
    expect(await tables()).toEqual([]);
    await beside.query(`select pg_advisory_unlock_all()`);
    expect(await running).toEqual(['0001']);
  });

  test('are one transaction each: a failed one leaves nothing, and the rest follows after a fix', async () => {
    await expect(migrate(at, { '0001': creates('a'), '0002': fails })).rejects.toThrow('division by zero');
    expect(await tables()).toEqual(['kit.a']);
    expect(await migrate(at, { '0001': creates('a'), '0002': creates('b') })).toEqual(['0002']);
  });

  test('let other statements run while a table is in use, and retry until they get the lock', async () => {
    await migrate(at, { '0001': creates('account') });
    await sql`insert into account values (1, 0)`.execute(opened.db);
    await beside.query('begin');
    await beside.query('select * from kit.account');
    const changes = {
      up: async (db: Kysely<unknown>) => void (await sql`alter table account add note text`.execute(db)),
    };
    let tries = 0;
    const counted: Migration = { up: (db) => ((tries += 1), changes.up(db)) };
    const running = migrate(at, { '0001': creates('account'), '0002': counted });
    running.catch(() => undefined);
    await until(() => tries > 0);
    // This statement waits for the table until the migration's earlier lock request times out.
    await sql`update account set amount = 1`.execute(opened.db);
    await until(() => tries > 1);
    await beside.query('commit');
    expect(await running).toEqual(['0002']);
  });

  const indexed = () => ({ '0001': creates('account'), '0002': indexOnline('account_amount', 'on account (amount)') });
  const indexState = async () => {
    const { rows } = await sql`select indisvalid as valid, indisunique as alone from pg_index
      where indexrelid = to_regclass('account_amount')`.execute(opened.db);
    return rows;
  };

  test('build an index once while its table is written, even with concurrent runners', async () => {
    await migrate(at, { '0001': creates('account') });
    await beside.query('begin');
    await beside.query('insert into kit.account values (1, 7)');
    const running = Promise.all(Array.from({ length: 3 }, () => migrate(at, indexed())));
    running.catch(() => undefined);
    const building = sql`select 1 from pg_stat_activity where datname = current_database()
      and query like 'create index concurrently%' and wait_event_type = 'Lock'`;
    await until(async () => (await building.execute(opened.db)).rows.length === 1);
    // The build waits for the open transaction, but no statement waits for the build.
    await sql`insert into account values (2, 8)`.execute(opened.db);
    await beside.query('commit');
    expect((await running).flat()).toEqual(['0002']);
    expect(await indexState()).toEqual([{ valid: true, alone: false }]);
  });

  test('drop an index while its table is written', async () => {
    await migrate(at, indexed());
    await beside.query('begin');
    await beside.query('insert into kit.account values (1, 7)');
    const running = migrate(at, { ...indexed(), '0003': dropIndexOnline('account_amount') });
    running.catch(() => undefined);
    const dropping = sql`select 1 from pg_stat_activity where datname = current_database()
      and query like 'drop index concurrently%' and wait_event_type = 'Lock'`;
    await until(async () => (await dropping.execute(opened.db)).rows.length === 1);
    // The drop waits for the open transaction, but no statement waits for the drop.
    await sql`insert into account values (2, 8)`.execute(opened.db);
    await beside.query('commit');
    expect(await running).toEqual(['0003']);
    expect(await indexState()).toEqual([]);
  });

  test('rebuild an index that an earlier build left unfinished', async () => {
    await migrate(at, { '0001': creates('account') });
    // Duplicate values: a unique build fails and leaves an invalid index.
    await sql`insert into account values (1, 7), (2, 7)`.execute(opened.db);
    const failing = beside.query('create unique index concurrently account_amount on kit.account (amount)');
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await indexState()).toEqual([{ valid: false, alone: true }]);
    expect(await migrate(at, indexed())).toEqual(['0002']);
    expect(await indexState()).toEqual([{ valid: true, alone: false }]);
  });

  test('keep what earlier runs applied when a later one fails', async () => {
    await migrate(at, { '0001': creates('a') });
    await expect(migrate(at, { '0001': creates('a'), '0002': fails })).rejects.toThrow('division by zero');
    expect(await tables()).toEqual(['kit.a']);
  });

  test('are reported as applied or missing', async () => {
    await migrate(at, { '0001': creates('a') });
    await requireMigrated(opened.db, { '0001': creates('a') });
    await expect(requireMigrated(opened.db, { '0001': creates('a'), '0002': creates('b') })).rejects.toThrow(
      /Run the migration/,
    );
    // An older program with a newer schema, as during an upgrade.
    await requireMigrated(opened.db, {});
  });

  test('leave no connection open, whether they fail or not', async () => {
    await migrate(at, { '0001': creates('a') });
    await migrate(at, { '0001': creates('a'), '0002': fails }).catch(() => undefined);
    const migrated = performance.now();
    await until(async () => {
      const { rows } = await beside.query(
        'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return rows.length === 0;
    }, 'the migrations to close their connections');
    // The pool closes an idle connection after 10 s. A migration must not wait for that.
    expect(performance.now() - migrated).toBeLessThan(10_000);
  });
});

describe('a transaction', () => {
  beforeEach(async () => {
    await migrate(at, { '0001': creates('account') });
    await sql`insert into account values (1, 0), (2, 0)`.execute(opened.db);
  });

  const amounts = async () => {
    const { rows } = await beside.query<{ amount: number }>('select amount from kit.account order by id');
    return rows.map(({ amount }) => amount);
  };
  const raising = (code: string) => sql.raw(`do $$ begin raise exception 'made up' using errcode = '${code}'; end $$`);

  test('returns the result of its work, and writes once', async () => {
    const given = await inTransaction(opened.db, async (trx) => {
      await sql`update account set amount = amount + 1`.execute(trx);
      return 'done';
    });
    expect([given, await amounts()]).toEqual(['done', [1, 1]]);
  });

  test.each([
    ['40001', 'a serialization failure'],
    ['40P01', 'a deadlock'],
  ])('that ended with %s, %s, runs again from the start', async (code) => {
    let runs = 0;
    await inTransaction(opened.db, async (trx) => {
      await sql`update account set amount = amount + 1`.execute(trx);
      runs += 1;
      if (runs < 3) await raising(code).execute(trx);
    });
    expect([runs, await amounts()]).toEqual([3, [1, 1]]);
  });

  test('fails after five runs with the last error, and nothing is written', async () => {
    let runs = 0;
    const failing = inTransaction(opened.db, async (trx) => {
      runs += 1;
      await sql`update account set amount = amount + 1`.execute(trx);
      await raising('40001').execute(trx);
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
    expect([runs, await amounts()]).toEqual([5, [0, 0]]);
  });

  test.each([
    ['23505', 'a broken constraint'],
    ['55P03', 'a lock that was not available'],
    ['57014', 'a cancelled statement'],
  ])('that ended with %s, %s, does not run again', async (code) => {
    let runs = 0;
    const failing = inTransaction(opened.db, async (trx) => {
      runs += 1;
      await sql`update account set amount = amount + 1`.execute(trx);
      await raising(code).execute(trx);
    });
    await expect(failing).rejects.toMatchObject({ code });
    expect([runs, await amounts()]).toEqual([1, [0, 0]]);
  });

  test('whose work throws writes nothing and passes the error on unchanged', async () => {
    const refusal = new Error('not yours');
    const failing = inTransaction(opened.db, async (trx) => {
      await sql`update account set amount = amount + 1`.execute(trx);
      throw refusal;
    });
    await expect(failing).rejects.toBe(refusal);
    expect(await amounts()).toEqual([0, 0]);
  });

  // After a lost connection it is unknown whether the transaction was committed, so running it again might write twice.
  test('whose connection is lost fails once, and the pool still works', async () => {
    let runs = 0;
    const failing = inTransaction(opened.db, async (trx) => {
      runs += 1;
      await sql`update account set amount = amount + 1`.execute(trx);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await beside.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await sql`select pg_sleep(60)`.execute(trx);
    });
    await expect(failing).rejects.toThrow(/terminat|connection|ECONNRESET|EPIPE/i);
    expect([runs, await amounts()]).toEqual([1, [0, 0]]);
    expect(await inTransaction(opened.db, () => Promise.resolve('on'))).toBe('on');
  });

  test('that deadlocks with another transaction is completed, and so is the other transaction', async () => {
    // Each transaction locks its own row before it requests the other's row, so PostgreSQL has to abort one of them.
    const bothHold = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const add = (id: number) => sql`update account set amount = amount + 1 where id = ${id}`;
    let runs = 0;
    const crossing = (own: 0 | 1) =>
      inTransaction(opened.db, async (trx) => {
        runs += 1;
        await add(own + 1).execute(trx);
        bothHold[own].resolve();
        await Promise.all(bothHold.map(({ promise }) => promise));
        await add(2 - own).execute(trx);
      });
    await Promise.all([crossing(0), crossing(1)]);
    expect(await amounts()).toEqual([2, 2]);
    // At least one transaction ran again. There were more runs if they deadlocked again.
    expect(runs).toBeGreaterThanOrEqual(3);
  });
});
