import http from 'node:http';
import { expect, test } from '@jest/globals';
import type { GridPointRow, PointsPage } from '@almagest/contracts/grid';
import { raw } from '@almagest/test-kit/raw-http';
import { importResult } from './imports.ts';
import { ADMIN_TOKEN, configYaml, givenRunning, pointsOf, useNode, useWorld } from './world.ts';

const COLUMNS =
  'name teff logg loghe logc logn logo cno_sum wave status success_method attempt_count last_max_relc last_task_type ' +
  'seed_point_name node_id last_completed_at last_error';
const HEADER = COLUMNS.split(' ');

const world = useWorld();
const node = useNode(world, 'n1', 200);

/** Parses CSV by RFC 4180: quoted fields can contain commas, line breaks and doubled quotes. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = FIELD.exec(text); match !== null; match = FIELD.exec(text)) {
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') {
      records.push(fields);
      fields = [];
    }
    if (FIELD.lastIndex === text.length) return records;
  }
  throw new Error(`no CSV after ${JSON.stringify(text.slice(0, 200))}`);
}

async function exported(workflow: string, query = ''): Promise<string[][]> {
  const { text, headers } = await world.admin('get', `/api/workflows/${workflow}/points.csv${query}`).expect(200);
  expect(headers['content-type']).toMatch(/^text\/csv/);
  expect(headers['content-disposition']).toBe(`attachment; filename="${workflow}-points.csv"`);
  expect(headers['cache-control']).toBe('private, no-store');
  return parseCsv(text);
}

function asText(row: GridPointRow): string[] {
  return HEADER.map((column) => String(row[column as keyof GridPointRow] ?? ''));
}

const ERRORS = ['plain', 'a,b', 'say "no"', 'two\nlines', 'carriage\r\nreturn', '"', ',', 'ünï \u2028 ☉'];
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(1)', '\tx', '\rx', '="a","b"'];

test('has a header and every field of every row of the list, ordered by name', async () => {
  const axes = {
    teff: ['20000', '21000', '22000', '23000'],
    logg: ['5.0', '5.5'],
    logc: ['-4.1'],
    logn: ['-4.2'],
    logo: ['-4.3'],
  };
  await givenRunning(world, 'w', configYaml(axes, 'atmosphere: {strategies: [cold_run]}'));
  for (const error of ERRORS.slice(0, -1)) await node.fail(await node.claimSoon(), error);
  await node.converge(await node.claimSoon());
  const [header, ...records] = await exported('w');
  expect(header).toEqual(HEADER);
  const rows = (await pointsOf(world, 'w')) as unknown as GridPointRow[];
  expect(records).toEqual(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(asText));
  expect(new Set(records.map((record) => record.at(-1)))).toEqual(new Set([...ERRORS.slice(0, -1), '']));
});

test.each(['status=converged', 'status=failed&wave=1', 'method=cold_run', 'wave=2', 'q=t21000', 'status=pending'])(
  'has the same rows as the list with %s',
  async (filter) => {
    const [, ...records] = await exported('w', `?${filter}`);
    const rows = await pointsOf(world, 'w', `&${filter}`);
    expect(records.map(([name]) => name)).toEqual(rows.map(({ name }) => name).toSorted());
  },
);

test.each(['status=done', 'wave=x', 'method=imported', 'q=a&q=b'])(
  'refuses %s before sending anything',
  async (filter) => {
    const { body } = await world.admin('get', `/api/workflows/w/points.csv?${filter}`).expect(400);
    expect(body).toMatchObject({ success: false, data: null });
  },
);

test('keeps texts from becoming formulas and numbers from becoming texts', async () => {
  await givenRunning(
    world,
    'formulas',
    configYaml({ teff: FORMULAS.map((_, index) => String(1_000 + index)) }, 'atmosphere: {strategies: [cold_run]}'),
  );
  for (const error of FORMULAS) await node.fail(await node.claimSoon(), error);
  const [, ...records] = await exported('formulas');
  expect(new Set(records.map((record) => record.at(-1)))).toEqual(new Set(FORMULAS.map((text) => `'${text}`)));
  expect(records.map((record) => record[4])).toEqual(FORMULAS.map(() => '-4'));
  for (const name of ['+1', '-2', '@x']) await importResult(world, { name }).expect(200);
  expect((await exported('imported')).slice(1).map(([name]) => name)).toEqual([`'+1`, `'-2`, `'@x`]);
});

test('has only the header for a workflow without points', async () => {
  await world.admin('post', '/api/workflows').send({ name: 'empty', config_yaml: configYaml() }).expect(200);
  expect(await exported('empty')).toEqual([HEADER]);
});

const MANY = { teff: 50, logg: 20, logc: 20 };
const COUNT = MANY.teff * MANY.logg * MANY.logc;
const list = (count: number, value: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => value(index));

test('sends twenty thousand points completely, in pieces as they are read', async () => {
  const axes = {
    teff: list(MANY.teff, (index) => String(10_000 + 100 * index)),
    logg: list(MANY.logg, (index) => (4 + index / 10).toFixed(1)),
    logc: list(MANY.logc, (index) => (-5 + index / 10).toFixed(1)),
  };
  await givenRunning(world, 'many', configYaml(axes));
  const answer = await raw(world.url, {
    path: '/api/workflows/many/points.csv',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  expect(answer.headers['transfer-encoding']).toBe('chunked');
  const names = parseCsv(answer.text)
    .slice(1)
    .map(([name = '']) => name);
  expect(names).toHaveLength(COUNT);
  expect(new Set(names).size).toBe(COUNT);
  expect(names).toEqual(names.toSorted());
});

test.each(['', '&status=queued', '&status=running', '&method=cold_run', '&sort=last_completed_at', '&sort=attempts'])(
  'has the points that a search by name counts and lists%s, for any number of matches',
  async (filter) => {
    if (filter === '') for (let n = 0; n < 3; n += 1) await node.claimSoon();
    for (const q of ['t1', 'g4.5_he', '5.9_he-1.0_c-4', 't14900_g5.9_he-1.0_c-3.1_n-4.0_o-4.0', 'zzz']) {
      const exports = filter.includes('sort=') ? '' : filter;
      const names = (await exported('many', `?q=${q}${exports}`)).slice(1).map(([name = '']) => name);
      const { body } = await world.admin('get', `/api/workflows/many/points?q=${q}${filter}&limit=500`).expect(200);
      const { total, points } = (body as { data: PointsPage }).data;
      expect([q, total, points.length]).toEqual([q, names.length, Math.min(500, names.length)]);
      expect(names).toEqual(expect.arrayContaining(points.map(({ name }) => name)));
    }
  },
);

test('frees its connection when a client aborts, so that later exports are complete', async () => {
  for (let call = 0; call < 20; call += 1) await breakOff('/api/workflows/many/points.csv');
  expect(await exported('many', '?q=t10000_')).toHaveLength(1 + COUNT / MANY.teff);
});

/** Reads the first piece of a response and disconnects. */
async function breakOff(path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const call = http.get(`${world.url}${path}`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` }, agent: false });
    call.on('error', reject);
    call.on('response', (answer) => {
      answer.once('data', () => {
        answer.on('error', () => undefined);
        answer.on('close', resolve);
        answer.destroy();
      });
    });
  });
}
