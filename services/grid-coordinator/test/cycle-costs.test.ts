// Counts what one cycle of a claim and its report costs the database and the disk. The counts don't depend on the
// machine. One node works alone, so nothing is batched and these are the highest costs of a cycle.

import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startPostgres, type PostgresServer } from '@almagest/embedded-postgres';
import { migrateDatabase } from '../src/persistence/migrate.ts';
import { configYaml, givenNode, givenRunning, openWorld, TestNode, type World } from './world.ts';

interface Costs {
  readonly statements: number;
  /** Rows that statements return or write. */
  readonly rows: number;
  readonly indexEntries: number;
  readonly walBytes: number;
  /** Each commit waits for one sync of the write-ahead log. */
  readonly commits: number;
  /** Syncs of the model's file and of its folder. */
  readonly fileSyncs: number;
}

/**
 * The highest costs of a cycle. Lower these limits after a change that saves work. On a slow machine, caches expire
 * during the test, which adds a tenth of a statement.
 */
const LIMITS: Costs = { statements: 6.9, rows: 8.3, indexEntries: 19.4, walBytes: 4_350, commits: 2.1, fileSyncs: 1.1 };

interface StatementCosts {
  readonly calls: number;
  readonly rows: number;
  readonly bytes: number;
  readonly timed: boolean;
}

/** The number of cycles before the measurement, which prepare statements and fill caches. */
const WARM_UP = 20;
const CYCLES = 60;

let server: PostgresServer;
let world: World;
let node: TestNode;

beforeAll(async () => {
  // Uses a separate server, because all databases of a server share one write-ahead log.
  const settings = { shared_preload_libraries: 'pg_stat_statements', autovacuum: 'off', synchronous_commit: 'on' };
  server = await startPostgres({ settings });
  const databaseUrl = server.url();
  await migrateDatabase({ database: { url: databaseUrl, schema: 'grid' }, redisUrl: undefined });
  await server.exec('create extension pg_stat_statements; create extension pg_walinspect');
  const withWorker = await openWorld({ databaseUrl });
  // All models are in one folder, because the folder's name consists of the first two axes.
  const logo = Array.from({ length: WARM_UP + CYCLES }, (_, step) => `-${(4 + step / 100).toFixed(2)}`);
  await givenRunning(withWorker, 'grid', configYaml({ logo }));
  const { id, token } = await givenNode(withWorker, 'node');
  await withWorker.close();
  // Runs no worker, because its statements would be counted too.
  world = await openWorld({ databaseUrl, worker: false });
  node = new TestNode(world, id, token);
});

afterAll(async () => {
  await world.close();
  await server.stop();
});

test('a cycle of a claim and its report stays within its costs', async () => {
  await runCycles(WARM_UP);
  const total = await costsOf(() => runCycles(CYCLES));
  const exceeded = Object.entries(LIMITS).flatMap(([name, limit]) => {
    const cost = total[name as keyof Costs] / CYCLES;
    return cost > limit ? [`${name}: ${cost.toFixed(2)}, and the limit is ${limit}`] : [];
  });
  expect(exceeded).toEqual([]);
});

/** Runs cycles of a claim and a report. Every second report has a model, as in the benchmark. */
async function runCycles(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const task = await node.claim();
    if (task === null) throw new Error('the grid has too few points');
    await node.report(task, turn % 2 === 0 ? { seed: `model of ${task.point_name}` } : {}).expect(200);
  }
}

async function costsOf(work: () => Promise<void>): Promise<Costs> {
  let fileSyncs = 0;
  // The coordinator runs in this process. Syncs are its only file operations that wait for the disk.
  const hook = createHook({ init: (_id, type) => void (fileSyncs += Number(type === 'FSREQCALLBACK')) });
  await world.sql('select public.pg_stat_statements_reset()');
  const [from] = await world.sql<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn');
  hook.enable();
  await work();
  hook.disable();
  const statements = await world.sql<StatementCosts>(
    `select calls::int, rows::int, wal_bytes::float8 as bytes, query ~ 'coordinator_uptime|with sign as' as timed
     from public.pg_stat_statements where query !~ 'pg_stat_statements|pg_current_wal'`,
  );
  const [log] = await world.sql<{ entries: number; commits: number }>(
    `select sum(count) filter (where "resource_manager/record_type" like 'Btree/INSERT%')::int as entries,
            sum(count) filter (where "resource_manager/record_type" like 'Transaction/COMMIT%')::int as commits
     from public.pg_get_wal_stats($1, pg_current_wal_flush_lsn(), true)`,
    [from?.lsn],
  );
  const sum = (list: readonly StatementCosts[], of: (statement: StatementCosts) => number) =>
    list.reduce((all, each) => all + of(each), 0);
  // Excludes statements that run every second, independent of the nodes.
  const own = statements.filter(({ timed }) => !timed);
  const timed = statements.filter(({ timed }) => timed);
  return {
    statements: sum(own, ({ calls }) => calls),
    rows: sum(own, ({ rows }) => rows),
    indexEntries: log?.entries ?? NaN,
    walBytes: sum(own, ({ bytes }) => bytes),
    commits: (log?.commits ?? NaN) - sum(timed, ({ calls }) => calls),
    fileSyncs,
  };
}
