import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FailureGroups, GridPointRow, PointsPage, PointsQuery } from '@almagest/contracts/grid';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');
let rows: GridPointRow[] = [];

beforeAll(async () => {
  const axes = { teff: ['20000', '25000', '30000'], logg: ['4.0', '4.5', '5.0'], logc: ['-4.0', '-3.5'] };
  await givenRunning(world, 'w', configYaml(axes, 'atmosphere: {strategies: [cold_run, cold_run]}'));
  for (let turn = 0; turn < 14; turn += 1) {
    const task = await node.claimSoon();
    if (turn % 3 === 0) await node.fail(task, `engine stopped in turn ${turn}`);
    else if (turn % 5 !== 0) await node.converge(task);
  }
  rows = (await page({ limit: 500 })).points;
});

async function page(query: PointsQuery): Promise<PointsPage> {
  const { body } = await world.admin('get', '/api/workflows/w/points').query(query).expect(200);
  return (body as { data: PointsPage }).data;
}

const namesOf = (points: readonly GridPointRow[]) => points.map(({ name }) => name).toSorted();

/** Loads the map before attempts of two nodes end. */
async function readMap(): Promise<void> {
  await world.admin('get', '/api/workflows/w/map').expect(200);
  await world.admin('get', '/api/workflows/w/map/attempts').expect(200);
  await page({ node_id: 'n2' });
  await node.converge(await node.claimSoon());
  await other.converge(await other.claimSoon());
  rows = (await page({ limit: 500 })).points;
}

describe.each([
  ['by their rows', async () => undefined],
  ['by the map', readMap],
])('lists and counts points %s', (_, prepare) => {
  beforeAll(prepare);

  test.each<[PointsQuery, (row: GridPointRow) => boolean]>([
    [{ teff: '25000' }, ({ teff }) => teff === 25_000],
    [{ teff: '25000..30000', logg: '4.5..' }, ({ teff, logg }) => teff >= 25_000 && logg >= 4.5],
    [{ logc: '..-4.0', loghe: '-1', logo: '-5..0' }, ({ logc }) => logc <= -4],
    [{ logn: '0..1' }, () => false],
    [{ attempts: '1..' }, ({ attempt_count }) => attempt_count >= 1],
    [{ attempts: '0' }, ({ attempt_count }) => attempt_count === 0],
    [{ attempts: '999999999999' }, () => false],
    [{ node_id: 'n1', status: 'converged' }, ({ node_id, status }) => node_id === 'n1' && status === 'converged'],
    [{ node_id: 'n2' }, ({ node_id }) => node_id === 'n2'],
    [{ node_id: 'n1', attempts: '2..' }, (row) => row.node_id === 'n1' && row.attempt_count >= 2],
    [{ node_id: 'nobody' }, () => false],
    [{ teff: '..25000', method: 'cold_run' }, (row) => row.teff <= 25_000 && row.success_method === 'cold_run'],
    [{ teff: '..25000', status: 'converged' }, (row) => row.teff <= 25_000 && row.status === 'converged'],
    [{ q: 'g4.5', status: 'queued' }, ({ name, status }) => name.includes('g4.5') && status === 'queued'],
    [{ attempts: '1..', status: 'failed' }, (row) => row.attempt_count >= 1 && row.status === 'failed'],
    [{ attempts: '..0', method: 'cold_run' }, () => false],
    [{ status: 'converged' }, ({ status }) => status === 'converged'],
    [{ teff: '25000..', q: 'g4.5' }, ({ teff, name }) => teff >= 25_000 && name.includes('g4.5')],
  ])('that match %j, with their count, in every order', async (filter, isMeant) => {
    const meant = namesOf(rows.filter(isMeant));
    for (const sort of ['wave', 'teff', 'max_relc', 'attempts', 'last_completed_at'] as const) {
      const { total, points } = await page({ ...filter, sort, limit: 500 });
      expect([total, namesOf(points)]).toEqual([meant.length, meant]);
    }
  });

  test.each<PointsQuery>([{}, { teff: '25000..' }, { q: 'c-4' }, { attempts: '..5' }, { status: 'converged' }])(
    'page by page, equal to one list: %j',
    async (filter) => {
      for (const sort of ['wave', 'teff', 'max_relc', 'attempts', 'last_completed_at'] as const) {
        for (const order of ['asc', 'desc'] as const) {
          const whole = await page({ ...filter, sort, order, limit: 500 });
          const pages: GridPointRow[] = [];
          while (pages.length < whole.total) {
            const { points } = await page({ ...filter, sort, order, limit: 4, offset: pages.length });
            expect(points.length).toBeGreaterThan(0);
            pages.push(...points);
          }
          expect(pages.map(({ name }) => name)).toEqual(whole.points.map(({ name }) => name));
        }
      }
    },
  );

  test('for points that are named, in the list, the CSV and the re-arming', async () => {
    const [first, second] = rows;
    const failed = rows.find(({ status }) => status === 'failed');
    const points = [first?.name, failed?.name, 'no-such-point', first?.name].join(',');
    const named = namesOf(rows.filter(({ name }) => name === first?.name || name === failed?.name));
    const found = await page({ points });
    expect([found.total, namesOf(found.points)]).toEqual([named.length, named]);
    expect((await page({ points: second?.name ?? '', teff: '0' })).total).toBe(0);
    const csv = await world.admin('get', '/api/workflows/w/points.csv').query({ points }).expect(200);
    expect(csv.text.trim().split('\n')).toHaveLength(named.length + 1);
    const rearm = await world
      .admin('post', '/api/workflows/w/points/rearm')
      .send({ points, dry_run: true })
      .expect(200);
    const armed = rows.filter(({ name, status }) => named.includes(name) && status === 'failed');
    expect(rearm.body).toMatchObject({ data: { matched: armed.length } });
    const tooMany = Array.from({ length: 101 }, (_, index) => `p${index}`).join(',');
    for (const wrong of ['', ',', 'a,,b', 'a b', tooMany])
      await world.admin('get', '/api/workflows/w/points').query({ points: wrong }).expect(400);
  });

  test('for points that failed in a group of failures since they last converged', async () => {
    const { body } = await world.admin('get', '/api/workflows/w/failures').expect(200);
    const [failures] = (body as { data: FailureGroups }).data.groups;
    const { group = '', points = 0, converged = 0 } = failures ?? {};
    const found = await page({ group });
    expect(found.total).toBe(points - converged);
    expect(found.points.every(({ last_error }) => last_error?.startsWith('engine stopped'))).toBe(true);
    expect((await page({ group: 'another' })).total).toBe(0);
    expect(found.total).toBeGreaterThan(0);
  });
});

describe('refuses a range', () => {
  test.each(['teff=', 'teff=hot', 'logg=1..2..3', 'attempts=1e3', 'teff=1&teff=2', 'node_id=%00'])(
    'in a list: %s',
    async (query) => {
      const { body } = await world.admin('get', `/api/workflows/w/points?${query}`).expect(400);
      expect((body as { message: string }).message).toContain(query.split('=')[0]);
    },
  );

  test('in a re-arming, with the expected form', async () => {
    const { body } = await world.admin('post', '/api/workflows/w/points/rearm').send({ teff: 'hot' }).expect(400);
    expect((body as { message: string }).message).toContain('teff: must be a number or a range such as 2..8');
  });
});
