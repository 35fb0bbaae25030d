import { describe, expect, test } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { silenceNode, expireTasks, untilSwept } from './overdue.ts';
import { detailOf, useCleanWorkflows } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import {
  configYaml,
  givenNode,
  givenRunning,
  OFTEN_SWEPT,
  pointsOf,
  statusOf,
  useNode,
  useWorld,
  type TestNode,
} from './world.ts';

const HEARTBEAT_TIMEOUT_SEC = 60;
const NODE_LOST_GRACE_SEC = 100;
const REPORT_GRACE_SEC = 30;

const world = useWorld({
  env: {
    ...OFTEN_SWEPT,
    HEARTBEAT_TIMEOUT_SEC: String(HEARTBEAT_TIMEOUT_SEC),
    NODE_LOST_GRACE_SEC: String(NODE_LOST_GRACE_SEC),
    REPORT_GRACE_SEC: String(REPORT_GRACE_SEC),
  },
});
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');
useCleanWorkflows(world);

const COLD_TWICE = 'atmosphere: {strategies: [cold_run, cold_run]}';
const one = (more: string) => configYaml({}, `${COLD_TWICE}\n${more}`);

async function isReclaimed(task: TaskSpec): Promise<boolean> {
  const rows = await world.sql('select from task where id = $1 and reclaimed', [task.task_id]);
  return rows.length === 1;
}

async function nodeStatus(nodeId: string): Promise<string | undefined> {
  const { body } = await world.admin('get', '/api/admin/nodes').expect(200);
  return (body as { data: { node_id: string; status: string }[] }).data.find(({ node_id }) => node_id === nodeId)
    ?.status;
}

describe('a task', () => {
  test.each([
    [100, 99, false],
    [100, 90 + REPORT_GRACE_SEC, false],
    [100, 101 + REPORT_GRACE_SEC, true],
    [0, 400_000_000, false],
  ])('with a limit of %i s that runs for %i s is reclaimed: %s', async (limit, seconds, expected) => {
    await givenRunning(world, 'w', one(`timeout_sec: ${limit}`));
    const task = await node.claimSoon();
    await silenceNode(world, node.id, seconds);
    // The node sends heartbeats, so only the time limit matters.
    await node.beat(1);
    await world.admin('get', '/api/status').expect(200);
    await world.sql(`update node set status = 'online', offline_since = null where node_id = 'n1'`);
    if (expected) await until(async () => await isReclaimed(task));
    else await untilSwept(world);
    expect(await isReclaimed(task)).toBe(expected);
    expect((await pointsOf(world, 'w'))[0]?.status).toBe(expected ? 'queued' : 'running');
  });

  test('past its limit is not reclaimed just after the coordinator has started', async () => {
    await givenRunning(world, 'w', one('timeout_sec: 100'));
    const task = await node.claimSoon();
    await world.sql(
      `with started as (update coordinator_uptime set up_since = now())
       update task set deadline = now() - interval '1 second' where id = $1`,
      [task.task_id],
    );
    await untilSwept(world);
    expect(await isReclaimed(task)).toBe(false);
    await world.sql(`update coordinator_uptime set up_since = now() - interval '1 day'`);
    await until(async () => await isReclaimed(task));
  });

  test("of a node that fell silent while the database's clock was ahead is still reclaimed", async () => {
    await givenRunning(world, 'w', one('timeout_sec: 100'));
    const task = await node.claimSoon();
    // Simulates rows that were written while the clock was two hours ahead. The clock is correct again.
    const ahead = `+ interval '2 hours'`;
    await world.sql(`update coordinator_uptime set up_since = up_since ${ahead}, last_tick = last_tick ${ahead}`);
    await world.sql(`update node_heartbeat set last_seen = last_seen ${ahead} where node_id = 'n1'`);
    await world.sql(`update task set created_at = created_at ${ahead}, deadline = deadline ${ahead} where id = $1`, [
      task.task_id,
    ]);
    const leads = `select max(at - now()) < interval '1 minute' as past, max(left_sec)::int as left_sec from (
      select up_since as at, 0 as left_sec from coordinator_uptime union all
      select last_tick, 0 from coordinator_uptime union all
      select last_seen, 0 from node_heartbeat union all
      select created_at, extract(epoch from deadline - now()) from task where id = $1) as times`;
    await until(async () => {
      const [row] = await world.sql<{ past: boolean; left_sec: number }>(leads, [task.task_id]);
      return row?.past === true && row.left_sec <= 100 + REPORT_GRACE_SEC;
    }, 'the times to be in the past');
    await silenceNode(world, node.id, HEARTBEAT_TIMEOUT_SEC + NODE_LOST_GRACE_SEC + 1);
    await until(async () => await isReclaimed(task));
  });

  test('that is reclaimed has timed out, consumes no strategy, and goes to any node', async () => {
    await givenRunning(world, 'w', one(''));
    const task = await node.claimSoon();
    await expireTasks(world, task.task_id);
    const { point, attempts } = await detailOf(world, 'w', task.point_name);
    const error = 'node n1 did not report within the time limit';
    expect(point).toMatchObject({ status: 'queued', attempt_count: 1, last_error: error, last_max_relc: null });
    expect(attempts).toMatchObject([
      {
        status: 'timeout',
        error_message: error,
        max_relc: null,
        atmosphere_has_nan: null,
        completed_at: expect.any(String),
      },
    ]);
    const retry = await other.claimSoon();
    expect(retry).toMatchObject({
      point_name: task.point_name,
      atmosphere_config: { strategies: ['cold_run', 'cold_run'] },
    });
    expect(retry.task_id).not.toBe(task.task_id);
    await other.converge(retry);
    expect(await statusOf(world, 'w')).toBe('completed');
  });

  test('is reclaimed although a task of another workflow cannot be', async () => {
    await givenRunning(world, 'w', one(''));
    const task = await node.claimSoon();
    // This workflow has no configuration, so its task causes a fault.
    await world.sql(
      `with faulty as (insert into workflow (name, config_yaml, status) values ('faulty', '', 'running') returning id)
       insert into task select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
         'workflow_id', faulty.id, 'deadline', now() - interval '1 day'))).* from task as t, faulty where t.id = $1`,
      [task.task_id],
    );
    await expireTasks(world, task.task_id);
  });

  test.each([1, 2, 3])('lost %i times in a row, the allowed number, fails the point', async (most) => {
    await givenRunning(world, 'w', one(`max_lost_attempts: ${most}`));
    const seen: string[] = [];
    for (let loss = 0; loss < 2 * most; loss += 1) {
      const task = await node.claimSoon();
      seen.push(task.atmosphere_config.strategies.join());
      await expireTasks(world, task.task_id);
    }
    const both = Array.from({ length: most }, () => 'cold_run,cold_run');
    expect(seen).toEqual([...both, ...both.map(() => 'cold_run')]);
    expect(await statusOf(world, 'w')).toBe('completed');
    expect((await pointsOf(world, 'w'))[0]).toMatchObject({
      status: 'failed',
      attempt_count: 2 * most,
      last_error: expect.stringMatching(/counted as a failure of the point/),
    });
  });

  test('reported in between resets the count of losses', async () => {
    await givenRunning(world, 'w', one('max_lost_attempts: 2'));
    await expireTasks(world, (await node.claimSoon()).task_id);
    await node.fail(await node.claimSoon());
    await expireTasks(world, (await node.claimSoon()).task_id);
    expect((await node.claimSoon()).atmosphere_config.strategies).toEqual(['cold_run']);
  });

  test('of a paused workflow is reclaimed too, and handed out after it resumes', async () => {
    await givenRunning(world, 'w', one(''));
    const task = await node.claimSoon();
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    await expireTasks(world, task.task_id);
    expect(await node.claim()).toBeNull();
    await world.admin('post', '/api/workflows/w/start').expect(200);
    expect((await node.claimSoon()).point_name).toBe(task.point_name);
  });
});

describe('a node that falls silent', () => {
  let silent: TestNode;
  let task: TaskSpec;
  let number = 0;
  async function givenSilent(seconds: number): Promise<void> {
    number += 1;
    silent = await givenNode(world, `silent-${number}`);
    await givenRunning(world, 'w', one('timeout_sec: 0'));
    task = await silent.claimSoon();
    await world.admin('get', '/api/status').expect(200);
    await silenceNode(world, silent.id, seconds);
  }

  test('is offline after the timeout and loses its tasks later', async () => {
    await givenSilent(HEARTBEAT_TIMEOUT_SEC - 10);
    await untilSwept(world);
    expect(await nodeStatus(silent.id)).toBe('online');
    await silenceNode(world, silent.id, 20);
    await until(async () => (await nodeStatus(silent.id)) === 'offline');
    await silenceNode(world, silent.id, NODE_LOST_GRACE_SEC - 20);
    await untilSwept(world);
    expect(await isReclaimed(task)).toBe(false);
    await silenceNode(world, silent.id, 30);
    await until(async () => await isReclaimed(task));
    expect((await detailOf(world, 'w', task.point_name)).point).toMatchObject({
      status: 'queued',
      last_error: `node ${silent.id} was lost`,
    });
    expect((await node.claimSoon()).point_name).toBe(task.point_name);
  });

  test('keeps its tasks if it is heard from again in time', async () => {
    await givenSilent(HEARTBEAT_TIMEOUT_SEC + 1);
    await until(async () => (await nodeStatus(silent.id)) === 'offline');
    await silenceNode(world, silent.id, NODE_LOST_GRACE_SEC - 10);
    await silent.beat(1);
    expect(await nodeStatus(silent.id)).toBe('online');
    await untilSwept(world);
    expect(await isReclaimed(task)).toBe(false);
    await silent.converge(task);
    expect(await statusOf(world, 'w')).toBe('completed');
  });

  test('keeps its tasks for as long after a start of the coordinator as after its last heartbeat', async () => {
    await givenSilent(HEARTBEAT_TIMEOUT_SEC + 1);
    await until(async () => (await nodeStatus(silent.id)) === 'offline');
    await world.sql(
      `with started as (update coordinator_uptime set up_since = now() - make_interval(secs => $1)),
            sent as (update task set created_at = created_at - interval '1 day' where node_id = $2)
       update node set offline_since = offline_since - interval '1 day' where node_id = $2`,
      [NODE_LOST_GRACE_SEC - 10, silent.id],
    );
    await untilSwept(world);
    expect(await isReclaimed(task)).toBe(false);
    await world.sql(`update coordinator_uptime set up_since = now() - interval '1 day'`);
    await until(async () => await isReclaimed(task));
  });

  test('keeps a task that it was sent since, although it is offline', async () => {
    const late = await givenNode(world, 'late');
    await silenceNode(world, late.id, HEARTBEAT_TIMEOUT_SEC + 1);
    await until(async () => (await nodeStatus(late.id)) === 'offline');
    await silenceNode(world, late.id, NODE_LOST_GRACE_SEC + 1);
    await givenRunning(world, 'w', one('timeout_sec: 0'));
    const claimed = await late.claimSoon();
    await untilSwept(world);
    expect(await isReclaimed(claimed)).toBe(false);
    expect(await nodeStatus(late.id)).toBe('offline');
    const redelivered = `created_at = created_at - interval '1 hour', redelivered_at = now()`;
    await world.sql(`update task set ${redelivered} where id = $1`, [claimed.task_id]);
    await untilSwept(world);
    expect(await isReclaimed(claimed)).toBe(false);
  });

  test('loses its tasks even if disabled, but not while it sends heartbeats', async () => {
    await givenSilent(0);
    await world.admin('post', `/api/admin/nodes/${silent.id}/disable`).expect(200);
    await silenceNode(world, silent.id, HEARTBEAT_TIMEOUT_SEC + NODE_LOST_GRACE_SEC - 10);
    await untilSwept(world);
    expect(await isReclaimed(task)).toBe(false);
    await silenceNode(world, silent.id, 20);
    await until(async () => await isReclaimed(task));
    expect(await nodeStatus(silent.id)).toBe('disabled');
    expect((await node.claimSoon()).point_name).toBe(task.point_name);
  });
});

describe('the slots of a node', () => {
  const MANY = configYaml(
    { teff: Array.from({ length: 40 }, (_, index) => String(20_000 + index)) },
    'atmosphere: {strategies: [cold_run]}',
  );
  let number = 0;
  async function givenSlots(maxSlots: number): Promise<TestNode> {
    number += 1;
    return await givenNode(world, `slots-${number}`, maxSlots);
  }
  async function claimAll(of: TestNode): Promise<TaskSpec[]> {
    const tasks: TaskSpec[] = [];
    for (let task = await of.claim(); task !== null; task = await of.claim()) tasks.push(task);
    return tasks;
  }
  const quota = async (of: TestNode, admin_max_slots: number | null) =>
    await world.admin('post', `/api/admin/nodes/${of.id}/quota`).send({ admin_max_slots }).expect(200);

  test.each([0, 1, 3])('never exceed the quota of %i, even with simultaneous claims', async (most) => {
    await givenRunning(world, 'w', MANY);
    const limited = await givenSlots(8);
    await quota(limited, most);
    const rows = await lockRows(world, 'select from node for update');
    const claims = Promise.all(Array.from({ length: 8 }, () => limited.claim()));
    await rows.untilBlocked(1);
    await rows.release();
    const tasks = (await claims).filter((task) => task !== null);
    expect(tasks).toHaveLength(most);
    expect(await limited.claim()).toBeNull();
    for (const task of tasks.slice(0, 1)) {
      // An ended task frees its slot, with any outcome.
      await limited.converge(task);
      const next = await limited.claimSoon();
      expect(await limited.claim()).toBeNull();
      await expireTasks(world, next.task_id);
      expect(await limited.claim()).not.toBeNull();
    }
  });

  /** Waits until the workflow's rows are gone. Until then its tasks use slots. */
  async function deleteWorkflow(name: string): Promise<void> {
    await world.admin('delete', `/api/workflows/${name}`).expect(200);
    await until(async () => (await world.sql('select from deleted_workflow')).length === 0, 'the rows to be removed');
  }

  /** Makes `failing` fail a point that the other node then finishes. */
  async function letBeOutdone(failing: TestNode): Promise<void> {
    await givenRunning(world, 'once', configYaml({ teff: ['1'] }, COLD_TWICE));
    await failing.fail(await failing.claimSoon());
    await other.converge(await other.claimSoon());
    await deleteWorkflow('once');
  }
  async function letSucceed(of: TestNode): Promise<void> {
    await givenRunning(world, 'once', configYaml({ teff: ['1'] }, COLD_TWICE));
    await of.converge(await of.claimSoon());
    await deleteWorkflow('once');
  }
  async function slotsOf(of: TestNode): Promise<number> {
    await givenRunning(world, 'w', MANY);
    const { length } = await claimAll(of);
    await deleteWorkflow('w');
    return length;
  }

  test('are halved by each failure of a point that another node finishes, down to one, and return one by one', async () => {
    const broken = await givenSlots(6);
    const seen: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await letBeOutdone(broken);
      seen.push(await slotsOf(broken));
    }
    for (let turn = 0; turn < 4; turn += 1) {
      await letSucceed(broken);
      seen.push(await slotsOf(broken));
    }
    expect(seen).toEqual([3, 1, 1, 2, 3, 4, 5]);
    await letSucceed(broken);
    // The allowance equals the node's slots again, so it limits nothing.
    expect(await slotsOf(broken)).toBe(6);
  });

  test('are limited by the stricter of quota and allowance', async () => {
    const broken = await givenSlots(8);
    await letBeOutdone(broken);
    await quota(broken, 2);
    expect(await slotsOf(broken)).toBe(2);
    await quota(broken, 7);
    expect(await slotsOf(broken)).toBe(4);
  });

  test('are not reduced by a failure that no other node disproved, by one the node itself disproved, or by a lost task', async () => {
    const honest = await givenSlots(4);
    await givenRunning(world, 'w', configYaml({ teff: ['1', '2', '3'] }, COLD_TWICE));
    const [both, self, lost] = (await claimAll(honest)) as [TaskSpec, TaskSpec, TaskSpec];
    await honest.fail(both);
    await other.fail(await other.claimSoon());
    await honest.fail(self);
    await honest.converge(await honest.claimSoon());
    await expireTasks(world, lost.task_id);
    await other.converge(await other.claimSoon());
    expect(await statusOf(world, 'w')).toBe('completed');
    await deleteWorkflow('w');
    expect(await slotsOf(honest)).toBe(4);
  });
});
