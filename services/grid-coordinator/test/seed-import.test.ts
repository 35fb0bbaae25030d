import { until } from '@almagest/test-kit/until';
import { afterEach, describe, expect, test } from '@jest/globals';
import { importResult, NORMAL } from './imports.ts';
import { detailOf, seedOf, useCleanWorkflows } from './point-detail.ts';
import {
  configYaml,
  givenRunning,
  givenWorkflow,
  pointsOf,
  start,
  statusOf,
  useNode,
  useWorld,
  type World,
} from './world.ts';

const MAX_SEED_BYTES = 3_000;

const world = useWorld({ env: { MAX_SEED_BYTES: String(MAX_SEED_BYTES) } });
const node = useNode(world, 'n1');
useCleanWorkflows(world);

const refused = { status: 'error', message: expect.stringMatching(/\S/) };

async function workflows(): Promise<string[]> {
  const { body } = await world.admin('get', '/api/workflows').expect(200);
  return (body as { data: { name: string }[] }).data.map(({ name }) => name);
}

/** Imports a result with this literal summary. */
function sendSummary(text: string, query = '') {
  return world
    .admin('post', `/api/admin/import_seed${query}`)
    .field('report', text)
    .attach('seed_file', Buffer.from('s'), 's.7');
}

describe('an import', () => {
  test('creates the workflow, the point and the seed', async () => {
    const { body } = await importResult(world, {
      name: 'p1',
      params: { teff: 31_000, logc: -3.5 },
      final_max_relc: 3e-4,
    }).expect(200);
    expect(body).toEqual({ status: 'ok', point_name: 'p1', converged: true, max_relc: 3e-4 });
    expect(await seedOf(world, 'p1')).toBe('seed of p1');
    const { point, attempts, conv } = await detailOf(world, 'imported', 'p1');
    expect(point).toEqual({
      name: 'p1',
      ...NORMAL,
      teff: 31_000,
      logc: -3.5,
      cno_sum: -11.5,
      wave: 0,
      status: 'converged',
      success_method: 'seed_step',
      attempt_count: 0,
      last_max_relc: 3e-4,
      last_task_type: null,
      seed_point_name: null,
      node_id: null,
      last_completed_at: null,
      last_error: null,
    });
    expect(attempts).toEqual([]);
    expect(conv).toEqual({
      name: 'p1',
      params: { ...NORMAL, teff: 31_000, logc: -3.5 },
      converged: true,
      final_max_relc: 3e-4,
    });
    expect(await statusOf(world, 'imported')).toBe('idle');
    await world.admin('post', '/api/workflows/imported/start').expect(400);
  });

  test.each(['cold_run', 'seed_step'])('can name %s as the method', async (method) => {
    await importResult(world, { name: 'p2', method }).expect(200);
    expect((await detailOf(world, 'imported', 'p2')).point.success_method).toBe(method);
    const { body } = await world.admin('get', '/api/workflows/imported/stats').expect(200);
    expect(body).toMatchObject({ data: { total: 1, converged: 1, [`${method}_converged`]: 1 } });
  });

  test('of an unconverged result creates a failed point without a seed', async () => {
    for (const [name, seed] of [
      ['f1', null],
      ['f2', 'half a model'],
    ] as const) {
      const { body } = await importResult(world, { name, seed, converged: false, final_max_relc: 17 }).expect(200);
      expect(body).toEqual({ status: 'ok', point_name: name, converged: false, max_relc: 17 });
      expect((await detailOf(world, 'imported', name)).point).toMatchObject({
        status: 'failed',
        success_method: null,
        last_max_relc: 17,
      });
      expect(await seedOf(world, name)).toBeUndefined();
    }
  });

  test.each([
    ['null', null],
    ['NaN', null],
    ['1e999', null],
    ['0', 0],
    ['1e27', 1e27],
  ])('accepts the final_max_relc %s', async (text, expected) => {
    const summary = JSON.stringify({ name: 'p3', params: NORMAL, converged: true, final_max_relc: 4711 }).replace(
      '4711',
      text,
    );
    const { body } = await sendSummary(summary).expect(200);
    expect(body).toMatchObject({ max_relc: expected });
    expect((await detailOf(world, 'imported', 'p3')).point.last_max_relc).toBe(expected);
  });

  test('keeps the whole summary as the record', async () => {
    const stages = [
      { label: 'lte', chmax: 1e-3, lte: true, converged: true, best_max_relc: 2e-4, elapsed_sec: 3, note: null },
    ];
    await sendSummary(JSON.stringify({ name: 'p4', params: NORMAL, converged: true, engine: 'v205', stages })).expect(
      200,
    );
    expect((await detailOf(world, 'imported', 'p4')).conv).toMatchObject({ engine: 'v205', stages });
  });

  test('of the same file changes nothing, and of a new file replaces only the seed and the record', async () => {
    const first = { name: 'p5', final_max_relc: 1e-4, method: 'cold_run' } as const;
    await importResult(world, first).expect(200);
    const before = await detailOf(world, 'imported', 'p5');
    const stats = (await world.admin('get', '/api/workflows/imported/stats').expect(200)).body as unknown;
    await importResult(world, first).expect(200);
    expect(await detailOf(world, 'imported', 'p5')).toEqual(before);
    expect(await seedOf(world, 'p5')).toBe('seed of p5');
    await importResult(world, { ...first, final_max_relc: 9e-5, method: 'seed_step', seed: 'better' }).expect(200);
    const after = await detailOf(world, 'imported', 'p5');
    expect(after.point).toEqual(before.point);
    expect(after.conv).toMatchObject({ final_max_relc: 9e-5 });
    expect(await seedOf(world, 'p5')).toBe('better');
    // A failure changes neither the existing point nor its seed.
    await importResult(world, { name: 'p5', converged: false }).expect(200);
    expect((await detailOf(world, 'imported', 'p5')).point).toEqual(before.point);
    expect(await seedOf(world, 'p5')).toBe('better');
    expect((await world.admin('get', '/api/workflows/imported/stats').expect(200)).body).toEqual(stats);
  });

  test('of one point by twenty clients at once creates it once, with one of the files', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        importResult(world, { name: 'race', seed: `file ${index}` }).then(({ status }) => status),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await pointsOf(world, 'imported')).toHaveLength(1);
    expect(await seedOf(world, 'race')).toMatch(/^file \d+$/);
  });

  test('into a named workflow creates only that workflow', async () => {
    await importResult(world, { name: 'p6', workflow: 'old.grid-1' }).expect(200);
    expect(await workflows()).toEqual(['old.grid-1']);
  });

  test('with a NaN seed stores it and allows downloads', async () => {
    await importResult(world, { name: 'unfit', seed: '1.0 NaN' }).expect(200);
    expect(await seedOf(world, 'unfit')).toBe('1.0 NaN');
  });
});

describe('an import is refused without effect', () => {
  const summary = (more: object = {}) => JSON.stringify({ name: 'bad', params: NORMAL, converged: true, ...more });
  afterEach(async () => {
    expect(await workflows()).toEqual([]);
    expect(await seedOf(world, 'bad')).toBeUndefined();
  });

  test.each([
    [
      'without report',
      () => world.admin('post', '/api/admin/import_seed').attach('seed_file', Buffer.from('s'), 's.7'),
      400,
    ],
    ['without anything', () => world.admin('post', '/api/admin/import_seed'), 400],
    ['when the summary is no JSON', () => sendSummary('name = bad'), 400],
    ['when the summary is a list', () => sendSummary('[]'), 400],
    ['without name', () => sendSummary(summary({ name: undefined })), 400],
    ['without params', () => sendSummary(summary({ params: undefined })), 400],
    ['when an axis is missing', () => sendSummary(summary({ params: { ...NORMAL, logo: undefined } })), 400],
    ['when an axis is NaN', () => sendSummary(summary().replace('20000', 'NaN')), 400],
    ['without converged', () => sendSummary(summary({ converged: undefined })), 400],
    ['when converged is text', () => sendSummary(summary({ converged: 'yes' })), 400],
    ['when it converged and the seed is missing', () => importResult(world, { name: 'bad', seed: null }), 400],
    [
      'when the seed is too large',
      () => importResult(world, { name: 'bad', seed: 'x'.repeat(MAX_SEED_BYTES + 1) }),
      413,
    ],
    ['with an unknown success_method', () => importResult(world, { name: 'bad', method: 'imported' }), 400],
    ['for an illegal workflow', () => importResult(world, { name: 'bad', workflow: 'a/b' }), 400],
    ['for an empty workflow', () => importResult(world, { name: 'bad', workflow: '' }), 400],
    ['for two workflows', () => sendSummary(summary(), '?workflow=a&workflow=b'), 400],
    ...['../bad', '.bad', 'a/b', 'a\\b', 'a b', '', 'x'.repeat(129), 'ä', 'a\0b'].map(
      (name) => [`when the point is named ${JSON.stringify(name)}`, () => sendSummary(summary({ name })), 400] as const,
    ),
  ])('%s', async (_what, call, status) => {
    const { body } = await call().expect(status);
    expect(body).toEqual(refused);
  });

  test('from anyone except an administrator', async () => {
    const send = (call: ReturnType<World['anyone']>) =>
      call.field('report', summary()).attach('seed_file', Buffer.from('s'), 's.7');
    expect((await send(world.anyone('post', '/api/admin/import_seed')).expect(401)).body).toEqual(refused);
    await send(world.as('gs_wrong', 'post', '/api/admin/import_seed')).expect(401);
    await send(world.as(node.token, 'post', '/api/admin/import_seed')).expect(403);
  });
});

describe('an import into a workflow with a grid', () => {
  const point = (teff: number) => `t${teff}_g5.0_he-1.0_c-4.0_n-4.0_o-4.0`;
  const grid = (teff: number[], more = '') => configYaml({ teff: teff.map(String) }, more);

  test('before its first start is kept by skip_converged, and failures are recomputed', async () => {
    await givenWorkflow(world, 'w', grid([40_000, 44_000, 48_400]));
    await importResult(world, { name: point(40_000), params: { teff: 40_000 }, workflow: 'w' }).expect(200);
    await importResult(world, {
      name: point(48_400),
      params: { teff: 48_400 },
      workflow: 'w',
      converged: false,
    }).expect(200);
    await start(world, 'w');
    expect((await pointsOf(world, 'w')).map(({ status, wave }) => [wave, status])).toEqual([
      [0, 'converged'],
      [1, 'queued'],
      [2, 'queued'],
    ]);
    expect((await node.claimSoon()).point_name).toBe(point(44_000));
  });

  test('leaves existing points unchanged, even while they run', async () => {
    await givenRunning(world, 'w', grid([50_000, 55_000]));
    const task = await node.claimSoon();
    for (const teff of [50_000, 55_000])
      await importResult(world, { name: point(teff), params: { teff }, workflow: 'w' }).expect(200);
    expect((await pointsOf(world, 'w')).map(({ status }) => status)).toEqual(['running', 'queued']);
    await node.converge(task, 'computed');
    expect(await seedOf(world, point(50_000))).toBe('computed');
    expect((await node.claimSoon()).point_name).toBe(point(55_000));
  });

  test('adds a point off the lattice, which no node computes and which does not keep the workflow open', async () => {
    await givenRunning(world, 'w', grid([60_000]));
    await importResult(world, { name: 'guest', params: { teff: 61_234 }, workflow: 'w' }).expect(200);
    await importResult(world, { name: 'ghost', params: { teff: 61_234 }, workflow: 'w', converged: false }).expect(200);
    await node.converge(await node.claimSoon());
    await until(async () => (await statusOf(world, 'w')) === 'completed');
    const points = await pointsOf(world, 'w');
    expect(Object.fromEntries(points.map(({ name, status }) => [name, status]))).toEqual({
      ghost: 'failed',
      guest: 'converged',
      [point(60_000)]: 'converged',
    });
  });

  test.each(['w', 'imported'])('or into %s releases a point that waits for a seed', async (target) => {
    const teff = target === 'w' ? 1_000_000 : 10_000_000;
    await givenRunning(world, 'w', configYaml({ teff: [String(teff)], logg: ['5.0', '5.5'] }));
    const neighbour = await node.claimSoon();
    const task = await node.claimSoon();
    await node.fail(task);
    const statusNow = async () => (await detailOf(world, 'w', task.point_name)).point.status;
    expect(await statusNow()).toBe('pending');
    // An unusable seed, a seed out of reach and a failure release nothing.
    await importResult(world, { name: `nan-${teff}`, params: { teff }, seed: 'NaN', workflow: target }).expect(200);
    await importResult(world, { name: `far-${teff}`, params: { teff: teff / 3 }, workflow: target }).expect(200);
    await importResult(world, { name: `bad-${teff}`, params: { teff }, converged: false, workflow: target }).expect(
      200,
    );
    await until(async () => (await world.sql('select from current_model where fit and not released')).length === 0);
    expect(await statusNow()).toBe('pending');
    await importResult(world, { name: `near-${teff}`, params: { teff, logg: 5.2 }, workflow: target }).expect(200);
    await until(async () => (await statusNow()) === 'queued');
    const seeded = await node.claimSoon();
    expect(seeded).toMatchObject({
      point_name: task.point_name,
      task_type: 'seed_step',
      seed_point_name: `near-${teff}`,
    });
    await node.converge(seeded);
    await node.converge(neighbour);
    expect(await statusOf(world, 'w')).toBe('completed');
  });

  test('releases points of a paused workflow, which computes them after it resumes', async () => {
    const teff = 100_000_000;
    await givenRunning(world, 'w', configYaml({ teff: [String(teff)], logg: ['5.0', '5.5'] }));
    const tasks = [await node.claimSoon(), await node.claimSoon()];
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    for (const task of tasks) await node.fail(task);
    await importResult(world, { name: `donor-${teff}`, params: { teff, logg: 6 } }).expect(200);
    await until(async () => (await pointsOf(world, 'w')).every(({ status }) => status === 'queued'));
    expect(await node.claim()).toBeNull();
    await start(world, 'w');
    expect(await node.claimSoon()).toMatchObject({ task_type: 'seed_step', seed_point_name: `donor-${teff}` });
  });
});
