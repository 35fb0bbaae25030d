import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import type { GridStats, WorkflowStats } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { importResult } from './imports.ts';
import { expireTasks } from './overdue.ts';
import { configYaml, givenNode, givenRunning, givenWorkflow, pointsOf, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 8);

async function statsOf(name: string): Promise<WorkflowStats> {
  const { body } = await world.admin('get', `/api/workflows/${name}/stats`).expect(200);
  return (body as { data: WorkflowStats }).data;
}

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
    continue_converged: by('continue'),
    waves: waves.toSorted((a, b) => a.wave - b.wave),
  };
}

describe('the statistics match the rows', () => {
  const SUMS = [
    'total',
    'pending',
    'queued',
    'running',
    'converged',
    'failed',
    'cold_run_converged',
    'seed_step_converged',
    'continue_converged',
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

  /**
   * Checks the figures. Compares them only if the rows have not changed in the meantime, because the worker may be
   * active.
   */
  async function check(): Promise<void> {
    const { counted, figures } = await until(async () => {
      const counted = await countAll();
      const figures = await readFigures();
      return isDeepStrictEqual(await countAll(), counted) && { counted, figures };
    }, 'stable rows');
    for (const name of ['a', 'b'] as const) expect(figures[name]).toMatchObject({ name, ...counted[name] });
    for (const [name, rows] of Object.entries(counted)) {
      const { pending: _pending, queued: _queued, waves: _waves, ...stats } = rows;
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
    await expireTasks(world, lost.task_id);
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
    // The figures must also match after the worker has folded the appended changes into the totals.
    await until(async () => (await world.sql('select from point_count_delta')).length === 0);
    await check();
    for (const name of ['a', 'b', 'imported']) await world.admin('delete', `/api/workflows/${name}`).expect(200);
  });

  test('of a workflow without points are zero, without an estimate', async () => {
    await givenWorkflow(world, 'idle', configYaml());
    expect(await statsOf('idle')).toEqual({
      name: 'idle',
      status: 'idle',
      ...Object.fromEntries(SUMS.map((key) => [key, 0])),
      waves: [],
      retired: 0,
      unfit: 0,
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

  test('is the mean task time times the open points, divided by the slots of online nodes', async () => {
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
    expect(await statsOf('eta')).toMatchObject({ avg_point_sec: 25, eta_sec: (25 * 5) / 8 });
    await givenNode(world, 'n2', 4);
    expect((await statsOf('eta')).eta_sec).toBe((25 * 5) / 12);
    await world.admin('post', '/api/admin/nodes/n1/quota').send({ admin_max_slots: 1 }).expect(200);
    expect((await statsOf('eta')).eta_sec).toBe(25);
    for (const id of ['n1', 'n2']) await world.admin('post', `/api/admin/nodes/${id}/disable`).expect(200);
    expect((await statsOf('eta')).eta_sec).toBe(125);
    await world.admin('post', '/api/admin/nodes/n1/enable').expect(200);
    await world.admin('post', '/api/admin/nodes/n1/quota').send({ admin_max_slots: null }).expect(200);
    await node.beat(0);
  });

  test.each([null, 0, 1e308])('uses the time between claim and report if the agent reports %s', async (elapsed_sec) => {
    const before = await world.sql<{ n: number }>(
      `select count(*)::int as n from task t join workflow w on w.id = t.workflow_id
       where w.name = 'eta' and t.status <> 'running'`,
    );
    const sum = ((await statsOf('eta')).avg_point_sec ?? 0) * (before[0]?.n ?? 0);
    const task = await node.claimSoon();
    await world.sql(`update task set created_at = created_at - interval '1000 seconds' where id = $1`, [task.task_id]);
    // The process's clock is wrong during the report, but only the database's clock counts.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
    const { status } = await node.report(task, { elapsed_sec });
    clock.mockRestore();
    expect(status).toBe(200);
    const more = ((await statsOf('eta')).avg_point_sec ?? 0) * ((before[0]?.n ?? 0) + 1) - sum;
    expect(more).toBeGreaterThanOrEqual(1_000);
    expect(more).toBeLessThan(1_000 + 120);
  });
});
