import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '@almagest/service-kit/database';
import { until } from '@almagest/test-kit/until';
import type { Database } from '../src/persistence/database.ts';
import { removeUnconverged } from '../src/persistence/models/model-repository.ts';
import { importArchive, requestArchive } from './archives.ts';
import { download, POINT, runAgain } from './model-calls.ts';
import { untilSwept } from './overdue.ts';
import { seedOf, useCleanGrid } from './point-detail.ts';
import { end, explain, givenStopped, pointOf, START, stopsAt, withStrategies, type Ending } from './stopped-runs.ts';
import { configYaml, givenNode, givenRunning, openWorld, pointsOf, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
useCleanGrid(world);

async function filesOf(point: string): Promise<string[]> {
  const names = await readdir(join(world.dataDir, 'seeds'), { recursive: true });
  return names.filter((name) => name.includes(`${point}.`));
}

describe('the structure of an attempt that stopped before convergence', () => {
  test('starts no neighbour and is not served as the model of its point', async () => {
    const yaml = configYaml(
      { loghe: ['-1.0', '0.0'] },
      'atmosphere: {strategies: [seed_step, continue]}\ndifficulty: {max_seed_attempts: 1}',
    );
    await givenRunning(world, 'cold', withStrategies('cold_run, continue'));
    await end(node, await node.claimSoon(), stopsAt(0.0044, 'where it stopped'));
    expect(await seedOf(world, POINT)).toBeUndefined();
    await world.admin('get', `/api/seed/${POINT}?workflow=cold`).expect(404);
    await world.admin('get', `/api/workflows/cold/points/${POINT}/provenance`).expect(404);
    await world.admin('post', '/api/workflows/cold/stop').expect(200);
    await givenRunning(world, 'w', yaml);
    // Neither point finds a seed, although one of them has an unconverged structure.
    await until(async () => (await statusOf(world, 'w')) === 'completed', 'the workflow to fail');
    for (const point of await pointsOf(world, 'w')) expect(point.last_error).toMatch(/^no converged neighbour/);
    expect(await node.claim()).toBeNull();
  });

  test.each<[string, Ending]>([
    ['without a model file', stopsAt(0.0044, undefined)],
    ['that holds NaN', stopsAt(0.0044, 'NaN 1.0 2.0')],
    ['with NaN in the report', stopsAt(0.0044, 'a structure', { atmosphere_has_nan: true })],
    ['without a measured change', stopsAt(null, 'a structure')],
    ['of a run past its time limit', stopsAt(0.0044, 'a structure', { status: 'timeout' })],
  ])('%s is not continued, and the point shows why', async (_which, ending) => {
    await givenRunning(world, 'w', withStrategies('cold_run, continue, cold_run'));
    await end(node, await node.claimSoon(), ending);
    expect(await pointOf(world)).toMatchObject({
      status: 'queued',
      last_error: 'no convergence in 50 iterations. Not continued: it left no structure to start from',
    });
    expect(await explain(world)).not.toHaveProperty('unconverged');
    expect(await node.claimSoon()).toMatchObject({ task_type: 'cold_run', seed_point_name: null, start_version: null });
  });

  test('is not stored if the workflow does not continue attempts', async () => {
    const before = await filesOf(POINT);
    await givenStopped(node, 'cold_run, cold_run', 'a structure that nothing continues');
    expect(await filesOf(POINT)).toEqual(before);
    expect(await world.sql('select from model')).toEqual([]);
    expect(await pointOf(world)).toMatchObject({ last_error: 'no convergence in 50 iterations' });
  });

  test('whose file is missing is not handed out, and the next strategy follows', async () => {
    await givenStopped(node, 'cold_run, continue, cold_run', 'a file to be removed');
    for (const name of await filesOf(POINT)) await rm(join(world.dataDir, 'seeds', name));
    expect(await node.claimSoon()).toMatchObject({ task_type: 'cold_run' });
  });

  test('whose file is missing ends a workflow without other work', async () => {
    await givenStopped(node, 'cold_run, continue', 'the last file to be removed');
    for (const name of await filesOf(POINT)) await rm(join(world.dataDir, 'seeds', name));
    expect(await node.claim()).toBeNull();
    expect(await pointOf(world)).toMatchObject({
      status: 'failed',
      last_error: 'not continued: the model to start from is missing',
    });
    await until(async () => (await statusOf(world, 'w')) === 'completed', 'the workflow to complete');
  });
});

describe('the structure is dropped when the point starts over by', () => {
  test('re-arming', async () => {
    await givenStopped(node, 'cold_run, continue');
    const task = await node.claimSoon();
    await end(node, task, stopsAt(0.0044, 'no closer'));
    await world.admin('post', '/api/workflows/w/points/rearm').send({}).expect(200);
    const cold = await node.claimSoon();
    expect(cold).toMatchObject({ task_type: 'cold_run', start_version: null });
    await node.fail(cold);
    expect(await pointOf(world)).toMatchObject({ status: 'failed' });
  });

  test('force_recompute, including reports of the previous run', async () => {
    const yaml = configYaml({}, 'atmosphere: {policy: force_recompute, strategies: [cold_run, continue]}');
    await givenRunning(world, 'w', yaml);
    await end(node, await node.claimSoon(), stopsAt(0.0044, 'of the first run'));
    await node.converge(await node.claimSoon());
    await until(async () => (await statusOf(world, 'w')) === 'completed', 'the first run to end');
    await runAgain(world, 'w', yaml);
    const cold = await node.claimSoon();
    expect(cold).toMatchObject({ task_type: 'cold_run', start_version: null });
    await node.fail(cold);
    expect(await pointOf(world)).toMatchObject({ status: 'failed' });
  });

  test('another chain of stages, where a resumed run continues with the next strategy', async () => {
    await givenStopped(node, 'cold_run, continue, cold_run');
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    await runAgain(world, 'w', withStrategies('cold_run, continue, cold_run').replace('label: lte', 'label: nlte'));
    expect(await node.claimSoon()).toMatchObject({ task_type: 'cold_run' });
  });
});

describe('an unconverged structure is kept', () => {
  const kept = async () => (await world.sql<{ sha256: string }>('select sha256 from model where not converged')).length;

  /** Runs the hourly removal as if all models were two hours old. */
  async function removeOld(): Promise<void> {
    await world.sql(`update model set stored_at = now() - interval '2 hours'`);
    const { db } = openDatabase<Database>(
      { url: world.databaseUrl, schema: 'grid' },
      { max: 1, onFault: () => undefined },
    );
    await removeUnconverged(db);
    await db.destroy();
  }

  test('while its point can be continued, and no longer', async () => {
    await givenStopped(node, 'cold_run, continue, cold_run');
    await removeOld();
    expect(await kept()).toBe(1);
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    await world.sql('update point set unconverged_sha256 = null, unconverged_max_relc = null');
    await removeOld();
    expect(await kept()).toBe(0);
  });

  test('while a model descends from it, even after its workflow is deleted', async () => {
    await givenStopped(node, 'cold_run, continue');
    await node.converge(await node.claimSoon(), 'the model');
    await world.admin('delete', '/api/workflows/w').expect(200);
    await until(async () => (await world.sql('select from task')).length === 0, 'its tasks to be removed');
    await removeOld();
    expect(await kept()).toBe(1);
    await world.sql('delete from current_model');
    await world.sql('delete from model where converged');
    await removeOld();
    expect(await kept()).toBe(0);
  });

  test('until its workflow is deleted, if no model descends from it', async () => {
    await givenStopped(node, 'cold_run, continue');
    await end(node, await node.claimSoon(), stopsAt(0.5, 'farther'));
    await removeOld();
    expect(await kept()).toBe(1);
    await world.admin('delete', '/api/workflows/w').expect(200);
    await until(async () => (await world.sql('select from task')).length === 0, 'its tasks to be removed');
    await removeOld();
    expect(await kept()).toBe(0);
  });

  test('in an archive, from which another installation can continue it', async () => {
    await givenStopped(node, 'cold_run, continue');
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    await untilSwept(world);
    const { bytes } = await requestArchive(world.url, 'w');
    await using elsewhere = await openWorld();
    await importArchive(elsewhere, bytes);
    const there = await givenNode(elsewhere, 'n3');
    await elsewhere.admin('post', '/api/workflows/w/start').expect(200);
    const task = await there.claimSoon();
    expect(task).toMatchObject(START);
    expect(await download(there, POINT)).toBe('where it stopped');
    await there.converge(task, 'the model');
    expect(await seedOf(elsewhere, POINT)).toBe('the model');
  });
});
