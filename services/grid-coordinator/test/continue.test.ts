import { describe, expect, test } from '@jest/globals';
import type { Attempt, Provenance, WorkflowStats } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { download, NEIGHBOUR, POINT } from './model-calls.ts';
import { expireTasks } from './overdue.ts';
import { detailOf, seedOf, useCleanGrid } from './point-detail.ts';
import { dataOf, end, explain, givenStopped, pointOf, START, stopsAt, versionOf } from './stopped-runs.ts';
import { configYaml, givenRunning, pointsOf, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');
useCleanGrid(world);

describe('an attempt that stopped before convergence', () => {
  test('is continued from its own structure by any node', async () => {
    const cold = await givenStopped(node, 'cold_run, continue, seed_step');
    const version = versionOf('where it stopped');
    expect(await explain(world)).toMatchObject({
      chain: ['continue', 'seed_step'],
      unconverged: { attempt: 1, max_relc: 0.0044, version },
    });
    const task = await other.claimSoon();
    expect(task).toMatchObject({ task_type: 'continue', seed_point_name: POINT, start_version: version });
    expect(task.atmosphere_config.strategies).toEqual(['continue', 'seed_step']);
    expect(await download(other, POINT, `?version=${version}`)).toBe('where it stopped');
    expect(await download(other, POINT)).toBe('where it stopped');
    await other.converge(task, 'the model');
    expect(await pointOf(world)).toMatchObject({ status: 'converged', success_method: 'continue', attempt_count: 2 });
    expect(await seedOf(world, POINT)).toBe('the model');
    const { attempts } = await detailOf(world, 'w', POINT);
    expect(attempts.map(({ task_type: type, continues_attempt: from }: Attempt) => [type, from])).toEqual([
      ['cold_run', undefined],
      ['continue', 1],
    ]);
    const { models, ends_with } = await dataOf<Provenance>(world, `w/points/${POINT}/provenance`);
    expect(ends_with).toBe('cold_start');
    expect(models).toMatchObject([
      { version: versionOf('the model'), lineage: 1, task: { task_id: task.task_id, task_type: 'continue' } },
      { version, unconverged: true, max_relc: 0.0044, lineage: 0, task: { task_id: cold.task_id, node_id: 'n1' } },
    ]);
    expect(models[0]).not.toHaveProperty('unconverged');
    expect(await dataOf<WorkflowStats>(world, 'w/stats')).toMatchObject({
      converged: 1,
      cold_run_converged: 0,
      continue_converged: 1,
    });
    expect(await world.sql('select from seed_direction')).toEqual([]);
  });

  test('is continued repeatedly while it gets closer', async () => {
    await givenStopped(node, 'cold_run, continue, continue, continue');
    const first = await node.claimSoon();
    await end(node, first, stopsAt(0.0013, 'closer'));
    const second = await node.claimSoon();
    expect(second).toMatchObject({ task_type: 'continue', start_version: versionOf('closer') });
    await end(node, second, stopsAt(0.0013, 'as close as before'));
    expect(await pointOf(world)).toMatchObject({
      status: 'failed',
      attempt_count: 3,
      last_error: 'no convergence in 50 iterations. Not continued: it came no closer to convergence',
    });
    await until(async () => (await statusOf(world, 'w')) === 'completed', 'the workflow to complete');
  });

  test('is continued from the closest of several structures', async () => {
    await givenStopped(node, 'cold_run, cold_run, cold_run, continue', 'far');
    await end(node, await node.claimSoon(), stopsAt(0.0013, 'closest'));
    await end(node, await node.claimSoon(), stopsAt(0.5, 'farther again'));
    expect(await node.claimSoon()).toMatchObject({ task_type: 'continue', start_version: versionOf('closest') });
    // A discarded structure has no row, so its file is swept like any unreferenced file.
    expect(await world.sql('select sha256 from model where sha256 = $1', [versionOf('farther again')])).toEqual([]);
  });

  test('is continued after a stopped seed step, without counting as another tried seed', async () => {
    const two = configYaml(
      { loghe: ['-1.0', '0.0'] },
      'atmosphere: {strategies: [cold_run, seed_step, continue]}\ndifficulty: {max_seed_attempts: 2}',
    );
    await givenRunning(world, 'w', two);
    const [easy, hard] = [await node.claimSoon(), await node.claimSoon()];
    await node.converge(easy, 'the seed');
    await node.fail(hard);
    const seeded = await node.claimSoon();
    expect(seeded).toMatchObject({ point_name: NEIGHBOUR, task_type: 'seed_step', seed_point_name: POINT });
    await end(node, seeded, stopsAt(0.01, 'from the seed'));
    const continued = await node.claimSoon();
    expect(continued).toMatchObject({ task_type: 'continue', start_version: versionOf('from the seed') });
    await end(node, continued, stopsAt(0.02, 'farther'));
    const [point] = await pointsOf(world, 'w', `&q=${NEIGHBOUR}`);
    expect(point).toMatchObject({ status: 'failed' });
    // One seed was tried. The continued attempt adds no seed.
    expect(await world.sql('select seed_tries from point where name = $1', [NEIGHBOUR])).toEqual([{ seed_tries: 1 }]);
    expect((await explain(world, NEIGHBOUR)).tried_seeds).toEqual([POINT]);
    expect(await world.sql('select tried::int, converged::int from seed_direction')).toEqual([
      { tried: 1, converged: 0 },
    ]);
  });
});

describe('a continued attempt', () => {
  test('is repeated from the same structure after it was lost or returned', async () => {
    await givenStopped(node, 'cold_run, continue');
    const lost = await node.claimSoon();
    await expireTasks(world, lost.task_id);
    const returned = await other.claimSoon();
    expect(returned).toMatchObject(START);
    const returning = { task_id: returned.task_id, reason: 'no room' };
    await world.as(other.token, 'post', '/api/task/return').send(returning).expect(200);
    const again = await other.claimSoon();
    expect(again).toMatchObject(START);
    // The first node is too late, because its point was claimed again.
    await node.report(lost, { seed: 'too late' }).expect(409);
    await other.converge(again, 'the model');
    expect(await pointOf(world)).toMatchObject({ status: 'converged', success_method: 'continue' });
    expect(await seedOf(world, POINT)).toBe('the model');
  });

  test('counts when reported late while its retry waits', async () => {
    await givenStopped(node, 'cold_run, continue, continue');
    const late = await node.claimSoon();
    await expireTasks(world, late.task_id);
    await end(node, late, stopsAt(0.001, 'closer, but late'));
    expect(await node.claimSoon()).toMatchObject({ start_version: versionOf('closer, but late') });
  });

  test('keeps its starting structure if its failure is in doubt', async () => {
    await givenStopped(node, 'cold_run, continue, cold_run');
    await world.sql(`update node set pauses = 1 where node_id = 'n2'`);
    const task = await other.claimSoon();
    expect(task).toMatchObject(START);
    await end(other, task, stopsAt(0.1, 'of a suspect node'));
    expect(await node.claimSoon()).toMatchObject(START);
    await world.sql(`update node set pauses = 0, paused_until = null where node_id = 'n2'`);
    await world.sql('delete from node_outcome');
  });

  test('is not tried a third time for a poison point', async () => {
    await givenStopped(node, 'cold_run, continue, continue, cold_run', 'where it stopped', 'max_lost_attempts: 1');
    const task = await node.claimSoon();
    await expireTasks(world, task.task_id);
    expect(await node.claimSoon()).toMatchObject({ task_type: 'cold_run' });
  });
});

describe('a repeated report', () => {
  test('keeps one structure and does not restore a discarded structure', async () => {
    const cold = await givenStopped(node, 'cold_run, continue, continue');
    await end(node, cold, stopsAt(0.001, 'another file of the same attempt'));
    const task = await node.claimSoon();
    expect(task).toMatchObject({ start_version: versionOf('where it stopped') });
    await end(node, task, stopsAt(0.9, 'no closer'));
    await end(node, task, stopsAt(0.0001, 'much closer all at once'));
    expect(await pointOf(world)).toMatchObject({ status: 'failed' });
    expect(await node.claim()).toBeNull();
  });
});
