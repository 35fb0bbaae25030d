import { openDatabase } from '@almagest/service-kit/database';
import { describe, expect, test } from '@jest/globals';
import type { Forecast, Progress } from '@almagest/contracts/grid';
import type { Database } from '../src/persistence/database.ts';
import { writeSnapshots } from '../src/persistence/workflows/snapshot-repository.ts';
import { configYaml, givenRunning, givenWorkflow, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 6);

async function progressOf(name: string, query = ''): Promise<Progress> {
  const { body } = await world.admin('get', `/api/workflows/${name}/progress${query}`).expect(200);
  return (body as { data: Progress }).data;
}

describe('the progress', () => {
  /** Stores snapshots as if written that many minutes ago. */
  async function givenSnapshots(
    name: string,
    snapshots: readonly (readonly [minutesAgo: number, converged: number, failed: number, running?: number])[],
  ) {
    await givenWorkflow(world, name, configYaml());
    await world.sql(
      `insert into progress_snapshot (workflow_id, at, pending, queued, running, converged, failed)
       select (select id from workflow where name = $1), now() - make_interval(secs => 60 * (s->>0)::float8), 1, 2, coalesce((s->>3)::int, 3), (s->>1)::int, (s->>2)::int
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

  test('starts with the counts before any computation', async () => {
    await givenRunning(world, 'begun', configYaml({ teff: ['20000', '22000'] }));
    const total = (await progressOf('begun')).series[0]?.total;
    expect((await progressOf('begun')).series).toEqual([
      { ts: expect.any(String), total, pending: 0, queued: total, running: 0, converged: 0, failed: 0 },
    ]);
    expect(total).toBeGreaterThan(0);
    await world.admin('post', '/api/workflows/begun/stop').expect(200);
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

  test('shows the rates within the window, and since when nothing grew', async () => {
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
    // The snapshot at the edge may have left the window by now.
    const { series, rate_per_hour, rate_span_hours } = await progressOf('rates', '?hours=2');
    expect([series.length, rate_per_hour, rate_span_hours]).toEqual([3, 0, 1]);
  });

  test('leaves the time between two runs out of the rates, also in a series that is thinned out', async () => {
    const run = (fromMinutesAgo: number, before: number) =>
      Array.from(
        { length: 400 },
        (_, step) => [fromMinutesAgo - step / 4, before + step, 0, step === 399 ? 0 : 3] as const,
      );
    await givenSnapshots('two-runs', [...run(1_400, 0), ...run(110, 399)]);
    const { rate_per_hour, rate_span_hours, series } = await progressOf('two-runs');
    expect(series).toHaveLength(300);
    expect(rate_span_hours).toBeCloseTo((2 * 399) / 240 + 30 / 3_600, 2);
    expect(rate_per_hour).toBeCloseTo(798 / (rate_span_hours ?? 0), 6);
  });

  test.each([
    ['?hours=0', 1],
    ['?hours=-7', 1],
    ['?hours=1', 1],
    ['?hours=168', 168],
    ['?hours=169', 168],
    ['?hours=99999999', 168],
    ['', 24],
  ])('of %j covers %i hours', async (query, hours) => {
    const found = await progressOf('rates', query);
    expect([found.hours, found.series.length]).toEqual([hours, hours === 1 ? 2 : 5]);
  });

  test.each(['hours=x', 'hours=1.5', 'hours=', 'hours=1&hours=2'])('with %s is refused', async (query) => {
    await world.admin('get', `/api/workflows/rates/progress?${query}`).expect(400);
  });

  test('with more than 300 snapshots is thinned out, keeping the first and last', async () => {
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

  test('adds a snapshot of a running workflow only if its counts changed, equal to the rows', async () => {
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
      const { body } = await world.admin('get', '/api/workflows/live/stats').expect(200);
      expect(body).toMatchObject({ data: { queued: 1, converged: 1, failed: 1 } });
      await node.converge(await node.claimSoon());
      const end = { ...then, queued: 0, converged: 2 };
      await seriesAfter();
      expect(await seriesAfter()).toEqual([...first, then, end]);
    } finally {
      await db.destroy();
    }
  });
});

describe('the forecast', () => {
  async function forecastOf(name: string): Promise<Forecast> {
    const { body } = await world.admin('get', `/api/workflows/${name}/forecast`).expect(200);
    return (body as { data: Forecast }).data;
  }

  /** Sets the duration of all attempts so far. */
  async function givenDurations(name: string, seconds: number): Promise<void> {
    await world.sql(
      `update task set created_at = completed_at - make_interval(secs => $2)
       where completed_at is not null and workflow_id = (select id from workflow where name = $1)`,
      [name, seconds],
    );
    await world.sql(
      `update attempt_count set seconds = tried * $2 where workflow_id = (select id from workflow where name = $1)`,
      [name, seconds],
    );
  }

  const values = (count: number) => Array.from({ length: count }, (_, index) => String(20_000 + 100 * index));
  const COLD = 'atmosphere: {strategies: [cold_run]}';

  test('is unknown before any computation and 0 at the end', async () => {
    await givenWorkflow(world, 'unbegun', configYaml());
    expect(await forecastOf('unbegun')).toMatchObject({
      status: 'idle',
      median_sec: null,
      note: 'the run has not begun',
    });
    await givenRunning(world, 'lone', configYaml({ teff: ['90000'] }, COLD));
    expect(await forecastOf('lone')).toMatchObject({ median_sec: null, note: 'no attempt has ended yet' });
    await node.converge(await node.claimSoon());
    expect(await forecastOf('lone')).toMatchObject({ status: 'completed', low_sec: 0, median_sec: 0, high_sec: 0 });
    await world.admin('get', '/api/workflows/unknown/forecast').expect(404);
    await world.anyone('get', '/api/workflows/lone/forecast').expect(401);
  });

  test("divides the work by the workflow's expected slots, considering quotas and other workflows", async () => {
    await givenRunning(world, 'lengthy', configYaml({ teff: values(103) }, COLD));
    for (let count = 0; count < 3; count += 1) await node.converge(await node.claimSoon());
    await givenDurations('lengthy', 600);
    const alone = await forecastOf('lengthy');
    expect(alone).toMatchObject({
      status: 'running',
      note: null,
      based_on: { attempts: 3, remaining_points: 100, slots: 6, workflows: 1 },
    });
    // 100 points of 600 s on six slots, plus the tail. Three attempts in the first wave do not yet prove that all
    // attempts converge and that points of the last wave take no longer.
    expect(alone.median_sec).toBeGreaterThan(10_000);
    expect(alone.median_sec).toBeLessThan(13_500);
    expect(alone.low_sec).toBeLessThan(alone.median_sec ?? 0);
    expect(alone.high_sec).toBeGreaterThan(alone.median_sec ?? 0);

    // The node may use three of its six slots.
    await world.admin('post', '/api/admin/nodes/n1/quota').send({ admin_max_slots: 3 }).expect(200);
    expect((await forecastOf('lengthy')).median_sec).toBeGreaterThan(1.8 * (alone.median_sec ?? 0));
    await world.admin('post', '/api/admin/nodes/n1/quota').send({ admin_max_slots: null }).expect(200);

    // Adds another workflow of the same length without measurements.
    await givenRunning(world, 'competing', configYaml({ teff: values(100), logg: ['4.0'] }, COLD));
    const shared = await forecastOf('lengthy');
    expect(shared.based_on).toMatchObject({ workflows: 2, slots: 6 });
    expect(shared.median_sec).toBeGreaterThan(1.8 * (alone.median_sec ?? 0));
    await world.admin('post', '/api/workflows/competing/stop').expect(200);
    expect((await forecastOf('lengthy')).median_sec).toBeCloseTo(alone.median_sec ?? 0);

    // A disabled node computes nothing new.
    await world.admin('post', '/api/admin/nodes/n1/disable').expect(200);
    expect(await forecastOf('lengthy')).toMatchObject({
      median_sec: null,
      note: 'no node can compute now',
      based_on: { slots: 0, remaining_points: 100 },
    });
    await world.admin('post', '/api/admin/nodes/n1/enable').expect(200);
    await node.beat(0);
    await world.admin('post', '/api/workflows/lengthy/stop').expect(200);
    expect(await forecastOf('lengthy')).toMatchObject({ status: 'paused', note: expect.stringMatching(/next start/) });
  });

  test('includes the seed steps that failed points will need', async () => {
    const seeded = 'atmosphere: {strategies: [cold_run, seed_step]}';
    await givenRunning(world, 'half-seeded', configYaml({ teff: values(44), loghe: ['3.0'] }, seeded));
    const tasks = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
    for (const [index, task] of tasks.entries())
      if (index % 2 === 0) await node.converge(task);
      else await node.fail(task);
    const { remaining_points: points, remaining_attempts: attempts } = (await forecastOf('half-seeded')).based_on;
    expect(points).toBe(42);
    // Two points wait for their seed step, and at least half of the other points will need one.
    expect(attempts).toBeGreaterThan(55);
    expect(attempts).toBeLessThan(3 * 42);
  });
});
