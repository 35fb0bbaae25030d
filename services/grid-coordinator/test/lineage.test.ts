import { hash } from 'node:crypto';
import type { Lineage } from '@almagest/contracts/grid';
import { describe, expect, test } from '@jest/globals';
import { importResult } from './imports.ts';
import { NEIGHBOUR, POINT } from './model-calls.ts';
import { useCleanGrid } from './point-detail.ts';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
useCleanGrid(world);

async function lineageOf(point: string, workflow = 'w'): Promise<Lineage> {
  const { body } = await world.admin('get', `/api/workflows/${workflow}/points/${point}/lineage`).expect(200);
  return (body as { data: Lineage }).data;
}

/** One point converges cold. The other points fail cold and then start from this point. */
const CHAIN = 'atmosphere: {strategies: [cold_run, seed_step]}';
const THREE = configYaml({ loghe: ['-1.0', '0.0', '1.0'] }, CHAIN);
const FARTHEST = POINT.replace('he-1.0', 'he1.0');
const NOTHING = { converged: 0, failed: 0, running: 0, reclaimed: 0 };

/**
 * Creates three points in a row: the first converged cold, the second converged from the first, and the third is
 * running from the second.
 */
async function givenThreeInARow() {
  await givenRunning(world, 'w', THREE);
  const cold = await node.claimSoon();
  const others = [await node.claimSoon(), await node.claimSoon()];
  await node.converge(cold, 'a cold model');
  for (const task of others) await node.fail(task);
  // Both points wait. The first point is their only possible seed.
  const seeded = [await node.claimSoon(), await node.claimSoon()];
  const near = seeded.find(({ point_name: name }) => name === NEIGHBOUR);
  const far = seeded.find(({ point_name: name }) => name === FARTHEST);
  if (near === undefined || far === undefined) throw new Error('both points should start from the first');
  await node.fail(far);
  await node.converge(near, 'a seeded model');
  // The farthest point now has a nearer seed.
  const again = await node.claimSoon();
  expect(again).toMatchObject({ point_name: FARTHEST, seed_point_name: NEIGHBOUR });
  return { cold, near, far, again };
}

describe('the lineage of a point', () => {
  test('lists the models back to a cold start, and every attempt from them with its outcome', async () => {
    const { cold, near, far, again } = await givenThreeInARow();
    const first = await lineageOf(POINT);
    expect(first).toMatchObject({
      version: hash('sha256', 'a cold model', 'hex'),
      params: cold.params,
      ancestors: [],
      ends_with: 'cold_start',
      outcomes: { converged: 1, failed: 1, running: 1, reclaimed: 0 },
    });
    expect(first).not.toHaveProperty('more_descendants');
    const seedStep = { workflow_name: 'w', task_type: 'seed_step' };
    const direct = { ...seedStep, parent_task_id: null, generation: 1 };
    expect(first.descendants).toEqual(
      [
        { ...direct, point_name: NEIGHBOUR, params: near.params, task_id: near.task_id, outcome: 'converged' },
        { ...direct, point_name: FARTHEST, params: far.params, task_id: far.task_id, outcome: 'failed' },
        {
          ...seedStep,
          point_name: FARTHEST,
          params: far.params,
          task_id: again.task_id,
          parent_task_id: near.task_id,
          generation: 2,
          outcome: 'running',
        },
      ].toSorted((a, b) => a.generation - b.generation || (a.point_name < b.point_name ? -1 : 1)),
    );
    expect(await lineageOf(NEIGHBOUR)).toMatchObject({
      version: hash('sha256', 'a seeded model', 'hex'),
      ancestors: [{ workflow_name: 'w', point_name: POINT, params: cold.params, lineage: 0, task_type: 'cold_run' }],
      ends_with: 'cold_start',
      outcomes: { ...NOTHING, running: 1 },
    });
  });

  test('without a model starts at the last attempt', async () => {
    await givenThreeInARow();
    expect(await lineageOf(FARTHEST)).toMatchObject({
      version: null,
      ancestors: [{ point_name: NEIGHBOUR, lineage: 1 }, { point_name: POINT }],
      ends_with: 'cold_start',
      descendants: [],
      outcomes: NOTHING,
    });
  });

  test('without attempts is empty', async () => {
    await givenRunning(world, 'w', configYaml());
    expect(await lineageOf(POINT)).toMatchObject({ version: null, ancestors: [], ends_with: 'none', descendants: [] });
  });

  test('crosses workflows, whose points are not on the map', async () => {
    await importResult(world, { name: POINT, workflow: 'before' }).expect(200);
    await givenRunning(world, 'w', configYaml({ loghe: ['0.0'] }, 'atmosphere: {strategies: [seed_step]}'));
    const task = await node.claimSoon();
    await node.fail(task);
    expect(await lineageOf(NEIGHBOUR)).toMatchObject({
      ancestors: [{ workflow_name: 'before', point_name: POINT, params: null, task_type: null }],
      ends_with: 'import',
    });
    expect((await lineageOf(POINT, 'before')).descendants).toMatchObject([
      { workflow_name: 'w', point_name: NEIGHBOUR, params: null, outcome: 'failed' },
    ]);
  });

  test('shows a cancelled task as reclaimed', async () => {
    const { again } = await givenThreeInARow();
    await world.admin('post', `/api/tasks/${again.task_id}/cancel`).send({}).expect(200);
    expect((await lineageOf(NEIGHBOUR)).outcomes).toEqual({ ...NOTHING, reclaimed: 1 });
  });

  test('ends at a thousand attempts and says so', async () => {
    const { near } = await givenThreeInARow();
    await world.sql(
      `insert into task (id, workflow_id, point_name, run, wave, task_type, node_id, status, completed_at, start_model_id)
       select gen_random_uuid(), workflow_id, point_name, run, wave, task_type, node_id, 'failed', now(), start_model_id
       from task cross join generate_series(1, 1000) where id = $1`,
      [near.task_id],
    );
    const { descendants, outcomes, more_descendants: more } = await lineageOf(POINT);
    expect(descendants).toHaveLength(1_000);
    expect(Object.values(outcomes).reduce((sum, n) => sum + n, 0)).toBe(1_000);
    expect(more).toBe(true);
  });

  test('returns 404 for an unknown point or workflow', async () => {
    await givenRunning(world, 'w', configYaml());
    await world.admin('get', '/api/workflows/w/points/nowhere/lineage').expect(404);
    await world.admin('get', `/api/workflows/v/points/${POINT}/lineage`).expect(404);
    await world.as(node.token, 'get', `/api/workflows/w/points/${POINT}/lineage`).expect(403);
  });
});
