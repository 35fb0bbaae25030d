import { openDatabase } from '@almagest/service-kit/database';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Progress } from '@almagest/contracts/grid';
import type { Database } from '../src/persistence/database.ts';
import { writeSnapshots } from '../src/persistence/snapshot-repository.ts';
import { configYaml, givenNode, givenRunning, givenWorkflow, openWorld, type TestNode, type World } from './world.ts';

let world: World;
let node: TestNode;
beforeAll(async () => {
  world = await openWorld();
  node = await givenNode(world, 'n1', 6);
});
afterAll(async () => {
  await world.close();
});

async function progressOf(name: string, query = ''): Promise<Progress> {
  const { body } = await world.admin('get', `/api/workflows/${name}/progress${query}`).expect(200);
  return (body as { data: Progress }).data;
}

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
