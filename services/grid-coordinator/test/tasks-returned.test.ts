import { describe, expect, test } from '@jest/globals';
import { detailOf, useCleanWorkflows } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenRunning, pointsOf, statusOf, useNode, useWorld, type TestNode } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');
useCleanWorkflows(world);

const one = (more: string) => configYaml({}, `atmosphere: {strategies: [cold_run, cold_run]}\n${more}`);

async function heldBy({ token }: TestNode): Promise<unknown> {
  const { body } = await world.as(token, 'get', '/api/task/held').expect(200);
  return (body as { tasks: unknown }).tasks;
}

function returnTask({ token }: TestNode, taskId: string, reason = 'no seed here') {
  return world.as(token, 'post', '/api/task/return').send({ task_id: taskId, reason });
}

describe('a task', () => {
  test('returned by its node consumes no strategy and is queued immediately for any node', async () => {
    await givenRunning(world, 'w', one(''));
    const task = await node.claimSoon();
    const held = { task_id: task.task_id, point_name: task.point_name, workflow_name: 'w' };
    expect(await heldBy(node)).toEqual([{ ...held, claimed_at: expect.any(String) as unknown }]);
    expect(await heldBy(other)).toEqual([]);
    await returnTask(other, task.task_id).expect(409);
    await returnTask(node, '00000000-0000-4000-8000-000000000000').expect(409);
    expect((await pointsOf(world, 'w'))[0]?.status).toBe('running');

    await returnTask(node, task.task_id).expect(200, { status: 'ok', message: 'reclaimed' });
    expect(await heldBy(node)).toEqual([]);
    const { point, attempts } = await detailOf(world, 'w', task.point_name);
    const error = 'node n1 returned the task: no seed here';
    expect(point).toMatchObject({ status: 'queued', attempt_count: 1, last_error: error });
    expect(attempts).toMatchObject([{ status: 'timeout', error_message: error }]);
    // Repeating the return, or sending it after a report, changes nothing.
    await returnTask(node, task.task_id).expect(200, { status: 'ok', message: 'the task has already ended' });
    const retry = await other.claimSoon();
    expect(retry.atmosphere_config.strategies).toEqual(['cold_run', 'cold_run']);
    await returnTask(node, retry.task_id).expect(409);
    await other.converge(retry);
    await returnTask(other, retry.task_id).expect(200, { status: 'ok', message: 'the task has already ended' });
    expect(await statusOf(world, 'w')).toBe('completed');
  });

  test('is returned even if the reason ends within a surrogate pair', async () => {
    await givenRunning(world, 'w', one(''));
    const { task_id: id, point_name: name } = await node.claimSoon();
    await returnTask(node, id, 'disk \ud83d').expect(200, { status: 'ok', message: 'reclaimed' });
    expect((await detailOf(world, 'w', name)).point.last_error).toBe('node n1 returned the task: disk \ufffd');
  });

  test('of a deleted workflow can be returned until its row is removed', async () => {
    await givenRunning(world, 'w', one(''));
    const task = await node.claimSoon();
    const removal = await lockRows(world, 'select from point for update');
    await world.admin('delete', '/api/workflows/w').expect(200);
    await removal.untilBlocked(1);
    for (const message of ['the task was cancelled', 'reclaimed', 'the task has already ended'])
      await returnTask(node, task.task_id).expect(200, { status: 'ok', message });
    await removal.release();
  });

  test('can be returned as often as it can be lost', async () => {
    await givenRunning(world, 'w', one('max_lost_attempts: 2'));
    const seen: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const task = await node.claimSoon();
      seen.push(task.atmosphere_config.strategies.length);
      await returnTask(node, task.task_id).expect(200);
    }
    expect(seen).toEqual([2, 2, 1, 1]);
    expect(await statusOf(world, 'w')).toBe('completed');
    expect((await pointsOf(world, 'w'))[0]).toMatchObject({
      status: 'failed',
      last_error: 'node n1 returned the task: no seed here, the 2nd loss in a row: counted as a failure of the point',
    });
  });
});
