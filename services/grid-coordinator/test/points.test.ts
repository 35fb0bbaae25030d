import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { GridPointRow, PointsPage } from '@almagest/contracts/grid';
import { raw } from '@almagest/test-kit/raw-http';
import { importResult } from './imports.ts';
import { detailOf } from './point-detail.ts';
import { ADMIN_TOKEN, configYaml, givenRunning, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 200);
/** All rows of workflow `w`, ordered by name, with the exact completion times of the database. */
let rows: GridPointRow[] = [];
let completedAt = new Map<string, number | null>();

// 20 temperatures, 3 gravities, 2 metallicities: more waves than a page queries one by one.
const TEFF = Array.from({ length: 20 }, (_, index) => String(20_000 + 1_000 * index));

beforeAll(async () => {
  await givenRunning(world, 'w', configYaml({ teff: TEFF, logg: ['4.0', '4.5', '5.0'], logc: ['-4.0', '-3.5'] }));
  for (let turn = 0; turn < 70; turn += 1) {
    const task = await node.claimSoon();
    // A few rows of each kind, including equal and missing values of max_relc.
    if (turn % 5 === 4) await node.fail(task, `engine stopped in turn ${turn}`);
    else if (turn % 7 !== 6) await node.report(task, { max_relc: [1e-4, 0, null, 3e27][turn % 4] ?? null, seed: 's' });
  }
  const listed = await page('limit=500');
  const times = await world.sql<{ name: string; micros: string | null }>(
    'select name, (extract(epoch from last_completed_at) * 1000000)::bigint as micros from point',
  );
  completedAt = new Map(times.map(({ name, micros }) => [name, micros === null ? null : Number(micros)]));
  rows = listed.points.toSorted((a, b) => (a.name < b.name ? -1 : 1));
});

async function page(query: string, workflow = 'w'): Promise<PointsPage> {
  const { body } = await world.admin('get', `/api/workflows/${workflow}/points?${query}`).expect(200);
  return (body as { data: PointsPage }).data;
}

test('the rows include every kind that the filters distinguish', () => {
  expect(rows).toHaveLength(120);
  const kinds = new Set(rows.map(({ status, success_method }) => `${status} ${success_method}`));
  expect([...kinds].toSorted()).toEqual(['converged cold_run', 'converged seed_step', 'queued null', 'running null']);
  expect(rows[0]).toEqual({
    name: 't20000_g4.0_he-1.0_c-3.5_n-4.0_o-4.0',
    teff: 20_000,
    logg: 4,
    loghe: -1,
    logc: -3.5,
    logn: -4,
    logo: -4,
    cno_sum: -11.5,
    wave: 3,
    status: expect.any(String),
    success_method: rows[0]?.success_method,
    attempt_count: expect.any(Number),
    last_max_relc: rows[0]?.last_max_relc,
    last_task_type: rows[0]?.last_task_type,
    seed_point_name: rows[0]?.seed_point_name,
    node_id: rows[0]?.node_id,
    last_completed_at: rows[0]?.last_completed_at,
    last_error: rows[0]?.last_error,
  });
  for (const row of rows.filter(({ attempt_count }) => attempt_count === 0))
    expect([row.last_max_relc, row.last_task_type, row.last_completed_at, row.last_error]).toEqual([
      null,
      null,
      null,
      null,
    ]);
});

const STATUSES = [undefined, 'pending', 'queued', 'running', 'converged', 'failed'];
const METHODS = [undefined, 'cold_run', 'seed_step'];
const WAVES = [undefined, '5', '-1'];
const QS = [undefined, 't20000', '_g4.5_', 'c-3.5'];
const FILTERS = STATUSES.flatMap((status) =>
  METHODS.flatMap((method) => WAVES.flatMap((wave) => QS.map((q) => ({ status, method, wave, q })))),
);

function matches(row: GridPointRow, filter: (typeof FILTERS)[number]): boolean {
  return (
    (filter.status === undefined || row.status === filter.status) &&
    (filter.method === undefined || row.success_method === filter.method) &&
    (filter.wave === undefined || row.wave === Number(filter.wave)) &&
    (filter.q === undefined || row.name.includes(filter.q))
  );
}

function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString();
}

type Sort = 'wave' | 'teff' | 'max_relc' | 'attempts' | 'last_completed_at';
const KEYS: Record<Sort, (row: GridPointRow) => number | null> = {
  wave: ({ wave }) => wave,
  teff: ({ teff }) => teff,
  max_relc: ({ last_max_relc }) => last_max_relc,
  attempts: ({ attempt_count }) => attempt_count,
  last_completed_at: ({ name }) => completedAt.get(name) ?? null,
};

/**
 * Sorts by the key, then by name. Names ascend, with two exceptions: they follow the direction of keys that only tried
 * points have, and they are reversed for `attempts`. Nulls come last, beginning with tried points.
 */
function sorted(sort: Sort, order: string, from = rows): GridPointRow[] {
  const key = KEYS[sort];
  const sign = order === 'desc' ? -1 : 1;
  const nameSign = { wave: 1, teff: 1, attempts: -sign, max_relc: sign, last_completed_at: sign }[sort];
  return from.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    const byName = a.name < b.name ? -1 : 1;
    if (left === null && right === null) return Math.sign(b.attempt_count) - Math.sign(a.attempt_count) || byName;
    if (left === null || right === null) return left === null ? 1 : -1;
    return sign * (left - right) || byName * (sort === 'attempts' && left === 0 ? 1 : nameSign);
  });
}

describe('the list', () => {
  test.each(STATUSES.map((status) => [status ?? 'any']))(
    'with status %s and any other filter has the matching points',
    async (status) => {
      for (const filter of FILTERS.filter((one) => (one.status ?? 'any') === status)) {
        const expected = sorted(
          'wave',
          'asc',
          rows.filter((row) => matches(row, filter)),
        );
        expect([filter, await page(queryOf({ ...filter, limit: 500 }))]).toEqual([
          filter,
          { total: expected.length, points: expected },
        ]);
      }
    },
  );

  const ORDERS = (Object.keys(KEYS) as Sort[]).flatMap((sort) =>
    ['asc', 'desc'].map((order) => [sort, order] as const),
  );
  test.each(ORDERS)('sorted by %s %s has pages without gap or overlap', async (sort, order) => {
    for (const limit of [7, 50, 500]) {
      const joined: GridPointRow[] = [];
      for (let offset = 0; offset < 120; offset += limit) {
        const { total, points } = await page(queryOf({ sort, order, limit, offset }));
        expect(total).toBe(120);
        joined.push(...points);
      }
      expect(joined.map(({ name }) => name)).toEqual(sorted(sort, order).map(({ name }) => name));
    }
  });

  test.each(ORDERS)('sorted by %s %s can start and end anywhere', async (sort, order) => {
    for (const offset of [1, 5, 11, 17]) {
      const { points } = await page(queryOf({ sort, order, offset, limit: 100 }));
      const expected = sorted(sort, order).slice(offset, offset + 100);
      expect(points.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
    }
  });

  test.each(ORDERS)('sorted by %s %s and filtered is sorted too', async (sort, order) => {
    for (const filter of [
      { status: 'converged' },
      { method: 'seed_step' },
      { wave: '6' },
      { q: 'g4.5' },
      { status: 'queued', q: 'c-3.5' },
    ]) {
      const all = { status: undefined, method: undefined, wave: undefined, q: undefined, ...filter };
      const expected = sorted(
        sort,
        order,
        rows.filter((row) => matches(row, all)),
      );
      const found = await page(queryOf({ ...filter, sort, order, limit: 4, offset: 3 }));
      expect(found).toEqual({ total: expected.length, points: expected.slice(3, 7) });
    }
  });

  test('defaults to the first 100 rows, sorted by wave', async () => {
    expect(await page('')).toEqual({ total: 120, points: sorted('wave', 'asc').slice(0, 100) });
  });

  test.each([
    ['limit=0', 1],
    ['limit=-5', 1],
    ['limit=1', 1],
    ['limit=500', 120],
    ['limit=501', 120],
    ['limit=999999999', 120],
    ['limit=99999999999999999999', 120],
    ['limit=-99999999999999999999', 1],
    ['offset=119', 1],
    ['offset=120', 0],
    ['offset=2147483648', 0],
    ['offset=99999999999999999999', 0],
    ['q=', 100],
  ])('with %s has %i rows', async (query, length) => {
    const { total, points } = await page(query);
    expect([total, points.length]).toEqual([120, length]);
  });

  test('is never longer than 500 rows', async () => {
    await givenRunning(
      world,
      'long',
      configYaml({ teff: Array.from({ length: 501 }, (_, index) => String(1_000 + index)) }),
    );
    expect((await page('limit=501', 'long')).points).toHaveLength(500);
    await world.admin('delete', '/api/workflows/long').expect(200);
  });

  test.each(['%', 't2____', '_g4_5', '\\', '%25', "'", 'T20000', ' '])('searches for %j literally', async (q) => {
    expect(await page(queryOf({ q }))).toEqual({ total: 0, points: [] });
  });

  test.each([
    'status=done',
    'status=',
    'status=Converged',
    'method=imported',
    'method=',
    'wave=x',
    'wave=1.5',
    'wave=',
    'sort=name',
    'sort=',
    'order=up',
    'limit=x',
    'limit=1.5',
    'limit=',
    'offset=-1',
    'offset=x',
    'status=failed&status=failed',
    'limit[]=5',
    'q[a]=b',
    `q=${'x'.repeat(257)}`,
  ])('refuses %s', async (query) => {
    const { body } = await world.admin('get', `/api/workflows/w/points?${query}`).expect(400);
    expect(body).toEqual({ success: false, message: expect.stringMatching(/\S/), data: null });
  });
});

describe('a point', () => {
  test('is returned with its record and its attempts, oldest first', async () => {
    const name = rows.find(({ attempt_count }) => attempt_count === 2)?.name ?? '';
    const { point, attempts, conv } = await detailOf(world, 'w', name);
    expect(point).toEqual(rows.find((row) => row.name === name));
    expect(attempts).toMatchObject([
      {
        task_type: 'cold_run',
        status: 'failed',
        seed_point_name: null,
        error_message: expect.stringMatching(/engine/),
      },
      { task_type: 'seed_step', seed_point_name: point.seed_point_name, node_id: 'n1' },
    ]);
    expect(conv).toBeNull();
  });

  test.each(['{"converged": tru', '', '[]', '"text"'])('has no record if the record contains %j', async (content) => {
    const task = await node.claimSoon();
    await node.report(task, { summary_json: '{"converged": true}' }).expect(200);
    expect((await detailOf(world, 'w', task.point_name)).conv).toEqual({ converged: true });
    const [folder] = await readdir(join(world.dataDir, 'diagnostics'));
    await writeFile(join(world.dataDir, 'diagnostics', folder ?? '', task.point_name, `${task.task_id}.json`), content);
    expect((await detailOf(world, 'w', task.point_name)).conv).toBeNull();
  });

  test.each([
    ['.hidden', 400],
    ['..', 400],
    ['a%2Fb', 400],
    ['a%5Cb', 400],
    ['a%20b', 400],
    ['a%00b', 400],
    ['a*', 400],
    ['%C3%A4', 400],
    ['x'.repeat(129), 400],
    ['x'.repeat(128), 404],
    ['A-Za-z0-9._-+@', 404],
    ['t1_g1_he1_c1_n1_o1', 404],
  ])('named %s is answered %i', async (name, status) => {
    for (const end of ['', '/explain']) {
      const path = `/api/workflows/w/points/${name}${end}`;
      const answer = await raw(world.url, { path, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
      expect([path, answer.status]).toEqual([path, status]);
      expect(JSON.parse(answer.text)).toMatchObject({ success: false, data: null });
    }
  });

  test('is found even if its name has every allowed character', async () => {
    const name = '+A_z-0.9@';
    await importResult(world, { name }).expect(200);
    expect((await detailOf(world, 'imported', name)).point).toMatchObject({ name, status: 'converged' });
    const answer = await raw(world.url, {
      path: `/api/workflows/imported/points/${name}`,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    expect(answer.status).toBe(200);
  });
});
