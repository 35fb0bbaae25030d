import { expect, test } from '@jest/globals';
import type { TaskLog, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { configYaml, givenRunning, OFTEN_SWEPT, useNode, useWorld, type TestNode } from './world.ts';

const world = useWorld({ env: OFTEN_SWEPT });
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');

function send({ token }: TestNode, task: TaskSpec, stdout: string, end: number = stdout.length) {
  const body = { task_id: task.task_id, stdout: { end, text: stdout }, stderr: { end: 0, text: '' } };
  return world.as(token, 'post', '/api/task/log').send(body);
}

async function logOf({ task_id: id }: TaskSpec): Promise<TaskLog> {
  const { body } = await world.admin('get', `/api/tasks/${id}/log`).expect(200);
  return (body as { data: TaskLog }).data;
}

const stored = async () => await world.sql('select task_id from task_log');

test('the log of a task is readable while the task runs, and deleted afterwards', async () => {
  await givenRunning(world, 'sdb', configYaml({ teff: ['20000', '21000'] }, 'atmosphere: {strategies: [cold_run]}'));
  const task = await node.claimSoon();
  const second = await node.claimSoon();
  expect(await logOf(task)).toMatchObject({ node_id: 'n1', running: true, at: null, stdout: null, stderr: null });
  await send(node, task, 'iteration 1\n').expect(200, { status: 'ok', message: 'kept' });
  await send(node, second, 'another\n').expect(200);
  await send(node, task, 'iteration 2\n', 24).expect(200);
  expect(await logOf(task)).toMatchObject({
    running: true,
    at: expect.any(String),
    stdout: { end: 24, text: 'iteration 2\n' },
    stderr: { end: 0, text: '' },
  });
  // Only the node that runs the task may send its log.
  await send(other, task, 'not mine').expect(409);
  expect((await logOf(task)).stdout?.text).toBe('iteration 2\n');

  await node.converge(task);
  expect(await logOf(task)).toMatchObject({ running: false, at: null, stdout: null });
  await send(node, task, 'too late').expect(409);
  await until(async () => (await stored()).length === 1, 'the log of the ended task to be deleted');
  expect(await stored()).toEqual([{ task_id: second.task_id }]);
  await world.admin('get', '/api/tasks/00000000-0000-4000-8000-000000000000/log').expect(404);
});
