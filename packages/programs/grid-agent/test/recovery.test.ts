import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { identify, type ProcessIdentity } from '../src/engine/process-table.ts';
import { startStandIn, type StandIn } from './stand-in.ts';
import {
  taskFixture,
  cleanUp,
  isRunning,
  pidsIn,
  signalFiles,
  startAgent,
  startAgentProcess,
  temporaryDirectory,
  waitFor,
  writeResult,
} from './world.ts';

const REPORT = '/api/task/report';

/**
 * Returns an engine that writes its own pid and the pids of two other processes to a file, and waits to be released.
 * One of these two processes is in another session.
 */
function heldEngine(): { engine: string; pids: () => number[]; release: () => void } {
  const { begun, goOn, release } = signalFiles();
  const other = `sh -c 'echo $$ >> "${begun}"; exec sleep 600'`;
  const processes = `${other} & setsid ${other} & echo $$ >> '${begun}'`;
  const engine = `${processes}; ${waitFor(goOn)}; echo x > out.7; ${writeResult()}`;
  return { engine, pids: () => pidsIn(begun), release };
}

function refuseReports(coordinator: StandIn, status: number): void {
  coordinator.answers.set(REPORT, () => ({ status, json: { status: 'error', message: 'not now' } }));
}

describe('tasks that an earlier agent held', () => {
  test('are returned before the first claim, except tasks in the spool', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    refuseReports(coordinator, 503);
    const done = taskFixture();
    coordinator.queue.push(done);
    const first = startAgentProcess({ url: coordinator.url, workDir, engine: writeResult() });
    await until(() => coordinator.countOf(REPORT) >= 1);
    first.kill('SIGKILL');
    await first.exited;

    const lost = taskFixture().task_id;
    coordinator.held = [lost, done.task_id];
    // The agent retries until it gets the list.
    let refused = 0;
    coordinator.answers.set('/api/task/held', () => {
      if (refused++ === 0) return { status: 503, json: { status: 'error', message: 'not now' } };
      coordinator.answers.delete('/api/task/held');
      return { status: 500 };
    });
    coordinator.seen.length = 0;
    startAgent({ url: coordinator.url, workDir, engine: writeResult() });
    await until(() => coordinator.countOf('/api/task/claim') > 0);
    expect(coordinator.returned).toEqual([
      { task_id: lost, reason: expect.stringMatching(/was restarted/) as unknown },
    ]);
    const order = coordinator.seen.filter((path) => path.startsWith('/api/task/') && path !== REPORT);
    expect(order.slice(0, 5)).toEqual([...Array(3).fill('/api/task/held'), '/api/task/return', '/api/task/claim']);
  });

  test('are not returned to a coordinator that cannot list them', async () => {
    const coordinator = await startStandIn();
    coordinator.answers.set('/api/task/held', () => ({ status: 404, json: { status: 'error', message: 'unknown' } }));
    startAgent({ url: coordinator.url, engine: writeResult() });
    await until(() => coordinator.countOf('/api/task/claim') > 0);
  });
});

describe('a report', () => {
  test('that could not be delivered is delivered by the next start, with its seed', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    refuseReports(coordinator, 503);
    const task = taskFixture();
    coordinator.queue.push(task);
    const first = startAgent({
      url: coordinator.url,
      workDir,
      engine: `echo structure > fort.7; ln -s fort.7 out.7; ${writeResult()}`,
    });
    await until(() => coordinator.countOf(REPORT) >= 2);
    expect(readdirSync(join(workDir, 'spool'))).toEqual([task.task_id]);
    first.stop();
    expect(await first.exited).toBe(0);
    expect(first.output()).toContain('reports stay in the spool until the next start');

    coordinator.answers.clear();
    startAgent({ url: coordinator.url, workDir, engine: 'exit 1' });
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.report).toMatchObject({ task_id: task.task_id, status: 'completed' });
    expect(coordinator.reports[0]?.seed?.toString()).toBe('structure\n');
    await until(() => readdirSync(join(workDir, 'spool')).length === 0);
  });

  test('that waits does not block new tasks, and is sent when its task is redelivered or the agent stops', async () => {
    const coordinator = await startStandIn();
    const runs = join(temporaryDirectory(), 'runs');
    let refused = 0;
    coordinator.answers.set(REPORT, () => {
      refused += 1;
      if (refused === 2) coordinator.answers.clear();
      return { status: 503, headers: { 'retry-after': '3600' }, json: { status: 'error', message: 'not now' } };
    });
    const [first, second] = [taskFixture(), taskFixture()];
    coordinator.queue.push(first, second);
    const agent = startAgent({
      url: coordinator.url,
      engine: `echo $$ >> '${runs}'; ${writeResult()}`,
      slots: 1,
      more: ['--drain-delivery-sec', '60'],
    });
    const reported = () => coordinator.reports.map(({ report }) => report.task_id);
    await until(() => refused === 2);
    coordinator.queue.push(first);
    await until(() => reported().length === 1);
    agent.stop();
    expect(await agent.exited).toBe(0);
    expect(reported()).toEqual([first.task_id, second.task_id]);
    expect(agent.output()).toContain('sending its report first');
    expect(pidsIn(runs)).toHaveLength(2);
  });

  test('that arrives while its task is handed out again ends the task', async () => {
    const coordinator = await startStandIn();
    const runs = join(temporaryDirectory(), 'runs');
    const [arrived, claimed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    coordinator.answers.set(REPORT, () => arrived.promise);
    const task = taskFixture();
    coordinator.queue.push(task);
    const engine = `echo $$ >> '${runs}'; ${writeResult()}`;
    const workDir = temporaryDirectory();
    const agent = startAgent({ url: coordinator.url, workDir, engine });
    await until(() => coordinator.countOf(REPORT) > 0);
    let claims = 0;
    coordinator.answers.set('/api/task/claim', () => {
      claims += 1;
      return claimed.promise;
    });
    await until(() => claims > 0);
    arrived.resolve(undefined);
    await until(() => readdirSync(join(workDir, 'spool')).length === 0);
    const beats = coordinator.heartbeats.length;
    await until(() => coordinator.heartbeats.length > beats + 1);
    coordinator.queue.push(task);
    coordinator.answers.clear();
    claimed.resolve(undefined);
    await until(() => coordinator.queue.length === 0);
    await until(() => agent.output().includes('ignoring it') || pidsIn(runs).length > 1);
    expect(pidsIn(runs)).toHaveLength(1);
  });

  test('is sent after the previous report, with at most one at a time for each slot', async () => {
    const coordinator = await startStandIn();
    const first = Promise.withResolvers<undefined>();
    coordinator.answers.set(REPORT, () => first.promise);
    coordinator.queue.push(taskFixture(), taskFixture());
    const agent = startAgent({ url: coordinator.url, engine: writeResult(), slots: 1 });
    await until(() => agent.output().split('task ended').length === 3 && coordinator.countOf(REPORT) > 0);
    const beats = coordinator.heartbeats.length;
    await until(() => coordinator.heartbeats.length > beats + 5, 'more heartbeats');
    expect(coordinator.countOf(REPORT)).toBe(1);
    first.resolve(undefined);
    await until(() => coordinator.reports.length === 2);
  });

  test('whose task was given to another node is dropped', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    refuseReports(coordinator, 409);
    coordinator.queue.push(taskFixture());
    const agent = startAgent({ url: coordinator.url, workDir, engine: writeResult() });
    await until(() => agent.output().includes('belongs to another node now'));
    await until(() => readdirSync(join(workDir, 'spool')).length === 0);
    expect(readdirSync(join(workDir, 'refused'))).toEqual([]);
    expect(coordinator.countOf(REPORT)).toBe(1);
  });

  test('that the coordinator rejects is kept with the answer', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    refuseReports(coordinator, 400);
    const task = taskFixture();
    coordinator.queue.push(task);
    const agent = startAgent({ url: coordinator.url, workDir, engine: `echo s > out.7; ${writeResult()}` });
    await until(() => agent.output().includes('COORDINATOR REJECTED A REPORT'));
    const kept = join(workDir, 'refused', task.task_id);
    await until(() => existsSync(join(kept, 'answer.txt')));
    expect(readFileSync(join(kept, 'answer.txt'), 'utf8')).toBe('400 not now\n');
    expect(readdirSync(kept).sort()).toEqual(['answer.txt', 'out.7', 'report.json']);
    expect(coordinator.countOf(REPORT)).toBe(1);
  });
});

describe('a killed agent', () => {
  test('leaves no engine running', async () => {
    const coordinator = await startStandIn(taskFixture());
    const { engine, pids } = heldEngine();
    const agent = startAgentProcess({ url: coordinator.url, engine });
    await until(() => pids().length === 3);
    agent.kill('SIGKILL');
    await until(() => !pids().some(isRunning));
  });

  test('loses its unfinished task but no finished task', async () => {
    const workDir = temporaryDirectory();
    const { begun } = signalFiles();
    const [finished, unfinished] = [taskFixture(), taskFixture({ wave: 9 })];
    const coordinator = await startStandIn(finished, unfinished);
    // One task has written its result and hangs. The other task has no result. Both engines end with the agent.
    const result = `grep -q '"wave":9' task.json || { echo done > out.7; ${writeResult()}; }`;
    const engine = `${result}; echo $$ >> '${begun}'; exec sleep 600`;
    const first = startAgentProcess({ url: coordinator.url, workDir, engine });
    await until(() => pidsIn(begun).length === 2);
    first.kill('SIGKILL');
    await first.exited;
    expect(readdirSync(join(workDir, 'tasks')).sort()).toEqual([finished.task_id, unfinished.task_id].sort());

    const second = startAgent({ url: coordinator.url, workDir, engine: 'exit 1' });
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.report).toMatchObject({ task_id: finished.task_id, converged: true });
    expect(coordinator.reports[0]?.seed?.toString()).toBe('done\n');
    expect(second.output()).toContain('the coordinator will requeue it');
    expect(readdirSync(join(workDir, 'tasks'))).toEqual([]);
  });
});

test('a report in the spool is not replaced by a task folder that remains', async () => {
  const coordinator = await startStandIn();
  const workDir = temporaryDirectory();
  const task = taskFixture();
  const [folder = '', spooled = ''] = ['tasks', 'spool'].map((name) => join(workDir, name, task.task_id));
  for (const path of [folder, spooled]) mkdirSync(path, { recursive: true });
  const { task_id, point_name } = task;
  const result = { status: 'completed', converged: true, atmosphere_has_nan: false };
  writeFileSync(join(folder, 'task.json'), JSON.stringify(task));
  writeFileSync(join(folder, 'result.json'), JSON.stringify(result));
  writeFileSync(join(spooled, 'report.json'), JSON.stringify({ ...result, task_id, point_name, node_id: 'n1' }));
  writeFileSync(join(spooled, 'out.7'), 'model');
  startAgent({ url: coordinator.url, workDir });
  await until(() => coordinator.reports.length === 1);
  expect(coordinator.reports[0]?.seed?.toString()).toBe('model');
});

describe('an engine that outlives its agent', () => {
  /** Starts a process group like an engine of an earlier agent. `write` writes the file that identifies the group. */
  function strayEngine(
    workDir: string,
    script: string,
    isMarked = true,
  ): { leader: ProcessIdentity; write: (as: ProcessIdentity) => void } {
    const folder = join(workDir, 'tasks', randomUUID());
    const env = isMarked ? { ...process.env, GRID_TASK_DIR: folder } : process.env;
    const { pid = 0 } = spawn('sh', ['-c', script], { detached: true, stdio: 'ignore', env });
    cleanUp(() => {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // The agent has already killed this engine.
      }
    });
    const leader = identify(pid);
    if (!leader) throw new Error('the engine did not start');
    const write = (as: ProcessIdentity) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'engine.json'), JSON.stringify(as));
    };
    return { leader, write };
  }

  test('is killed by the next start with all its processes, and no other process is killed', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    const pids = join(temporaryDirectory(), 'pids');
    const child = `sh -c 'echo $$ >> "${pids}"; exec sleep 600'`;
    const whole = strayEngine(workDir, `${child} & wait`);
    const headless = strayEngine(workDir, `${child} &`);
    const detached = strayEngine(workDir, `setsid ${child} &`);
    const stranger = strayEngine(workDir, 'exec sleep 600', false);
    await until(() => pidsIn(pids).length === 3 && ![headless, detached].some(({ leader }) => isRunning(leader.pid)));
    for (const { write, leader } of [whole, headless, detached]) write(leader);
    // This work dir is a copy, and the engine belongs to the original.
    const original = strayEngine(temporaryDirectory(), 'exec sleep 600');
    const copy = join(workDir, 'tasks', randomUUID());
    mkdirSync(copy);
    writeFileSync(join(copy, 'engine.json'), JSON.stringify(original.leader));
    // The same pid, but a different start time than the file says.
    stranger.write({ ...stranger.leader, start_ticks: stranger.leader.start_ticks - 1 });

    startAgent({ url: coordinator.url, workDir });
    await until(() => coordinator.heartbeats.length > 0);
    await until(() => ![...pidsIn(pids), whole.leader.pid].some(isRunning));
    expect([stranger, original].map(({ leader }) => isRunning(leader.pid))).toEqual([true, true]);
    expect(readdirSync(join(workDir, 'tasks'))).toEqual([]);
  });
});

describe('stopping', () => {
  test('drains: finishes and delivers the running task, keeps sending heartbeats and claims nothing', async () => {
    const coordinator = await startStandIn(taskFixture());
    const { engine, pids, release } = heldEngine();
    const agent = startAgent({ url: coordinator.url, engine, slots: 3 });
    await until(() => pids().length === 3);
    agent.stop();
    await until(() => agent.output().includes('draining'));
    const [beats, claims] = [coordinator.heartbeats.length, coordinator.countOf('/api/task/claim')];
    coordinator.queue.push(taskFixture());
    await until(() => coordinator.heartbeats.length >= beats + 3);
    release();
    expect(await agent.exited).toBe(0);
    expect(coordinator.reports).toHaveLength(1);
    expect(coordinator.countOf('/api/task/claim')).toBe(claims);
    // Background processes of the engine ended together with the engine.
    expect(pids().some(isRunning)).toBe(false);
  });

  test('twice kills the engines at once and reports nothing', async () => {
    const coordinator = await startStandIn(taskFixture());
    const workDir = temporaryDirectory();
    const { engine, pids } = heldEngine();
    const agent = startAgentProcess({ url: coordinator.url, workDir, engine });
    await until(() => pids().length === 3);
    agent.kill('SIGTERM');
    await until(() => agent.output().includes('draining'));
    // Signals that arrive together with the first signal do not count.
    await until(() => {
      agent.kill('SIGINT');
      return agent.process.exitCode !== null;
    });
    expect(await agent.exited).toBe(1);
    expect(agent.output()).toContain('The coordinator will reclaim their tasks');
    await until(() => !pids().some(isRunning));
    expect(coordinator.reports).toEqual([]);
    expect(existsSync(join(workDir, 'agent.lock'))).toBe(false);
  });
});
