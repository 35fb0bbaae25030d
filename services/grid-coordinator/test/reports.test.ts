import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@almagest/test-kit/until';
import type { TaskReport, TaskSpec } from '@almagest/contracts/grid';
import type request from 'supertest';
import { deleteWorkflows, detailOf, seedOf } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenNode, givenRunning, useNode, useWorld, type TestNode } from './world.ts';

const MAX_SEED_BYTES = 2_000;

const world = useWorld({ env: { MAX_SEED_BYTES: String(MAX_SEED_BYTES) } });
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');

/** Returns a report as an agent sends it. `more` replaces fields. */
function reportText(task: TaskSpec, more: Record<string, unknown> = {}): string {
  const report: TaskReport = {
    task_id: task.task_id,
    point_name: task.point_name,
    node_id: node.id,
    status: 'completed',
    converged: true,
    max_relc: 1e-4,
    atmosphere_has_nan: false,
    elapsed_sec: 10,
  };
  return JSON.stringify({ ...report, ...more });
}

function send(text: string, as: TestNode = node): request.Test {
  return world.as(as.token, 'post', '/api/task/report').field('report', text);
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(join(world.dataDir, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

const refused = { status: 'error', message: expect.stringMatching(/\S/) };

const SEEDS: Record<string, string | undefined> = {
  'no seed': undefined,
  'a seed': 'depth 1.0E+00 2.0E+04',
  'a seed with NaN': 'depth NaN 2.0E+04',
  'an empty seed': '',
};
const OUTCOMES = (['completed', 'failed', 'timeout', 'running', 'pending'] as const).flatMap((status) =>
  [true, false].flatMap((converged) =>
    [true, false].flatMap((nan) => Object.keys(SEEDS).map((seed) => ({ status, converged, nan, seed }))),
  ),
);

describe("a report's content determines point, attempt and seed:", () => {
  const TEFF = Array.from({ length: OUTCOMES.length + 1 }, (_, index) => String(20_000 + index));
  beforeAll(async () => {
    await givenRunning(world, 'w', configYaml({ teff: TEFF }, 'atmosphere: {strategies: [cold_run]}'));
  });
  afterAll(async () => {
    await deleteWorkflows(world);
  });

  test.each(OUTCOMES)('$status, converged $converged, NaN $nan, with $seed', async (row) => {
    const task = await node.claimSoon();
    const seed = SEEDS[row.seed];
    const { body } = await node
      .report(task, {
        status: row.status,
        converged: row.converged,
        atmosphere_has_nan: row.nan,
        max_relc: 2e-4,
        iterations: 31,
        ...(seed === undefined ? {} : { seed }),
      })
      .expect(200);
    expect(body).toEqual({ status: 'ok', message: 'recorded' });
    const success = row.status === 'completed' && row.converged && !row.nan;
    const { point, attempts } = await detailOf(world, 'w', task.point_name);
    expect(point).toMatchObject({
      status: success ? 'converged' : 'failed',
      success_method: success ? 'cold_run' : null,
      attempt_count: 1,
      last_max_relc: 2e-4,
      last_task_type: 'cold_run',
      node_id: 'n1',
      last_completed_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      last_error: success ? null : expect.stringMatching(/\S/),
    });
    expect(attempts).toEqual([
      {
        task_id: task.task_id,
        task_type: 'cold_run',
        seed_point_name: null,
        status: success ? 'completed' : row.status === 'timeout' ? 'timeout' : 'failed',
        max_relc: 2e-4,
        iterations: 31,
        atmosphere_has_nan: row.nan,
        node_id: 'n1',
        error_message: point.last_error,
        created_at: expect.any(String),
        completed_at: point.last_completed_at,
      },
    ]);
    expect(await seedOf(world, task.point_name)).toBe(row.converged && !row.nan ? seed : undefined);
  });
});

describe('a report', () => {
  let task: TaskSpec;
  /** Whether the test completes the task. Otherwise its point must stay unchanged. */
  let completes = true;
  beforeAll(async () => {
    const teff = Array.from({ length: 100 }, (_, index) => String(20_000 + index));
    await givenRunning(world, 'w', configYaml({ teff, logo: ['-40'] }, 'atmosphere: {strategies: [cold_run]}'));
  });
  afterEach(async () => {
    if (completes) return;
    completes = true;
    expect((await detailOf(world, 'w', task.point_name)).point).toMatchObject({
      status: 'running',
      last_max_relc: null,
    });
    expect(await seedOf(world, task.point_name)).toBeUndefined();
    await node.converge(task);
  });
  afterAll(async () => {
    expect(await countFiles('staging')).toBe(0);
    await deleteWorkflows(world);
  });

  const MALFORMED: [what: string, text: (task: TaskSpec) => string, message: RegExp][] = [
    ['that is not JSON', () => 'status=completed', /part report/],
    ['that is null', () => 'null', /part report/],
    ['without task_id', (task) => reportText(task, { task_id: undefined }), /task_id/],
    ['whose task_id is not a UUID', (task) => reportText(task, { task_id: '17' }), /task_id/],
    ['without point_name', (task) => reportText(task, { point_name: undefined }), /point_name/],
    [
      'whose point_name leaves the folder',
      (task) => reportText(task, { point_name: '../x' }),
      /point_name: must be a point name/,
    ],
    ['about another point', (task) => reportText(task, { point_name: 'elsewhere' }), /point_name/],
    ['without node_id', (task) => reportText(task, { node_id: undefined }), /node_id/],
    ['without status', (task) => reportText(task, { status: undefined }), /status/],
    ['of an unknown status', (task) => reportText(task, { status: 'done' }), /status/],
    ['without converged', (task) => reportText(task, { converged: undefined }), /converged/],
    ['whose converged is text', (task) => reportText(task, { converged: 'true' }), /converged/],
    ['without atmosphere_has_nan', (task) => reportText(task, { atmosphere_has_nan: undefined }), /atmosphere_has_nan/],
    ['whose max_relc is text', (task) => reportText(task, { max_relc: '1e-4' }), /max_relc/],
    ['whose params lack an axis', (task) => reportText(task, { params: { teff: 20_000 } }), /params/],
    ['whose params are text', (task) => reportText(task, { params: 'teff=20000' }), /params/],
    ['whose summary_json is not JSON', (task) => reportText(task, { summary_json: '{"name": ' }), /summary_json/],
    ['whose summary_json is not text', (task) => reportText(task, { summary_json: { name: 'x' } }), /summary_json/],
    ['of an unknown stage', (task) => reportText(task, { failed_stage: 'photosphere' }), /failed_stage/],
  ];
  test.each(MALFORMED)('%s gets 400 and changes nothing', async (_what, text, message) => {
    completes = false;
    task = await node.claimSoon();
    const { body } = await send(text(task)).attach('seed_file', Buffer.from('seed'), 'x.7').expect(400);
    expect(body).toEqual({ status: 'error', message: expect.stringMatching(message) });
  });

  test.each([
    ['multipart without the part', () => world.as(node.token, 'post', '/api/task/report').field('other', 'x')],
    ['JSON', () => world.as(node.token, 'post', '/api/task/report').send({ report: {} })],
    ['nothing', () => world.as(node.token, 'post', '/api/task/report')],
  ])('that is missing from the body %s gets 400', async (_what, call) => {
    const { body } = await call().expect(400);
    expect(body).toEqual({ status: 'error', message: expect.stringMatching(/part report is missing/) });
  });

  test('of an unknown task gets 409 and its seed is dropped', async () => {
    completes = false;
    task = await node.claimSoon();
    const stranger = { ...task, task_id: '00000000-0000-4000-8000-000000000000' };
    expect((await node.report(stranger, { seed: 'x' }).expect(409)).body).toEqual(refused);
  });

  test("in the name of another node is answered with 403, and for another node's task with 409", async () => {
    completes = false;
    task = await node.claimSoon();
    expect((await send(reportText(task), other).expect(403)).body).toEqual(refused);
    expect((await other.report(task, { seed: 'x' }).expect(409)).body).toEqual(refused);
    expect((await other.report(task, { status: 'failed', converged: false }).expect(409)).body).toEqual(refused);
    await world.anyone('post', '/api/task/report').field('report', reportText(task)).expect(401);
    await world.admin('post', '/api/task/report').field('report', reportText(task)).expect(403);
  });

  test('with an oversized seed gets 413, and is accepted with a smaller seed', async () => {
    completes = false;
    task = await node.claimSoon();
    const { body } = await node.report(task, { seed: 'x'.repeat(MAX_SEED_BYTES + 1) }).expect(413);
    expect(body).toEqual(refused);
    expect(await countFiles('staging')).toBe(0);
    const next = await node.claimSoon();
    await node.report(next, { seed: 'x'.repeat(MAX_SEED_BYTES) }).expect(200);
    expect(await seedOf(world, next.point_name)).toHaveLength(MAX_SEED_BYTES);
  });

  test('with two seed files keeps only the first', async () => {
    task = await node.claimSoon();
    await node.report(task, { seed: 'first' }).attach('seed_file', Buffer.from('second'), 'b.7').expect(200);
    expect(await seedOf(world, task.point_name)).toBe('first');
    expect(await countFiles('staging')).toBe(0);
  });

  test('can be a typed file, with parts in any order', async () => {
    task = await node.claimSoon();
    const report = { filename: 'report.json', contentType: 'application/json' };
    await world
      .as(node.token, 'post', '/api/task/report')
      .attach('seed_file', Buffer.from('seed'), 'x.7')
      .attach('report', Buffer.from(reportText(task)), report)
      .expect(200);
    expect((await detailOf(world, 'w', task.point_name)).point.status).toBe('converged');
    expect(await seedOf(world, task.point_name)).toBe('seed');
  });

  test('is accepted with unknown keys and with only its required fields', async () => {
    task = await node.claimSoon();
    const fields = { max_relc: undefined, elapsed_sec: undefined, params: task.params, engine: 'v9' };
    await send(reportText(task, fields)).expect(200);
    const { point, attempts } = await detailOf(world, 'w', task.point_name);
    expect(point).toMatchObject({ status: 'converged', last_max_relc: null });
    expect(attempts).toMatchObject([{ iterations: null }]);
  });

  test('with a negative time or a fraction of an iteration is accepted, and the number is clamped', async () => {
    task = await node.claimSoon();
    await send(reportText(task, { elapsed_sec: -3593, iterations: 30.6 })).expect(200);
    const { attempts } = await detailOf(world, 'w', task.point_name);
    expect(attempts[0]?.iterations).toBe(31);
    const rows = await world.sql('select elapsed_sec from task where id = $1', [task.task_id]);
    expect(rows).toEqual([{ elapsed_sec: 0 }]);
  });

  test('with half of a surrogate pair in its summary is shown as valid JSON', async () => {
    task = await node.claimSoon();
    await node.report(task, { summary_json: String.raw`{"seed": "a\ud800b"}` }).expect(200);
    expect((await detailOf(world, 'w', task.point_name)).conv).toEqual({ seed: 'a\ufffdb' });
  });

  test.each([
    ['0', 0],
    ['1e27', 1e27],
    ['-3.5E-5', -3.5e-5],
    ['null', null],
    ['NaN', null],
    ['-Infinity', null],
    ['1e999', null],
  ])('with max_relc %s is accepted', async (text, expected) => {
    task = await node.claimSoon();
    await send(reportText(task, { max_relc: 4711 }).replace('4711', text)).expect(200);
    const { point, attempts } = await detailOf(world, 'w', task.point_name);
    expect([point.last_max_relc, attempts[0]?.max_relc]).toEqual([expected, expected]);
  });

  test.each([
    [
      '{"name": "p", "converged": true, "stages": [{"label": "lte", "chmax": 1e-3}]}',
      { name: 'p', converged: true, stages: [{ label: 'lte', chmax: 1e-3 }] },
    ],
    ['{"final_max_relc": NaN, "note": "NaN \\"Infinity\\""}', { final_max_relc: null, note: 'NaN "Infinity"' }],
    ['', null],
    ['  ', null],
    ['17', null],
    ['[1]', null],
    ['null', null],
  ])('with the summary %s keeps the displayable part', async (summary_json, conv) => {
    task = await node.claimSoon();
    await node.report(task, { summary_json }).expect(200);
    expect((await detailOf(world, 'w', task.point_name)).conv).toEqual(conv);
  });

  test("keeps the engine's error, without NUL and truncated to the column's length", async () => {
    task = await node.claimSoon();
    await node.fail(task, `first\0 line\n${'x'.repeat(10_000)}`);
    const { last_error } = (await detailOf(world, 'w', task.point_name)).point;
    expect(last_error).toMatch(/^first line\nx+$/);
    expect(last_error?.length).toBeLessThan(5_000);
  });

  test('of an engine whose words end within a surrogate pair is accepted', async () => {
    task = await node.claimSoon();
    const words = `a${'\u{1F600}'.repeat(3_000)}`;
    const failed = { status: 'failed', converged: false } as const;
    await node
      .report(task, { ...failed, error_message: words, engine_name: words, engine_version: '\ud800' })
      .expect(200);
    expect((await detailOf(world, 'w', task.point_name)).point.last_error).toMatch(/^a\u{1F600}+\ufffd$/u);
  });

  test('with a deeply nested summary keeps the rest of it', async () => {
    task = await node.claimSoon();
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    await node.report(task, { summary_json: `{"seed": "cold", "deep": ${deep}}` }).expect(200);
    expect((await detailOf(world, 'w', task.point_name)).conv).toMatchObject({ seed: 'cold' });
  });

  test('stores its record without locking a row', async () => {
    task = await node.claimSoon();
    const rows = await lockRows(world, 'select from workflow for update');
    const answer = node
      .report(task, { summary_json: '{"converged": true}', seed: 'seed' })
      .then(({ status }) => status);
    await until(
      async () =>
        (await readdir(world.dataDir, { recursive: true })).some((path) => path.endsWith(`${task.task_id}.json`)),
      'the record while the workflow is locked',
    );
    await rows.release();
    expect(await answer).toBe(200);
  });

  test.each([
    ['an unknown task', { task_id: '00000000-0000-4000-8000-000000000000' }, 409],
    ['a task of another point', { point_name: 't1_g1_he1_c1_n1_o1' }, 400],
  ])('about %s leaves no file or folder behind', async (_what, fields, status) => {
    task = await node.claimSoon();
    const files = async () => (await readdir(world.dataDir, { recursive: true })).toSorted();
    const before = await files();
    const report = { ...fields, summary_json: '{"converged": true}' };
    await send(reportText(task, report)).attach('seed_file', Buffer.from('junk'), 'x.7').expect(status);
    // The form part may still be on its way to the disk when the refusal is sent.
    await until(async () => (await files()).join() === before.join(), 'the staged file to be gone');
  });

  test('from a node that was disabled in the meantime counts', async () => {
    const doomed = await givenNode(world, 'n3');
    task = await doomed.claimSoon();
    await world.admin('post', '/api/admin/nodes/n3/disable').expect(200);
    await doomed.report(task, { seed: 'seed' }).expect(200);
    expect((await detailOf(world, 'w', task.point_name)).point.status).toBe('converged');
    expect(await seedOf(world, task.point_name)).toBe('seed');
  });
});
