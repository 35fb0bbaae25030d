import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import request from 'supertest';
import { expireTasks } from './overdue.ts';
import { detailOf, seedOf, useCleanWorkflows } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import {
  configYaml,
  givenRunning,
  OFTEN_SWEPT,
  start,
  statusOf,
  TestNode,
  useNode,
  useWorld,
  type World,
} from './world.ts';

const world = useWorld({ env: OFTEN_SWEPT });
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');
useCleanWorkflows(world);

const refused = { status: 'error', message: expect.stringMatching(/\S/) };

/** Returns the same node, connected to another API process. */
function through(url: string, { id, token }: TestNode): TestNode {
  const as: World['as'] = (token, method, path) => request(url)[method](path).set('Authorization', `Bearer ${token}`);
  return new TestNode({ ...world, as }, id, token);
}

/**
 * Waits until this many reports with a seed have stored their files and wait for the point's row, which takes a few
 * turns of the event loop.
 */
async function untilInLine(pointName: string, reports: number): Promise<void> {
  await until(async () => {
    const files = await readdir(join(world.dataDir, 'seeds'), { recursive: true });
    return files.filter((path) => basename(path).startsWith(`${pointName}.`)).length === reports;
  }, 'the files of the reports');
  for (let turn = 0; turn < 5; turn += 1) await world.anyone('get', '/healthz').expect(200);
}

describe('a repeated report', () => {
  const THREE = configYaml({ logo: ['-80'] }, 'atmosphere: {strategies: [cold_run, cold_run, cold_run]}');
  test('of a success gets the same answer and counts once, and adds a seed that was missing', async () => {
    const config = configYaml({ teff: ['1', '2'], logo: ['-80'] }, 'atmosphere: {strategies: [cold_run]}');
    await givenRunning(world, 'w', config);
    const task = await node.claimSoon();
    await node.report(task, { summary_json: '{"seed": "cold"}' }).expect(200);
    const first = await detailOf(world, 'w', task.point_name);
    expect(first.conv).toEqual({ seed: 'cold' });
    const stats = await world.admin('get', '/api/workflows/w/stats').expect(200);
    await node.report(task).expect(200);
    await node.report(task, { status: 'failed', converged: false, elapsed_sec: 999 }).expect(200);
    const later = { seed: 'at last', elapsed_sec: 999, max_relc: 7, summary_json: '{"seed": "other"}' };
    const { body } = await node.report(task, later).expect(200);
    expect(body).toEqual({ status: 'ok', message: 'already recorded' });
    expect(await detailOf(world, 'w', task.point_name)).toEqual(first);
    expect((await world.admin('get', '/api/workflows/w/stats').expect(200)).body).toEqual(stats.body);
    expect(await seedOf(world, task.point_name)).toBe('at last');
  });

  test('adds its missing seed although an earlier run has left one', async () => {
    const again = 'atmosphere: {strategies: [cold_run], policy: force_recompute}';
    await givenRunning(world, 'w', configYaml({ logo: ['-80'] }, again));
    await node.converge(await node.claimSoon(), 'of the first run');
    await start(world, 'w');
    const task = await node.claimSoon();
    await node.report(task).expect(200);
    await node.report(task, { seed: 'of the second run' }).expect(200);
    expect(await seedOf(world, task.point_name)).toBe('of the second run');
  });

  test('of a failure consumes no second strategy, even if it now reports success', async () => {
    await givenRunning(world, 'w', THREE);
    const task = await node.claimSoon();
    await node.fail(task);
    await node.fail(task);
    await node.report(task, { seed: 'late seed' }).expect(200);
    const next = await node.claimSoon();
    expect(next).toMatchObject({
      point_name: task.point_name,
      atmosphere_config: { strategies: ['cold_run', 'cold_run'] },
    });
    expect(next.task_id).not.toBe(task.task_id);
    expect(await seedOf(world, task.point_name)).toBe('late seed');
    // After the second attempt was claimed, the first attempt's report changes nothing either, and its seed is refused.
    const { body } = await node.report(task, { status: 'failed', converged: false }).expect(200);
    expect(body).toEqual({ status: 'ok', message: 'already recorded' });
    await node.report(task, { seed: 'too late' }).expect(409);
    expect(await seedOf(world, task.point_name)).toBe('late seed');
    expect((await detailOf(world, 'w', task.point_name)).point).toMatchObject({ status: 'running', attempt_count: 2 });
  });

  test('stores no second model: the recorded model stays, and the same model is accepted again', async () => {
    await givenRunning(world, 'w', THREE);
    const task = await node.claimSoon();
    await node.report(task, { seed: 'recorded' }).expect(200);
    const versions = async () => {
      const { body } = await world.admin('get', `/api/seeds/${task.point_name}`).expect(200);
      return JSON.stringify(body).match(/"sha256":"\w+"/g);
    };
    const before = await versions();
    for (const seed of ['another one', 'a third one', 'recorded']) {
      const { body } = await node.report(task, { seed }).expect(200);
      expect(body).toEqual({ status: 'ok', message: 'already recorded' });
    }
    expect(await versions()).toEqual(before);
    expect(await seedOf(world, task.point_name)).toBe('recorded');
  });

  test('arriving simultaneously at two processes or in one batch consumes one strategy', async () => {
    await givenRunning(world, 'w', THREE);
    await using replica = await world.startApi();
    const task = await node.claimSoon();
    const failure = { status: 'failed', converged: false } as const;
    const rows = await lockRows(world, 'select from point for update');
    const there = through(replica.url, node);
    // The first report is processed, the next two reports form a batch, and the fourth report uses another process.
    const answers = [node, node, node, there].map((way) =>
      way.report(task, failure).then(({ body }) => body as unknown),
    );
    await rows.untilBlocked(2);
    await rows.release();
    const again = { status: 'ok', message: 'already recorded' };
    const once = { status: 'ok', message: 'recorded' };
    expect(await Promise.all(answers)).toEqual(expect.arrayContaining([once, again]));
    expect((await Promise.all(answers)).filter((body) => (body as typeof once).message === 'recorded')).toEqual([once]);
    expect((await node.claimSoon()).atmosphere_config.strategies).toEqual(['cold_run', 'cold_run']);
    expect(await node.claim()).toBeNull();
  });
});

describe('a report of a recorded task whose point was claimed again', () => {
  const TWICE = configYaml({ logo: ['-160'] }, 'atmosphere: {strategies: [cold_run, cold_run]}');
  async function filesOf(pointName: string): Promise<number> {
    const files = await readdir(world.dataDir, { recursive: true });
    return files.filter((path) => path.includes(pointName) && /\.(7|json)$/.test(path)).length;
  }

  test("never replaces another node's model, during or after its computation", async () => {
    await givenRunning(world, 'w', TWICE);
    const failed = await node.claimSoon();
    await node.fail(failed);
    const retry = await other.claimSoon();
    const before = await filesOf(failed.point_name);
    const junk = { seed: 'junk', summary_json: '{"converged": true}' };
    expect((await node.report(failed, junk).expect(409)).body).toEqual(refused);
    await other.converge(retry, 'the right model');
    await node.report(failed, junk).expect(409);
    await world.admin('post', `/api/admin/nodes/${node.id}/disable`).expect(200);
    await node.report(failed, junk).expect(409);
    await world.admin('post', `/api/admin/nodes/${node.id}/enable`).expect(200);
    await node.beat(0);
    expect(await seedOf(world, failed.point_name)).toBe('the right model');
    // The disk has only the model of the retry, not the model of the refused report.
    expect(await filesOf(failed.point_name)).toBe(before + 1);
  });

  test('from a disabled node writes nothing even if the point is unclaimed', async () => {
    await givenRunning(world, 'w', TWICE);
    const task = await node.claimSoon();
    await node.report(task).expect(200);
    const before = await filesOf(task.point_name);
    await world.admin('post', `/api/admin/nodes/${node.id}/disable`).expect(200);
    expect((await node.report(task, { seed: 'junk' }).expect(200)).body).toMatchObject({ message: 'already recorded' });
    expect(await filesOf(task.point_name)).toBe(before);
    await world.admin('post', `/api/admin/nodes/${node.id}/enable`).expect(200);
    await node.beat(0);
    expect(await seedOf(world, task.point_name)).not.toBe('junk');
  });

  test('from a node disabled while the report waits writes nothing either', async () => {
    await givenRunning(world, 'w', configYaml({ teff: ['1', '2'], logo: ['-160'] }, 'timeout_sec: 0'));
    const task = await node.claimSoon();
    await node.report(task).expect(200);
    const running = await other.claimSoon();
    const rows = await lockRows(world, 'select from point where name = $1 for update', [running.point_name]);
    const first = other.report(running).then(({ status }) => status);
    await rows.untilBlocked(1);
    // The report is admitted before the node is disabled, so its file is stored.
    const second = node.report(task, { seed: 'late' }).then(({ status }) => status);
    await untilInLine(task.point_name, 1);
    await world.admin('post', `/api/admin/nodes/${node.id}/disable`).expect(200);
    await rows.release();
    expect(await Promise.all([first, second])).toEqual([200, 200]);
    await world.admin('post', `/api/admin/nodes/${node.id}/enable`).expect(200);
    await node.beat(0);
    await world.admin('get', `/api/seeds/${task.point_name}`).expect(404);
  });
});

describe('the report of a reclaimed task', () => {
  const TWICE = configYaml({ logo: ['-120'] }, 'atmosphere: {strategies: [cold_run, cold_run]}');
  let task: TaskSpec;
  const point = async () => (await detailOf(world, 'w', task.point_name)).point;
  async function givenReclaimed(): Promise<void> {
    await givenRunning(world, 'w', TWICE);
    task = await node.claimSoon();
    await expireTasks(world, task.task_id);
    expect(await point()).toMatchObject({ status: 'queued', attempt_count: 1 });
  }
  test('is accepted while its retry is unclaimed, and the retry is withdrawn', async () => {
    await givenReclaimed();
    const { body } = await node.report(task, { seed: 'late' }).expect(200);
    expect(body).toMatchObject({ status: 'ok', message: expect.stringMatching(/late/) });
    expect(await node.claim()).toBeNull();
    const { point, attempts } = await detailOf(world, 'w', task.point_name);
    expect(point).toMatchObject({ status: 'converged', attempt_count: 1, last_error: null });
    expect(attempts).toMatchObject([{ task_id: task.task_id, status: 'completed', error_message: null }]);
    expect(await statusOf(world, 'w')).toBe('completed');
    // From here on, the report counts as an ordinary report, so a repetition is acknowledged.
    expect((await node.report(task).expect(200)).body).toMatchObject({ message: 'already recorded' });
  });

  test('consumes the strategy once if it is a failure', async () => {
    await givenReclaimed();
    await node.fail(task);
    await node.fail(task);
    expect((await node.claimSoon()).atmosphere_config.strategies).toEqual(['cold_run']);
  });

  test('gets 409 if the point is being claimed', async () => {
    await givenReclaimed();
    const tables = await lockRows(world, 'lock table task in share mode');
    const claim = other.claim();
    await tables.untilBlocked(1);
    const report = node.report(task).then(({ status }) => status);
    await tables.untilBlocked(2);
    await tables.release();
    expect(await claim).toMatchObject({ point_name: task.point_name });
    expect(await report).toBe(409);
    expect(await point()).toMatchObject({ status: 'running', attempt_count: 2 });
  });

  test.each(['n1', 'n2'])('gets 409 and keeps nothing after %s has claimed the point again', async (holder) => {
    await givenReclaimed();
    const retry = await (holder === 'n1' ? node : other).claimSoon();
    expect(retry.atmosphere_config.strategies).toEqual(['cold_run', 'cold_run']);
    const known = await seedOf(world, task.point_name);
    expect((await node.report(task, { seed: `too late, ${holder}` }).expect(409)).body).toEqual(refused);
    expect(await seedOf(world, task.point_name)).toBe(known);
    expect(await point()).toMatchObject({ status: 'running', node_id: holder });
    await (holder === 'n1' ? node : other).report(retry).expect(200);
    await node.report(task, { seed: `too late, ${holder}` }).expect(409);
    expect(await seedOf(world, task.point_name)).toBe(known);
    expect(await point()).toMatchObject({ status: 'converged', attempt_count: 2, node_id: holder });
  });

  test("gets 409 even in one batch with the retry's report", async () => {
    const config = configYaml({ teff: ['1', '2'], logo: ['-120'] }, 'atmosphere: {strategies: [cold_run, cold_run]}');
    await givenRunning(world, 'w', config);
    task = await node.claimSoon();
    const first = await other.claimSoon();
    await expireTasks(world, task.task_id);
    // The other reports wait while the first report waits for its workflow.
    const rows = await lockRows(world, 'select from workflow for no key update');
    const answers = [other.report(first).then(({ status }) => status)];
    await rows.untilBlocked(1);
    // The late report is admitted because the retry is unclaimed. Then the retry is claimed.
    answers.push(node.report(task, { seed: 'too late' }).then(({ status }) => status));
    await untilInLine(task.point_name, 1);
    const retry = await other.claimSoon();
    expect(retry.point_name).toBe(task.point_name);
    answers.push(other.report(retry, { seed: 'of the retry' }).then(({ status }) => status));
    await untilInLine(task.point_name, 2);
    await rows.release();
    expect(await Promise.all(answers)).toEqual([200, 409, 200]);
    expect(await seedOf(world, task.point_name)).toBe('of the retry');
    const { attempts } = await detailOf(world, 'w', task.point_name);
    expect(attempts.map(({ status }) => status)).toEqual(['timeout', 'completed']);
  });

  test('gets 409 if its point waits in a later run', async () => {
    const more = 'max_lost_attempts: 1\natmosphere: {strategies: [cold_run], policy: force_recompute}';
    await givenRunning(world, 'w', configYaml({ logo: ['-120'] }, more));
    task = await node.claimSoon();
    await expireTasks(world, task.task_id);
    expect(await statusOf(world, 'w')).toBe('completed');
    await start(world, 'w');
    await until(async () => (await point()).status === 'queued', 'the later run');
    await node.report(task, { seed: 'of the earlier run' }).expect(409);
    expect(await point()).toMatchObject({ status: 'queued' });
  });

  test('gets 409 once the point was claimed again, even if that claim was reclaimed too', async () => {
    await givenReclaimed();
    const second = await other.claimSoon();
    await expireTasks(world, second.task_id);
    await node.report(task).expect(409);
    expect(await point()).toMatchObject({ status: 'queued', attempt_count: 2 });
    await other.report(second).expect(200);
    expect(await point()).toMatchObject({ status: 'converged', attempt_count: 2 });
  });
});
