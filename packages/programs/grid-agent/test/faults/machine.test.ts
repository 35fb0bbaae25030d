import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { startStandIn } from '../stand-in.ts';
import {
  cleanUp,
  pidsIn,
  signalFiles,
  startAgent,
  startAgentProcess,
  taskFixture,
  temporaryDirectory,
  waitFor,
  writeResult,
} from '../world.ts';

const CLAIM = '/api/task/claim';

/** Moves the wall clock of this process by a number of milliseconds until the test ends. */
function moveClock(ms: number): void {
  const before = Date.now;
  Date.now = () => before() + ms;
  cleanUp(() => (Date.now = before));
}

describe('a hang-up', () => {
  test('does not stop an agent without a terminal, nor its task', async () => {
    const coordinator = await startStandIn();
    const { begun, goOn, release } = signalFiles();
    coordinator.queue.push(taskFixture());
    const engine = `echo $$ >> '${begun}'; ${waitFor(goOn)}; ${writeResult()}`;
    const agent = startAgentProcess({ url: coordinator.url, workDir: temporaryDirectory(), engine });
    await until(() => pidsIn(begun).length === 1);
    agent.kill('SIGHUP');
    await until(() => agent.output().includes('SIGHUP ignored') || agent.process.signalCode !== null);
    release();
    await until(() => coordinator.reports.length === 1 || agent.process.signalCode !== null);
    expect(agent.process.signalCode).toBeNull();
    expect(coordinator.reports[0]?.report.status).toBe('completed');
  });
});

describe('a clock that is set while a task runs', () => {
  test.each([
    ['back', -3_600_000],
    ['forward', 7_200_000],
  ])('%s does not change the reported duration', async (_how, ms) => {
    const coordinator = await startStandIn();
    const { begun, goOn, release } = signalFiles();
    coordinator.queue.push(taskFixture());
    const engine = `echo $$ >> '${begun}'; ${waitFor(goOn)}; ${writeResult()}`;
    startAgent({ url: coordinator.url, workDir: temporaryDirectory(), engine });
    await until(() => pidsIn(begun).length === 1);
    moveClock(ms);
    release();
    await until(() => coordinator.reports.length === 1);
    const { elapsed_sec: elapsed } = coordinator.reports[0]!.report;
    expect(elapsed).toBeGreaterThanOrEqual(0);
    expect(elapsed).toBeLessThan(3000);
  });

  test('back does not extend its time limit', async () => {
    const coordinator = await startStandIn();
    const { begun } = signalFiles();
    coordinator.queue.push(taskFixture({ timeout_sec: 2 }));
    startAgent({ url: coordinator.url, workDir: temporaryDirectory(), engine: `echo $$ >> '${begun}'; sleep 600` });
    await until(() => pidsIn(begun).length === 1);
    moveClock(-3_600_000);
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.report.status).toBe('timeout');
  });
});

describe('an engine that a signal ends', () => {
  const dying = (begun: string, goOn: string) => `echo $$ >> '${begun}'; ${waitFor(goOn)}; kill -TERM $$`;

  test('while the agent drains is returned instead of reported', async () => {
    const coordinator = await startStandIn();
    const { begun, goOn, release } = signalFiles();
    const task = taskFixture();
    coordinator.queue.push(task);
    const agent = startAgentProcess({
      url: coordinator.url,
      workDir: temporaryDirectory(),
      engine: dying(begun, goOn),
    });
    await until(() => pidsIn(begun).length === 1);
    agent.kill('SIGTERM');
    await until(() => agent.output().includes('draining'));
    release();
    expect(await agent.exited).toBe(0);
    expect(coordinator.reports).toEqual([]);
    expect(coordinator.returned).toMatchObject([{ task_id: task.task_id }]);
    expect(coordinator.returned[0]?.reason).toMatch(/being stopped.*SIGTERM/);
  });

  test('shortly before the agent gets a signal to stop is returned too', async () => {
    const coordinator = await startStandIn();
    const { begun } = signalFiles();
    const task = taskFixture();
    coordinator.queue.push(task);
    const agent = startAgent({
      url: coordinator.url,
      workDir: temporaryDirectory(),
      engine: `echo $$ >> '${begun}'; exec sleep 600`,
      more: ['--kill-after-sec', '600'],
    });
    await until(() => pidsIn(begun).length === 1);
    const [pid = 0] = pidsIn(begun);
    process.kill(pid, 'SIGTERM');
    await until(() => agent.output().includes('an engine was ended by a signal') || coordinator.reports.length > 0);
    agent.stop();
    expect(await agent.exited).toBe(0);
    expect(coordinator.reports).toEqual([]);
    expect(coordinator.returned).toMatchObject([{ task_id: task.task_id }]);
  });

  test('while the agent continues is reported as failed', async () => {
    const coordinator = await startStandIn();
    coordinator.queue.push(taskFixture());
    startAgent({ url: coordinator.url, workDir: temporaryDirectory(), engine: 'kill -SEGV $$' });
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.report).toMatchObject({ status: 'failed' });
    expect(coordinator.reports[0]?.report.error_message).toContain('SIGSEGV');
  });
});

describe('a machine that cannot run tasks', () => {
  test('returns a task whose engine failed when the folder of tasks could no longer be written', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    const tasks = join(workDir, 'tasks');
    const task = taskFixture();
    coordinator.queue.push(task);
    const started = 'until [ -s engine.json ]; do sleep 0.05; done';
    const engine = `${started}; mv '${tasks}' '${tasks}.away'; touch '${tasks}'; exit 28`;
    startAgent({ url: coordinator.url, workDir, engine });
    await until(() => coordinator.returned.length + coordinator.reports.length > 0);
    expect(coordinator.reports).toEqual([]);
    expect(coordinator.returned).toMatchObject([
      { task_id: task.task_id, reason: expect.stringMatching(/cannot (finish a task|start the engine): .*ENOTDIR/) },
    ]);
  });

  test('returns the task with the reason, stops claiming, and continues when it can again', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    const agent = startAgent({ url: coordinator.url, workDir, engine: writeResult(), slots: 4 });
    await until(() => coordinator.countOf(CLAIM) > 0);
    const tasks = join(workDir, 'tasks');
    renameSync(tasks, `${tasks}.away`);
    writeFileSync(tasks, 'in the way');
    const task = taskFixture();
    coordinator.queue.push(task);
    await until(() => coordinator.returned.length + coordinator.reports.length > 0);
    expect(coordinator.returned).toMatchObject([{ task_id: task.task_id }]);
    expect(coordinator.returned[0]?.reason).toMatch(/cannot start the engine: .*(ENOTDIR|EEXIST)/);

    await until(() => agent.output().split('PAUSED').length > 3);
    const claims = coordinator.countOf(CLAIM);
    await until(() => agent.output().split('PAUSED').length > 5);
    expect(coordinator.countOf(CLAIM)).toBe(claims);

    renameSync(tasks, `${tasks}.file`);
    renameSync(`${tasks}.away`, tasks);
    const next = Array.from({ length: 3 }, () => taskFixture());
    coordinator.queue.push(...next);
    await until(() => coordinator.reports.length === next.length);
    expect(coordinator.returned).toHaveLength(1);
    expect(agent.output()).toContain('the pause is over');
    await until(() => readdirSync(tasks).length === 0);
  });
});
