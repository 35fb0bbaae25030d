import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lineage, PointExplanation, Provenance, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readTask } from '@almagest/grey-atmosphere/task';
import { runTask } from '@almagest/grey-atmosphere/run-task';
import { importArchive, requestArchive } from './archives.ts';
import { importResult } from './imports.ts';
import { download } from './model-calls.ts';
import { modelText, temperatureAt } from './model-texts.ts';
import { deleteWorkflows, detailOf } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import { dataOf } from './stopped-runs.ts';
import { configYaml, givenRunning, start, statusOf, useNode, useWorld } from './world.ts';

const [COOL, MIDDLE, HOT] = ['20000', '22000', '24000'].map((teff) => `t${teff}_g5.0_he-1.0_c-4.0_n-4.0_o-4.0`) as [
  string,
  string,
  string,
];
const THREE = { teff: ['20000', '22000', '24000'] };

const world = useWorld();
const node = useNode(world, 'n1');
afterEach(async () => {
  await deleteWorkflows(world);
  for (const table of ['current_model', 'model', 'model_parent']) await world.sql(`delete from ${table}`);
});

const yamlOf = (axes: Parameters<typeof configYaml>[0], strategies = 'cold_run, seed_step') =>
  configYaml(axes, `atmosphere: {strategies: [${strategies}], seed: interpolated}`);

/** Creates three points. The outer two have models, and the cold run of the middle point failed. */
async function givenBothSides(
  yaml = yamlOf(THREE),
  hot: Parameters<typeof modelText>[1] = {},
  workflow = 'w',
): Promise<void> {
  await givenRunning(world, workflow, yaml);
  const tasks = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
  for (const task of tasks) {
    if (task.point_name === COOL) await node.converge(task, modelText(task.params));
    if (task.point_name === HOT) await node.converge(task, modelText(task.params, hot));
  }
  for (const task of tasks) if (task.point_name === MIDDLE) await node.fail(task);
}

const explain = (point = MIDDLE) => dataOf<PointExplanation>(world, `w/points/${point}/explain`);

/** Waits until the seed is prepared, without claiming anything. */
async function givenPrepared(): Promise<PointExplanation> {
  expect(await node.claim()).toBeNull();
  return await until(async () => {
    const found = await explain();
    return found.point.status === 'queued' ? found : undefined;
  }, 'the seed to be prepared');
}

/** Returns the data as text without row ids, which differ between databases. */
const tells = async (path: string) => JSON.stringify(await dataOf(world, `w/points/${MIDDLE}/${path}`));

describe('a seed step', () => {
  test('starts between the models on both sides, and provenance, lineage, explanation and archive name them', async () => {
    await givenBothSides();
    const task = await node.claimSoon();
    expect(task).toMatchObject({ point_name: MIDDLE, task_type: 'seed_step', seed_point_name: MIDDLE });
    const seed = await download(node, MIDDLE);
    const [, , , , , , , surface] = seed.trim().split(/\s+/).map(Number);
    expect((surface ?? 0) / temperatureAt(task.params, 0)).toBeCloseTo(1, 6);
    const { reason, prepared_seed: prepared, tried_seeds: tried } = await explain();
    expect(reason).toMatch(/^node n1 has been computing it/);
    expect(prepared).toMatchObject({
      status: 'interpolated',
      interpolated_from: [{ point_name: HOT }, { point_name: COOL }],
    });
    const weights = prepared?.interpolated_from.map(({ weight }) => weight) ?? [];
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(tried).toEqual([]);
    await node.converge(task, modelText(task.params, { warmer: 1.001 }));
    expect((await detailOf(world, 'w', MIDDLE)).point).toMatchObject({
      status: 'converged',
      success_method: 'seed_step',
      seed_point_name: MIDDLE,
    });
    expect(await world.sql('select direction, tried::int, converged::int from seed_direction')).toMatchObject([
      { direction: 'interpolated', tried: 1, converged: 1 },
    ]);

    const parents = [{ point_name: HOT, version: expect.any(String), weight: weights[0] }, { point_name: COOL }];
    const { models, ends_with } = await dataOf<Provenance>(world, `w/points/${MIDDLE}/provenance`);
    expect(models).toMatchObject([
      { point_name: MIDDLE, lineage: 2, task: { task_id: task.task_id } },
      { point_name: MIDDLE, lineage: 1, task: null, interpolated_from: parents },
      { point_name: HOT, lineage: 0 },
    ]);
    expect([ends_with, models[1]?.unconverged]).toEqual(['cold_start', undefined]);
    expect((await dataOf<Lineage>(world, `w/points/${MIDDLE}/lineage`)).ancestors).toMatchObject([
      { point_name: MIDDLE, interpolated_from: parents },
      { point_name: HOT },
    ]);
    for (const parent of [COOL, HOT])
      expect((await dataOf<Lineage>(world, `w/points/${parent}/lineage`)).descendants).toMatchObject([
        { point_name: MIDDLE, task_id: task.task_id, generation: 1, outcome: 'converged' },
      ]);
    // The interpolated seed does not count as the point's model.
    expect(await download(node, MIDDLE)).toBe(modelText(task.params, { warmer: 1.001 }));

    await until(async () => (await statusOf(world, 'w')) === 'completed');
    const told = await Promise.all(['provenance', 'lineage'].map(tells));
    const archive = (await requestArchive(world.url, 'w')).bytes;
    await deleteWorkflows(world);
    for (const table of ['current_model', 'model', 'model_parent']) await world.sql(`delete from ${table}`);
    expect(await importArchive(world, archive)).toMatchObject({ status: 'done' });
    expect(await Promise.all(['provenance', 'lineage'].map(tells))).toEqual(told);
    expect((await requestArchive(world.url, 'w')).bytes.equals(archive)).toBe(true);
  });

  test.each([
    [
      'no axis has models on both sides',
      { teff: ['20000', '22000'] },
      COOL,
      'no axis has models on both sides of the point',
    ],
    [
      'the nearest model is near enough',
      { teff: ['20000'], logc: ['-4.0', '-3.0', '-2.0'] },
      COOL,
      `${COOL} is only 0.35 grid steps away`,
    ],
  ])('starts from the nearest model if %s', async (_, axes, nearest, reason) => {
    await givenRunning(world, 'w', yamlOf(axes));
    const tasks: TaskSpec[] = [];
    for (let task: TaskSpec | null = await node.claimSoon(); task !== null; task = await node.claim()) tasks.push(task);
    const [easy, failed, ...others] = tasks.toSorted((a, b) => a.wave - b.wave);
    if (easy === undefined || failed === undefined) throw new Error('a grid of two points at least');
    for (const task of [easy, ...others]) await node.converge(task, modelText(task.params));
    await node.fail(failed);
    const task = await node.claimSoon();
    expect(task).toMatchObject({ point_name: failed.point_name, task_type: 'seed_step', seed_point_name: nearest });
    expect((await explain(failed.point_name)).prepared_seed).toMatchObject({
      status: 'nearest',
      reason: expect.stringContaining(reason),
      interpolated_from: [],
    });
  });

  test('of an extra point starts between the models on both sides', async () => {
    const beside = 'extra_points: [{teff: 22000, logg: 5.0, loghe: -1.0, logc: -4.0, logn: -4.0, logo: -4.0}]';
    await givenBothSides(`${yamlOf({ teff: ['20000', '24000'] })}\n${beside}`);
    expect(await node.claimSoon()).toMatchObject({
      point_name: MIDDLE,
      task_type: 'seed_step',
      seed_point_name: MIDDLE,
    });
    expect((await explain()).prepared_seed).toMatchObject({
      status: 'interpolated',
      interpolated_from: [{ point_name: HOT }, { point_name: COOL }],
    });
  });

  test('starts from the nearest model if the files have different layouts', async () => {
    await givenBothSides(yamlOf(THREE), { depths: 7 });
    expect(await node.claimSoon()).toMatchObject({ point_name: MIDDLE, seed_point_name: COOL });
    expect((await explain()).prepared_seed?.reason).toMatch(/the layouts differ/);
  });

  test('does not repeat the same structure at its point in a run: the next attempt starts from the nearest model', async () => {
    // Both gravities have the same models.
    await givenRunning(world, 'w', yamlOf({ ...THREE, logg: ['5.0', '5.5'] }, 'cold_run, seed_step, seed_step'));
    const tasks = await node.claimAll();
    for (const { params, ...task } of tasks)
      if (params.teff !== 22_000) await node.converge({ ...task, params }, modelText({ ...params, logg: 5 }));
    const [middle, other] = [5, 5.5].map((logg) =>
      tasks.find(({ params }) => params.teff === 22_000 && params.logg === logg),
    ) as [TaskSpec, TaskSpec];
    await node.fail(middle);
    const between = await node.claimSoon();
    const same = { task_type: 'seed_step', start_version: between.start_version };
    expect(between).toMatchObject({ point_name: MIDDLE, seed_point_name: MIDDLE });
    await node.fail(between, 'diverged');
    expect(await explain()).toMatchObject({ tried_seeds: [] });
    const last = await node.claimSoon();
    expect(last).toMatchObject({ point_name: MIDDLE, seed_point_name: COOL });
    expect((await explain()).prepared_seed?.reason).toBe('a structure between the same models was already tried');
    // Other points, workflows and runs try this seed again.
    await node.fail(other);
    const ofOther = await node.claimSoon();
    expect(ofOther).toMatchObject({ ...same, point_name: other.point_name });
    await givenBothSides(yamlOf(THREE), {}, 'v');
    expect(await node.claimSoon()).toMatchObject({ ...same, workflow_name: 'v' });
    for (const task of [last, ofOther]) await node.fail(task);
    await until(async () => {
      for (const task of await node.claimAll()) await node.fail(task);
      return (await statusOf(world, 'w')) === 'completed';
    });
    await start(world, 'w');
    for (const task of await node.claimAll()) await node.fail(task);
    expect(await node.claimSoon()).toMatchObject(same);
  });

  test('repeats the same structure after a loss', async () => {
    await givenBothSides();
    const lost = await node.claimSoon();
    await world
      .as(node.token, 'post', '/api/task/return')
      .send({ task_id: lost.task_id, reason: 'no disk' })
      .expect(200);
    const again = await node.claimSoon();
    expect(again).toMatchObject({ seed_point_name: MIDDLE, start_version: lost.start_version });
    expect(again.task_id).not.toBe(lost.task_id);
  });
});

describe('a prepared seed', () => {
  test('is discarded if one of its models is rejected, and prepared again from the others', async () => {
    await givenBothSides();
    expect((await givenPrepared()).prepared_seed?.status).toBe('interpolated');
    const reject = { kind: 'rejected', note: 'T rises outward' };
    await world.admin('post', `/api/workflows/w/points/${HOT}/judgements`).send(reject).expect(200);
    expect(await node.claimSoon()).toMatchObject({ point_name: MIDDLE, seed_point_name: COOL });
    expect((await explain()).prepared_seed).toMatchObject({ status: 'nearest' });
  });

  test('is discarded if its content is rejected as a model of the point', async () => {
    await givenBothSides();
    await givenPrepared();
    const [{ sha256 } = { sha256: '' }] = await world.sql<{ sha256: string }>(
      'select sha256 from model where not converged',
    );
    const path = join(world.dataDir, 'seeds', 't22000_g5.0', `${MIDDLE}.${sha256.slice(0, 16)}.7`);
    await importResult(world, { name: MIDDLE, params: { teff: 22_000 }, seed: await readFile(path, 'utf8') }).expect(
      200,
    );
    const reject = { kind: 'rejected', note: 'T rises outward' };
    await world.admin('post', `/api/workflows/imported/points/${MIDDLE}/judgements`).send(reject).expect(200);
    expect(await node.claimSoon()).toMatchObject({ point_name: MIDDLE, seed_point_name: COOL });
    expect((await explain()).prepared_seed?.reason).toBe('the interpolated structure was rejected');
  });

  test('in use by a task is reported to the user who rejects one of its models', async () => {
    await givenBothSides();
    const task = await node.claimSoon();
    const { body } = await world
      .admin('post', `/api/workflows/w/points/${HOT}/judgements`)
      .send({ kind: 'rejected', note: 'T rises outward' })
      .expect(200);
    expect(body).toMatchObject({ data: { running_from_it: [MIDDLE] } });
    await node.converge(task, modelText(task.params));
  });

  test('is prepared again if its file is missing', async () => {
    // Uses content that no other test has used, because a recently checked file is not checked again.
    await givenBothSides(yamlOf(THREE), { warmer: 1.01 });
    await givenPrepared();
    const [row] = await world.sql<{ sha256: string }>('select sha256 from model where not converged');
    await rm(join(world.dataDir, 'seeds', 't22000_g5.0', `${MIDDLE}.${row?.sha256.slice(0, 16)}.7`));
    const task = await node.claimSoon();
    expect(task).toMatchObject({ seed_point_name: MIDDLE, start_version: row?.sha256 });
    expect(await download(node, MIDDLE)).toMatch(/^ {4}5 /);
  });

  test('keeps its workflow running while claims find nothing', async () => {
    await givenBothSides();
    const preparing = await lockRows(world, 'lock table model_parent in exclusive mode');
    expect(await node.claim()).toBeNull();
    await preparing.untilBlocked(1);
    expect(await node.claim()).toBeNull();
    expect(await explain()).toMatchObject({
      point: { status: 'pending' },
      reason: 'waits for its seed to be interpolated',
      prepared_seed: { status: 'wanted' },
    });
    expect(await statusOf(world, 'w')).toBe('running');
    await preparing.release();
    expect(await node.claimSoon()).toMatchObject({ point_name: MIDDLE, seed_point_name: MIDDLE });
  });
});

test('makes the sample engine converge in no more iterations than the nearest model', async () => {
  const axes = { teff: ['30000', '34000', '38500'] };
  const chain = ['chain:', '  - {label: grey, lte: true, niter: 60}', '  - {label: refine, lte: false, niter: 30}'];
  const yaml = yamlOf(axes).replace(/chain:\n.*\n/, `${chain.join('\n')}\n`);
  await givenRunning(world, 'w', yaml);
  const compute = (task: TaskSpec, seed: string | null) => runTask(readTask(JSON.stringify(task)), seed, () => 0);
  const tasks = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
  const models = new Map(tasks.map((task) => [task.params.teff, compute(task, null).model ?? '']));
  for (const task of tasks) if (task.params.teff !== 34_000) await node.converge(task, models.get(task.params.teff));
  for (const task of tasks) if (task.params.teff === 34_000) await node.fail(task, 'no power');
  const task = await node.claimSoon();
  expect(task).toMatchObject({ task_type: 'seed_step', seed_point_name: task.point_name });
  const { model, result } = compute(task, await download(node, task.point_name));
  const fromNearest = compute(task, models.get(30_000) ?? '').result;
  expect(result.converged).toBe(true);
  expect(result.iterations ?? Infinity).toBeLessThanOrEqual(fromNearest.iterations ?? 0);
  await node.report(task, { seed: model ?? '', iterations: result.iterations ?? 0 }).expect(200);
});
