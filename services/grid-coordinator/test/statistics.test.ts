import { isDeepStrictEqual } from 'node:util';
import { openDatabase } from '@almagest/service-kit/database';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GridStats, Progress, WorkflowStats } from '@almagest/contracts/grid';
import type { Database } from '../src/persistence/database.ts';
import { writeSnapshots } from '../src/persistence/snapshot-repository.ts';
import { importResult } from './imports.ts';
import { letTimeRunOut } from './overdue.ts';
import { until } from './until.ts';
import {
  configYaml,
  givenNode,
  givenRunning,
  givenWorkflow,
  openWorld,
  pointsOf,
  statusOf,
  type TestNode,
  type World,
} from './world.ts';

let world: World;
let node: TestNode;
beforeAll(async () => {
  world = await openWorld();
  node = await givenNode(world, 'n1', 6);
});
afterAll(async () => {
  await world.close();
});

async function statsOf(name: string): Promise<WorkflowStats> {
  const { body } = await world.admin('get', `/api/workflows/${name}/stats`).expect(200);
  return (body as { data: WorkflowStats }).data;
}

async function progressOf(name: string, query = ''): Promise<Progress> {
  const { body } = await world.admin('get', `/api/workflows/${name}/progress${query}`).expect(200);
  return (body as { data: Progress }).data;
}

/** What the rows say, counted one by one. */
async function countRows(name: string): Promise<GridStats & { waves: WorkflowStats['waves'] }> {
  const rows = await pointsOf(world, name);
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const by = (method: string) =>
    rows.filter((row) => row.status === 'converged' && row.success_method === method).length;
  const waves = [...Map.groupBy(rows, ({ wave }) => wave)].map(([wave, members]) => ({
    wave,
    total: members.length,
    converged: members.filter(({ status }) => status === 'converged').length,
    failed: members.filter(({ status }) => status === 'failed').length,
  }));
  return {
    total: rows.length,
    pending: count('pending'),
    queued: count('queued'),
    running: count('running'),
    converged: count('converged'),
    failed: count('failed'),
    cold_run_converged: by('cold_run'),
    seed_step_converged: by('seed_step'),
    waves: waves.toSorted((a, b) => a.wave - b.wave),
  };
}

describe('the figures equal what the rows say', () => {
  const SUMS = [
    'total',
    'pending',
    'queued',
    'running',
    'converged',
    'failed',
    'cold_run_converged',
    'seed_step_converged',
  ] as const;
  const countAll = async () => ({
    a: await countRows('a'),
    b: await countRows('b'),
    imported: await countRows('imported'),
  });
  const readFigures = async () => ({
    a: await statsOf('a'),
    b: await statsOf('b'),
    listed: ((await world.admin('get', '/api/workflows').expect(200)).body as { data: { name: string }[] }).data,
    status: ((await world.admin('get', '/api/status').expect(200)).body as { grid_stats: GridStats }).grid_stats,
  });

  /** The worker may be at work: only figures read while the rows stood still say anything. */
  async function check(): Promise<void> {
    const { counted, figures } = await until(async () => {
      const counted = await countAll();
      const figures = await readFigures();
      return isDeepStrictEqual(await countAll(), counted) && { counted, figures };
    }, 'rows that stand still');
    for (const name of ['a', 'b'] as const) expect(figures[name]).toMatchObject({ name, ...counted[name] });
    for (const [name, rows] of Object.entries(counted)) {
      const { total, converged, failed, running, cold_run_converged, seed_step_converged } = rows;
      const stats = { total, converged, failed, running, cold_run_converged, seed_step_converged };
      expect(figures.listed).toContainEqual(expect.objectContaining({ name, stats }));
    }
    const sums = SUMS.map((key) => [key, counted.a[key] + counted.b[key] + counted.imported[key]]);
    expect(figures.status).toEqual(Object.fromEntries(sums));
  }

  test('after every kind of event: start, claim, success, failure, retry, loss, seed, import, re-arming, resumption', async () => {
    await importResult(world, { name: 'old', params: { logo: -90 }, method: 'cold_run' }).expect(200);
    await importResult(world, { name: 'bad', params: { logo: -90 }, converged: false }).expect(200);
    await givenRunning(world, 'a', configYaml({ teff: ['20000', '22000', '24000'], logg: ['5.0', '5.5'] }));
    await givenRunning(
      world,
      'b',
      configYaml({ loghe: ['-1.0', '-2.0'] }, 'atmosphere: {strategies: [cold_run, cold_run]}'),
    );
    await check();
    const tasks = [];
    for (let count = 0; count < 8; count += 1) tasks.push(await node.claimSoon());
    await check();
    expect((await countRows('a')).running).toBe(6);
    for (const task of tasks.slice(2)) await node.fail(task);
    await check();
    const [lost, winner] = tasks;
    if (lost === undefined || winner === undefined) throw new Error('fewer tasks than points');
    await letTimeRunOut(world, lost.task_id);
    await check();
    await node.converge(winner);
    await node.converge(winner);
    await check();
    await importResult(world, { name: 'guest', params: { teff: 23_000 }, workflow: 'a' }).expect(200);
    await importResult(world, { name: 'guest', params: { teff: 23_000 }, workflow: 'a', converged: false }).expect(200);
    await check();
    for (let turn = 0; turn < 40; turn += 1) {
      const task = await node.claim();
      if (task === null) break;
      await (turn % 3 === 1 ? node.fail(task) : node.converge(task));
      if (turn % 4 === 0) await check();
    }
    await until(
      async () => (await statusOf(world, 'a')) === 'completed' && (await statusOf(world, 'b')) === 'completed',
    );
    await check();
    await world.admin('post', '/api/workflows/a/points/rearm').send({}).expect(200);
    await check();
    await world.admin('post', '/api/workflows/a/stop').expect(200);
    await world.admin('post', '/api/workflows/a/start').expect(200);
    await until(async () => (await statusOf(world, 'a')) === 'running');
    await check();
    // Also when the worker has folded the appended changes into the totals.
    await until(async () => (await world.sql('select from point_count_delta')).length === 0);
    await check();
    for (const name of ['a', 'b', 'imported']) await world.admin('delete', `/api/workflows/${name}`).expect(200);
  });

  test('of a workflow without points are nothing and no estimate', async () => {
    await givenWorkflow(world, 'idle', configYaml());
    expect(await statsOf('idle')).toEqual({
      name: 'idle',
      status: 'idle',
      ...Object.fromEntries(SUMS.map((key) => [key, 0])),
      waves: [],
      avg_point_sec: null,
      eta_sec: null,
      warnings: [],
    });
  });
});

describe('the estimate', () => {
  const TIMES = [10, 20, 45];
  afterAll(async () => {
    await world.admin('delete', '/api/workflows/eta').expect(200);
  });

  test('is the mean time of reported tasks, times the open points, over the slots of the nodes that are online', async () => {
    await givenRunning(
      world,
      'eta',
      configYaml({ teff: ['1', '2', '3', '4', '5', '6', '7', '8'] }, 'atmosphere: {strategies: [cold_run]}'),
    );
    expect(await statsOf('eta')).toMatchObject({ avg_point_sec: null, eta_sec: null });
    for (const [index, elapsed_sec] of TIMES.entries()) {
      const task = await node.claimSoon();
      await node
        .report(task, { elapsed_sec, ...(index === 1 ? { status: 'failed', converged: false } : {}) })
        .expect(200);
    }
    expect(await statsOf('eta')).toMatchObject({ avg_point_sec: 25, eta_sec: (25 * 5) / 6 });
    await givenNode(world, 'n2', 4);
    expect((await statsOf('eta')).eta_sec).toBe(12.5);
    await world.admin('post', '/api/admin/nodes/n1/quota').send({ admin_max_slots: 1 }).expect(200);
    expect((await statsOf('eta')).eta_sec).toBe(25);
    for (const id of ['n1', 'n2']) await world.admin('post', `/api/admin/nodes/${id}/disable`).expect(200);
    expect((await statsOf('eta')).eta_sec).toBe(125);
    await world.admin('post', '/api/admin/nodes/n1/enable').expect(200);
    await world.admin('post', '/api/admin/nodes/n1/quota').send({ admin_max_slots: null }).expect(200);
    await node.beat(0);
  });

  test.each([null, 1e308])('takes the time between claim and report where the worker tells %s', async (elapsed_sec) => {
    const before = await world.sql<{ n: number }>(
      `select count(*)::int as n from task t join workflow w on w.id = t.workflow_id
       where w.name = 'eta' and t.status <> 'running'`,
    );
    const sum = ((await statsOf('eta')).avg_point_sec ?? 0) * (before[0]?.n ?? 0);
    const task = await node.claimSoon();
    await world.sql(`update task set created_at = created_at - interval '1000 seconds' where id = $1`, [task.task_id]);
    await node.report(task, { elapsed_sec }).expect(200);
    const more = ((await statsOf('eta')).avg_point_sec ?? 0) * ((before[0]?.n ?? 0) + 1) - sum;
    expect(more).toBeGreaterThanOrEqual(1_000);
    expect(more).toBeLessThan(1_000 + 120);
  });
});

describe('the progress', () => {
  /** Puts snapshots where they would have been written so many minutes ago. */
  async function givenSnapshots(
    name: string,
    snapshots: readonly (readonly [minutesAgo: number, converged: number, failed: number])[],
  ) {
    await givenWorkflow(world, name, configYaml());
    await world.sql(
      `insert into progress_snapshot (workflow_id, at, pending, queued, running, converged, failed)
       select (select id from workflow where name = $1), now() - make_interval(mins => (s->>0)::int), 1, 2, 3, (s->>1)::int, (s->>2)::int
       from jsonb_array_elements($2::jsonb) s`,
      [name, JSON.stringify(snapshots)],
    );
  }

  test('without snapshots is empty', async () => {
    await givenWorkflow(world, 'none', configYaml());
    expect(await progressOf('none')).toEqual({
      hours: 24,
      series: [],
      rate_per_hour: null,
      now: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      done_rate_per_hour: null,
      rate_span_hours: null,
      stalled_minutes: null,
    });
  });

  test('with one snapshot has no rate', async () => {
    await givenSnapshots('single', [[30, 5, 0]]);
    const { series, rate_per_hour, done_rate_per_hour, rate_span_hours, stalled_minutes } = await progressOf('single');
    expect(series).toEqual([
      {
        ts: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        total: 11,
        pending: 1,
        queued: 2,
        running: 3,
        converged: 5,
        failed: 0,
      },
    ]);
    expect([rate_per_hour, done_rate_per_hour, rate_span_hours]).toEqual([null, null, null]);
    expect(Math.floor(stalled_minutes ?? 0)).toBe(30);
  });

  test('tells the rates between the first and the last snapshot of the window, and since when nothing grew', async () => {
    await givenSnapshots('rates', [
      [300, 0, 0],
      [120, 10, 2],
      [60, 40, 2],
      [30, 40, 12],
      [0, 40, 12],
    ]);
    const whole = await progressOf('rates');
    expect(whole.series.map(({ converged, failed }) => converged + failed)).toEqual([0, 12, 42, 52, 52]);
    expect([whole.rate_per_hour, whole.done_rate_per_hour, whole.rate_span_hours]).toEqual([8, 52 / 5, 5]);
    expect(Math.floor(whole.stalled_minutes ?? 0)).toBe(30);
    // The snapshot at the very edge may have left the window by now.
    const { series, rate_per_hour, rate_span_hours } = await progressOf('rates', '?hours=2');
    expect([series.length, rate_per_hour, rate_span_hours]).toEqual([3, 0, 1]);
  });

  test.each([
    ['?hours=0', 1],
    ['?hours=-7', 1],
    ['?hours=1', 1],
    ['?hours=168', 168],
    ['?hours=169', 168],
    ['?hours=99999999', 168],
    ['', 24],
  ])('of %j is that of %i hours', async (query, hours) => {
    const found = await progressOf('rates', query);
    expect([found.hours, found.series.length]).toEqual([hours, hours === 1 ? 2 : 5]);
  });

  test.each(['hours=x', 'hours=1.5', 'hours=', 'hours=1&hours=2'])('with %s is refused', async (query) => {
    await world.admin('get', `/api/workflows/rates/progress?${query}`).expect(400);
  });

  test('longer than 300 snapshots is thinned out, the first and the last kept', async () => {
    await givenSnapshots(
      'long',
      Array.from({ length: 1_000 }, (_, index) => [1_000 - index, index, 0] as const),
    );
    const { series, rate_per_hour } = await progressOf('long');
    const converged = series.map((entry) => entry.converged);
    expect(converged).toHaveLength(300);
    expect([converged[0], converged.at(-1)]).toEqual([0, 999]);
    const gaps = converged.slice(1).map((value, index) => value - (converged[index] ?? 0));
    expect([Math.min(...gaps), Math.max(...gaps)]).toEqual([3, 4]);
    expect(rate_per_hour).toBeCloseTo(60, 6);
  });

  test('gets a snapshot of a running workflow only when its counts have changed, equal to the rows', async () => {
    await givenRunning(world, 'live', configYaml({ teff: ['1', '2', '3'] }, 'atmosphere: {strategies: [cold_run]}'));
    const { db } = openDatabase<Database>(
      { url: world.databaseUrl, schema: 'grid' },
      { max: 1, onFault: () => undefined },
    );
    const seriesAfter = async () => {
      await writeSnapshots(db);
      return (await progressOf('live')).series.map((entry) => ({ ...entry, ts: 'then' }));
    };
    try {
      await seriesAfter();
      const first = await seriesAfter();
      expect(first).toEqual([{ ts: 'then', total: 3, pending: 0, queued: 3, running: 0, converged: 0, failed: 0 }]);
      await node.converge(await node.claimSoon());
      await node.fail(await node.claimSoon());
      const then = { ts: 'then', total: 3, pending: 0, queued: 1, running: 0, converged: 1, failed: 1 };
      expect(await seriesAfter()).toEqual([...first, then]);
      expect(await statsOf('live')).toMatchObject({ queued: 1, converged: 1, failed: 1 });
      await node.converge(await node.claimSoon());
      const end = { ...then, queued: 0, converged: 2 };
      await seriesAfter();
      expect(await seriesAfter()).toEqual([...first, then, end]);
    } finally {
      await db.destroy();
    }
  });
});
