import { expect, test } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { declare, fileOf, listed, upload } from './artifact-calls.ts';
import { untilSwept } from './overdue.ts';
import { detailOf, useCleanWorkflows } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenRunning, OFTEN_SWEPT, useNode, useWorld } from './world.ts';

const world = useWorld({ env: OFTEN_SWEPT });
const node = useNode(world, 'n1');
useCleanWorkflows(world);

const COLD = 'atmosphere: {strategies: [cold_run]}';

async function statusOf({ task_id: id }: TaskSpec): Promise<string | undefined> {
  const [row] = await world.sql<{ status: string }>('select status from task where id = $1', [id]);
  return row?.status;
}

/** Sets the coordinator's start time. Just after its start it reclaims nothing. */
async function setUpSince(since: string): Promise<void> {
  await world.sql(`update coordinator_uptime set up_since = now() - $1::interval`, [since]);
}

/** Creates a task that is much slower than its neighbours, in a workflow that ends overruns. */
async function givenOverrun(): Promise<TaskSpec> {
  await setUpSince('0');
  await givenRunning(world, 'w', configYaml({}, `${COLD}\nend_overruns: yes\ntimeout_sec: 0`));
  await world.sql(`insert into task_duration select id, 'cold_run', 0, 100, 20 from workflow where name = 'w'`);
  const task = await node.claimSoon();
  await world.sql(`update task set created_at = created_at - interval '1 hour' where id = $1`, [task.task_id]);
  return task;
}

/** Starts a workflow in which tasks of this kind take 1,000 s, and claims its points. */
async function givenMeasured(name: string, teff: string[], ends: 'yes' | 'no', kind = 'cold_run'): Promise<TaskSpec[]> {
  await givenRunning(world, name, configYaml({ teff }, `${COLD}\nend_overruns: ${ends}\ntimeout_sec: 0`));
  await world.sql('insert into task_duration select id, $2, 0, 160, 20 from workflow where name = $1', [name, kind]);
  return [await node.claimSoon(), ...(await node.claimAll())];
}

/** Shifts the time of the task's last declaration into the past. */
async function ageDeclaration(task: TaskSpec, seconds: number): Promise<void> {
  await world.sql('update artifact_upload set declared_at = now() - make_interval(secs => $2) where task_id = $1', [
    task.task_id,
    seconds,
  ]);
}

test('a task that uploads its results is never too slow, until its node falls silent', async () => {
  const task = await givenOverrun();
  const file = fileOf('spectrum.txt', 'large');
  await declare(node, task, listed([file]));
  await setUpSince('1 day');
  await untilSwept(world);
  expect(await statusOf(task)).toBe('running');
  // An upload renews the declaration. The limit is 600 s.
  await ageDeclaration(task, 590);
  await upload(node, task, file);
  await world.sql(`update artifact_upload set declared_at = declared_at - interval '500 seconds'`);
  await untilSwept(world);
  expect(await statusOf(task)).toBe('running');
  await ageDeclaration(task, 610);
  await until(async () => (await statusOf(task)) === 'timeout', 'the task to be ended');
});

test('only tasks that are slow for their own workflow and kind are ended, and only if it is configured', async () => {
  await setUpSince('1 day');
  const [unlimited, ofOtherKind] = [
    ...(await givenMeasured('v', ['20000'], 'no')),
    ...(await givenMeasured('u', ['20000'], 'yes', 'seed_step')),
  ] as [TaskSpec, TaskSpec];
  const tasks = await givenMeasured('w', ['20000', '21000', '22000'], 'yes');
  const [uploading, redelivered, slow] = tasks as [TaskSpec, TaskSpec, TaskSpec];
  await declare(node, uploading, listed([fileOf('spectrum.txt', 'large')]));
  await world.sql('update task set redelivered_at = now() where id = $1', [redelivered.task_id]);
  await world.sql(`update task set created_at = created_at - interval '2 hours' where status = 'running'`);
  const { body } = await world.admin('get', '/api/tasks?workflow=u&overrun=true').expect(200);
  expect(body).toMatchObject({ data: { tasks: [] } });
  await until(async () => (await statusOf(slow)) === 'timeout', 'the slow task to be ended');
  await untilSwept(world);
  const others = await Promise.all([unlimited, ofOtherKind, uploading, redelivered].map(statusOf));
  expect(others).toEqual(['running', 'running', 'running', 'running']);
});

test('a task that starts its upload just before the sweep would end it continues', async () => {
  const task = await givenOverrun();
  const begun = await lockRows(
    world,
    `with declared as (
       insert into artifact_upload (task_id, sha256, size_bytes, workflow_id)
       select id, repeat('a', 64), 1, workflow_id from task where id = $1)
     select from task where id = $1 for update`,
    [task.task_id],
  );
  await setUpSince('1 day');
  await begun.untilBlocked(1);
  await begun.commit();
  await untilSwept(world);
  expect(await statusOf(task)).toBe('running');
});

test('a task whose deadline is extended just before the sweep would reclaim it continues', async () => {
  await setUpSince('0');
  await givenRunning(world, 'w', configYaml({}, COLD));
  const task = await node.claimSoon();
  await world.sql(`update task set deadline = now() - interval '1 second' where id = $1`, [task.task_id]);
  const postponed = await lockRows(world, `update task set deadline = now() + interval '1 hour' where id = $1`, [
    task.task_id,
  ]);
  await setUpSince('1 day');
  await postponed.untilBlocked(1);
  await postponed.commit();
  await untilSwept(world);
  expect(await statusOf(task)).toBe('running');
  await node.converge(task);
});

test("each consecutive loss is counted in the attempt's message", async () => {
  await givenRunning(world, 'w', configYaml({}, `${COLD}\nmax_lost_attempts: 9`));
  await setUpSince('1 day');
  let name = '';
  for (let loss = 1; loss <= 3; loss += 1) {
    const task = await node.claimSoon();
    name = task.point_name;
    await world.sql(`update task set deadline = now() - interval '1 second' where id = $1`, [task.task_id]);
    await until(async () => (await statusOf(task)) === 'timeout', 'the task to be reclaimed');
  }
  const { attempts } = await detailOf(world, 'w', name);
  const error = 'node n1 did not report within the time limit';
  expect(new Set(attempts.map(({ error_message: message }) => message))).toEqual(
    new Set([error, `${error}, the 2nd loss in a row`, `${error}, the 3rd loss in a row`]),
  );
});
