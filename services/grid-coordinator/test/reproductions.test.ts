import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Reproduction, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { importArchive, requestArchive } from './archives.ts';
import { declare, fileOf, handOver, listed, pathsOf } from './artifact-calls.ts';
import { importResult } from './imports.ts';
import { COLD, NEIGHBOUR, POINT, runAgain, sweepFiles } from './model-calls.ts';
import { modelText } from './model-texts.ts';
import { deleteWorkflows, detailOf } from './point-detail.ts';
import { cleanUp } from './run-clean-up.ts';
import { lockRows } from './row-locks.ts';
import {
  compared,
  finish,
  givenComputed,
  ONCE,
  PARAMS,
  reproduce,
  reproductions,
  spectrum,
} from './reproduction-calls.ts';
import { configYaml, givenNode, givenRunning, openWorld, OFTEN_SWEPT, start, useNode, useWorld } from './world.ts';

const world = useWorld({ env: OFTEN_SWEPT });
const first = useNode(world, 'n1');
const second = useNode(world, 'n2');
afterEach(async () => {
  await world.admin('post', '/api/admin/resume').send({});
  await deleteWorkflows(world);
  await world.sql('delete from current_model');
  await world.sql('delete from model');
  await world.sql('delete from cancelled_task');
});

const seededYaml = (note: string) =>
  configYaml({ loghe: ['-1.0', '0.0'] }, `atmosphere: {strategies: [cold_run, seed_step]}\nengine_note: ${note}`);

/**
 * Creates a workflow of two points. The second point converges from the model of `POINT`. Returns the task of the
 * second point.
 */
async function givenSeeded(note: string): Promise<TaskSpec> {
  await givenRunning(world, 'w', seededYaml(note));
  const tasks = [await first.claimSoon(), (await first.claim()) as TaskSpec];
  const [easy, hard] = tasks.toSorted((a, b) => a.wave - b.wave) as [TaskSpec, TaskSpec];
  await first.fail(hard);
  await first.converge(easy, modelText(PARAMS));
  const seeded = (await first.claim()) as TaskSpec;
  expect([seeded.point_name, seeded.seed_point_name]).toEqual([hard.point_name, POINT]);
  await first.converge(seeded, modelText({ ...PARAMS, loghe: 0 }));
  return seeded;
}

/** Reads every page that shows results of the grid. */
async function resultsOf(): Promise<unknown> {
  const read = async (path: string) =>
    (await world.admin('get', `/api/workflows/w${path}`).expect(200)).body as unknown;
  const table = await world.admin('get', '/api/workflows/w/points.csv').expect(200);
  return {
    table: table.text,
    stats: await read('/stats'),
    list: await read('/points'),
    point: await read(`/points/${POINT}`),
    map: ((await read('/map')) as { data: { points: unknown } }).data.points,
    artifacts: await pathsOf(world, 'w'),
    provenance: await read(`/points/${POINT}/provenance`),
    counted: await world.sql(
      `select (select sum(tasks) from task_time) as times, (select sum(n) from task_duration) as durations,
              (select sum(tried) from attempt_count) as attempts, (select sum(tried) from node_outcome) as outcomes,
              (select count(*) from model) as models, (select count(*) from current_model) as current`,
    ),
  };
}

describe('a reproduction', () => {
  test('repeats the attempt on another node, compares the results, and changes no result of the grid', async () => {
    await givenComputed(world, first);
    // Waits until the counts of the first attempt are folded.
    await until(async () => (await world.sql('select from task_time_delta')).length === 0, 'the counts');
    const before = await resultsOf();
    const { requested, refused } = await reproduce(world, [POINT]);
    expect({ requested, refused }).toEqual({ requested: [{ id: expect.any(Number), point_name: POINT }], refused: [] });
    expect(await first.claim()).toBeNull();
    const task = (await second.claim()) as TaskSpec;
    expect(task).toMatchObject({
      point_name: POINT,
      params: PARAMS,
      task_type: 'cold_run',
      atmosphere_config: { enabled: true, strategies: ['cold_run'] },
    });
    expect(await second.claim()).toBeNull();
    const { body } = await world.admin('get', '/api/tasks').expect(200);
    expect(body).toMatchObject({ data: { tasks: [{ task_id: task.task_id, reproduction_id: requested[0]?.id }] } });
    expect(await resultsOf()).toEqual(before);
    const again = [spectrum([1, 2, 5])];
    await finish(second, task, modelText(PARAMS, { warmer: 1.01 }), again, 13);
    const { difference, ...found } = await compared(world);
    expect(found).toMatchObject({
      point_name: POINT,
      status: 'compared',
      note: 'before we publish',
      losses: 0,
      error: null,
      original: { node_id: 'n1', iterations: 12 },
      reproduced: { task_id: task.task_id, node_id: 'n2', iterations: 13 },
    });
    expect(difference).toMatchObject({
      problems: [],
      model: { identical: false },
      spectra: [{ path: 'spectrum.txt' }],
    });
    const [mass, temperature] = difference?.model?.quantities ?? [];
    expect(mass).toMatchObject({ quantity: 'column mass', unit: 'g cm-2', max_relative: 0, at: null });
    expect(temperature).toMatchObject({ quantity: 'temperature', unit: 'K', values: 5 });
    expect(temperature?.max_relative).toBeCloseTo(0.01 / 1.01, 6);
    const [flux] = difference?.spectra[0]?.quantities ?? [];
    expect(flux).toMatchObject({ max_absolute: 1, at: { quantity: 'wavelength', value: 4002 } });
    expect(flux?.max_relative).toBeCloseTo(0.2, 12);
    expect(flux?.rms_relative).toBeCloseTo(0.2 / Math.sqrt(3), 12);
    expect(await resultsOf()).toEqual(before);
    // A repeated report changes nothing, and its files are dropped.
    const kept = await readdir(join(world.dataDir, 'seeds'), { recursive: true });
    await finish(second, task, modelText(PARAMS, { warmer: 2 }), again);
    expect(kept).toEqual(expect.arrayContaining(await readdir(join(world.dataDir, 'seeds'), { recursive: true })));
    expect((await reproductions(world))[0]?.difference).toEqual(difference);
    expect(await world.sql('select from artifact_upload')).toEqual([]);
    expect(await resultsOf()).toEqual(before);
  });

  test('uses the start, seed and strategy that made the model, even after later starts', async () => {
    const seeded = await givenSeeded('then');
    expect(seeded).toMatchObject({ task_type: 'seed_step', engine_note: 'then' });
    await runAgain(world, 'w', seededYaml('now'));
    await reproduce(world, [seeded.point_name]);
    const task = (await second.claim()) as TaskSpec;
    const { task_id: id, asset_versions: assets, timeout_sec: limit, ...same } = seeded;
    expect(assets).toEqual({});
    expect(task).toMatchObject({
      ...same,
      timeout_sec: limit,
      atmosphere_config: { ...seeded.atmosphere_config, strategies: ['seed_step'] },
    });
    expect(task.task_id).not.toBe(id);
    const { body } = await world.as(second.token, 'get', `/api/seed/${task.seed_point_name}`).expect(200);
    expect((body as Buffer).toString()).toBe(modelText(PARAMS));
  });

  test('of a model that is rejected meanwhile is compared with this model', async () => {
    await givenComputed(world, first);
    await reproduce(world, [POINT]);
    const task = (await second.claim()) as TaskSpec;
    const rejection = { kind: 'rejected', note: 'T rises outward' };
    await world.admin('post', `/api/workflows/w/points/${POINT}/judgements`).send(rejection).expect(200);
    await finish(second, task, modelText(PARAMS), []);
    expect((await compared(world)).difference).toMatchObject({ model: { identical: true } });
  });

  test('that does not converge says so, does not blame its node, and can be requested again', async () => {
    await givenComputed(world, first);
    await reproduce(world, [POINT]);
    const task = (await second.claim()) as TaskSpec;
    await second.fail(task, 'the temperature diverged');
    expect(await reproductions(world)).toMatchObject([
      { status: 'failed', error: 'the temperature diverged', difference: null },
    ]);
    expect((await detailOf(world, 'w', POINT)).point).toMatchObject({
      status: 'converged',
      attempt_count: 1,
      last_error: null,
    });
    expect(await world.sql('select from failure_group')).toEqual([]);
    expect((await reproduce(world, [POINT])).requested).toHaveLength(1);
  });

  test("that has ended is in its workflow's archive, and an import restores it unchanged", async () => {
    await givenComputed(world, first);
    await reproduce(world, [POINT]);
    await second.fail((await second.claim()) as TaskSpec, 'the temperature diverged');
    const [{ id } = { id: 0 }] = (await reproduce(world, [POINT])).requested;
    const withdrawn = (await second.claim()) as TaskSpec;
    await world.admin('delete', `/api/workflows/w/reproductions/${id}`).expect(200);
    await reproduce(world, [POINT]);
    const task = (await second.claim()) as TaskSpec;
    await finish(second, task, modelText(PARAMS, { warmer: 1.01 }), [spectrum([1, 2, 5])], 13);
    await compared(world);
    const ended = await reproductions(world);
    expect(ended.map(({ status }) => status)).toEqual(['compared', 'withdrawn', 'failed']);
    expect(ended[1]?.reproduced).toMatchObject({ task_id: withdrawn.task_id, node_id: 'n2' });
    // A waiting reproduction is work for this fleet and is not exported.
    await reproduce(world, [POINT]);
    const archive = (await requestArchive(world.url, 'w')).bytes;
    await world.admin('delete', '/api/workflows/w').expect(200);
    expect(await importArchive(world, archive)).toMatchObject({
      status: 'done',
      message: expect.stringContaining('3 reproductions'),
    });
    const withoutId = (runs: readonly Reproduction[]) => runs.map((run) => ({ ...run, id: 0 }));
    expect(withoutId(await reproductions(world))).toEqual(withoutId(ended));
    expect((await requestArchive(world.url, 'w')).bytes.equals(archive)).toBe(true);
    expect(await second.claim()).toBeNull();
  });

  test('keeps its files through sweeps until they are compared', async () => {
    await using paused = await openWorld({ worker: false });
    const [one, other] = [await givenNode(paused, 'n1'), await givenNode(paused, 'n2')];
    await paused
      .admin('post', '/api/workflows')
      .send({ name: 'w', config_yaml: configYaml({}, ONCE) })
      .expect(200);
    await paused.startWorker();
    await paused.admin('post', '/api/workflows/w/start').expect(200);
    await finish(one, await one.claimSoon(), modelText(PARAMS), []);
    await paused
      .admin('post', '/api/workflows/w/reproductions')
      .send({ points: [POINT] })
      .expect(200);
    const task = (await other.claim()) as TaskSpec;
    await other.report(task, { seed: modelText(PARAMS, { warmer: 1.5 }) }).expect(200);
    await sweepFiles(paused);
    const found = await until(async () => {
      const { body } = await paused.admin('get', '/api/workflows/w/reproductions').expect(200);
      const [row] = (body as { data: { reproductions: Reproduction[] } }).data.reproductions;
      return row?.difference ?? undefined;
    }, 'the comparison');
    expect(found.problems).toEqual([]);
    expect(found.model?.quantities[1]?.max_relative).toBeCloseTo(1 / 3, 6);
  });
});

test('a reproduction is not withdrawn under the name of another workflow', async () => {
  await givenComputed(world, first);
  await world.admin('post', '/api/workflows').send({ name: 'other', config_yaml: configYaml() }).expect(200);
  const [{ id } = { id: 0 }] = (await reproduce(world, [POINT])).requested;
  await world.admin('delete', `/api/workflows/other/reproductions/${id}`).expect(404);
  expect(await reproductions(world)).toMatchObject([{ id, status: 'waiting' }]);
});

test('a reproduction is not handed out when the file of its start model is damaged', async () => {
  const { point_name: seeded, start_version: version } = await givenSeeded('any');
  await reproduce(world, [seeded]);
  const file = `${POINT}.${String(version).slice(0, 16)}.7`;
  await writeFile(join(world.dataDir, 'seeds', 't20000_g5.0', file), modelText(PARAMS).replace('2', '3'));
  // A process trusts a file for some seconds after reading it. The new process has not read this file.
  const fresh = await world.startApi();
  try {
    const headers = { authorization: `Bearer ${second.token}` };
    const answer = await fetch(`${fresh.url}/api/task/claim`, { method: 'POST', headers });
    expect(await answer.json()).toMatchObject({ task: null });
  } finally {
    await fresh.stop();
  }
  expect(await reproductions(world)).toMatchObject([
    { status: 'failed', error: expect.stringContaining(`model of ${POINT}`) },
  ]);
});

describe('is not started', () => {
  test('for points without a model of known origin, or twice at a time', async () => {
    await givenRunning(world, 'w', configYaml({ loghe: ['-1.0', '0.0', '1.0'] }, COLD));
    await importResult(world, { name: NEIGHBOUR, params: { loghe: 0 }, workflow: 'w' });
    const task = await first.claimSoon();
    await first.converge(task, modelText(PARAMS));
    const queued = 't20000_g5.0_he1.0_c-4.0_n-4.0_o-4.0';
    const { requested, refused } = await reproduce(world, [task.point_name, queued, 'nothing']);
    expect(requested).toHaveLength(1);
    expect(refused).toMatchObject([
      { point_name: queued, reason: expect.stringMatching(/^it is (queued|running)$/) },
      { point_name: 'nothing', reason: 'the workflow has no such point' },
    ]);
    expect((await reproduce(world, [task.point_name])).refused).toMatchObject([
      { reason: 'it is already being reproduced' },
    ]);
    await world
      .admin('post', '/api/workflows/other/reproductions')
      .send({ points: [POINT] })
      .expect(404);
  });

  test('while the workflow or all claims are paused, beyond the slot cap, or by excluded nodes', async () => {
    await givenComputed(world, first);
    await reproduce(world, [POINT]);
    const reason = async () => (await reproductions(world))[0]?.waiting_reason;
    await world.admin('post', '/api/admin/pause').send({ reason: 'storage' }).expect(200);
    expect(await second.claim()).toBeNull();
    expect(await reason()).toMatch(/^claims are paused/);
    await world.admin('post', '/api/admin/resume').send({}).expect(200);
    await world.admin('post', '/api/workflows/w/scheduling').send({ max_slots: 0 }).expect(200);
    expect(await second.claim()).toBeNull();
    expect(await reason()).toMatch(/slot cap of 0/);
    await world.admin('post', '/api/workflows/w/scheduling').send({ max_slots: null }).expect(200);
    await world.admin('post', '/api/admin/nodes/n2/disable').expect(200);
    expect(await second.claim()).toBeNull();
    expect(await reason()).toMatch(/a node other than n1.*no other node is online$/);
    await world.admin('post', '/api/admin/nodes/n2/enable').expect(200);
    await second.beat(0);
    await world.admin('post', '/api/admin/nodes/n2/quota').send({ admin_max_slots: 0 }).expect(200);
    expect(await second.claim()).toBeNull();
    expect(await reason()).toMatch(/no other node has a free slot$/);
    await world.admin('post', '/api/admin/nodes/n2/quota').send({ admin_max_slots: null }).expect(200);
    expect(await second.claim()).toMatchObject({ point_name: POINT });
  });

  test('before points of higher priority, while points of equal priority wait for it', async () => {
    await givenComputed(world, first);
    await givenRunning(world, 'urgent', configYaml({ teff: ['30000', '31000'] }, COLD));
    await world.admin('post', '/api/workflows/urgent/scheduling').send({ priority: 5 }).expect(200);
    await reproduce(world, [POINT]);
    expect(await second.claim()).toMatchObject({ workflow_name: 'urgent' });
    await world.admin('post', '/api/workflows/urgent/scheduling').send({ priority: 0 }).expect(200);
    expect(await second.claim()).toMatchObject({ workflow_name: 'w' });
    expect(await second.claim()).toMatchObject({ workflow_name: 'urgent' });
  });

  test('twice, even while another process takes it', async () => {
    await givenComputed(world, first);
    await reproduce(world, [POINT]);
    const taken = await lockRows(world, 'select from reproduction for no key update');
    expect(await second.claim()).toBeNull();
    await taken.release();
    expect(await second.claim()).toMatchObject({ point_name: POINT });
  });

  test('for a paused or full workflow, while another workflow gets its own', async () => {
    await givenComputed(world, first);
    await givenRunning(world, 'v', configYaml({ teff: ['30000', '31000', '32000'] }, COLD));
    const [one, other] = (await first.claimAll()) as [TaskSpec, TaskSpec];
    for (const task of [one, other]) await first.converge(task, modelText(task.params));
    await reproduce(world, [one.point_name, other.point_name], 'v');
    await reproduce(world, [POINT]);
    const schedule = async (values: object) =>
      await world.admin('post', '/api/workflows/v/scheduling').send(values).expect(200);
    await schedule({ priority: 5 });
    expect(await second.claim()).toMatchObject({ workflow_name: 'v' });
    // The workflow has two running tasks: this reproduction and its last point.
    await schedule({ max_slots: 2 });
    expect(await second.claim()).toMatchObject({ workflow_name: 'w', point_name: POINT });
    expect(await second.claim()).toBeNull();
    await schedule({ max_slots: null });
    await world.admin('post', '/api/workflows/v/stop').expect(200);
    expect(await second.claim()).toBeNull();
    await start(world, 'v');
    expect(await second.claim()).toMatchObject({ workflow_name: 'v' });
  });
});

test('files that wait for their comparison neither expire nor count as files of an ended task', async () => {
  const small = await givenNode(world, 'n3', 1);
  await givenComputed(world, first);
  await reproduce(world, [POINT]);
  const task = (await small.claim()) as TaskSpec;
  const log = fileOf('log.txt', 'x'.repeat(60), { kind: 'log' });
  await handOver(small, task, [log]);
  await world.sql(`update artifact_upload set declared_at = now() - interval '25 hours'`);
  const comparing = await lockRows(world, 'select from artifact_upload for update');
  await small.report(task, { seed: modelText(PARAMS) }).expect(200);
  await givenRunning(world, 'v', configYaml({}, `${COLD}\nartifacts: {max_bytes_per_task: 100}`));
  const late = await small.claimSoon();
  await small.converge(late);
  const { status } = await declare(small, late, listed([log]));
  await cleanUp(world);
  const kept = await world.sql('select from artifact_upload');
  await comparing.release();
  expect([status, kept.length]).toEqual([200, 2]);
  await compared(world);
});
