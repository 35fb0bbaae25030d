import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
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
    const coordinator = await startStandIn(taskFixture());
    const { begun, engine, release } = signalFiles();
    const agent = startAgentProcess({ url: coordinator.url, engine });
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
    const coordinator = await startStandIn(taskFixture());
    const { begun, engine, release } = signalFiles();
    startAgent({ url: coordinator.url, engine });
    await until(() => pidsIn(begun).length === 1);
    moveClock(ms);
    release();
    await until(() => coordinator.reports.length === 1);
    const { elapsed_sec: elapsed } = coordinator.reports[0]!.report;
    expect(elapsed).toBeGreaterThanOrEqual(0);
    expect(elapsed).toBeLessThan(3000);
  });

  test('back does not extend its time limit', async () => {
    const coordinator = await startStandIn(taskFixture({ timeout_sec: 2 }));
    const { begun } = signalFiles();
    startAgent({ url: coordinator.url, engine: `echo $$ >> '${begun}'; sleep 600` });
    await until(() => pidsIn(begun).length === 1);
    moveClock(-3_600_000);
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.report.status).toBe('timeout');
  });
});

const FAILED = writeResult({ converged: false, failed_stage: 'atmosphere' });

describe('an engine that a signal ends', () => {
  const dying = (begun: string, goOn: string) => `echo $$ >> '${begun}'; ${waitFor(goOn)}; kill -TERM $$`;

  test('while the agent drains is returned instead of reported', async () => {
    const { begun, goOn, release } = signalFiles();
    const task = taskFixture();
    const coordinator = await startStandIn(task);
    const agent = startAgentProcess({
      url: coordinator.url,
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

  test.each([
    ['ended by SIGTERM', 'exec sleep 600'],
    // Programs built with Intel's compiler exit with this status.
    ['exit status 78', "trap 'exit 78' TERM; while :; do sleep 0.05; done"],
    [
      'ended by SIGTERM',
      `report() { ${FAILED}; }; trap 'report; trap - TERM; kill $$' TERM; while :; do sleep 0.05; done`,
    ],
  ])('shortly before the agent gets a signal to stop is returned too (%s)', async (how, waiting) => {
    const { begun } = signalFiles();
    const task = taskFixture();
    const coordinator = await startStandIn(task);
    const agent = startAgent({
      url: coordinator.url,
      engine: `echo $$ >> '${begun}'; ${waiting}`,
      more: ['--kill-after-sec', '600'],
    });
    await until(() => pidsIn(begun).length === 1);
    const [pid = 0] = pidsIn(begun);
    process.kill(pid, 'SIGTERM');
    await until(() => agent.output().includes('an engine was ended by a signal') || coordinator.reports.length > 0);
    agent.stop();
    expect(await agent.exited).toBe(0);
    expect(coordinator.reports).toEqual([]);
    expect(coordinator.returned).toEqual([
      { task_id: task.task_id, reason: `the node is being stopped, engine: ${how}` },
    ]);
  });

  test('while the agent continues is reported as failed', async () => {
    const coordinator = await startStandIn(taskFixture());
    startAgent({ url: coordinator.url, engine: 'kill -SEGV $$' });
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.report).toMatchObject({ status: 'failed' });
    expect(coordinator.reports[0]?.report.error_message).toContain('SIGSEGV');
  });
});

describe('a machine that cannot run tasks', () => {
  test.each([
    ['exits without a result', 'exit 28'],
    ['writes that it failed', FAILED],
  ])('returns a task whose engine %s while the folder of tasks cannot be written', async (_how, end) => {
    const workDir = temporaryDirectory();
    const tasks = join(workDir, 'tasks');
    const task = taskFixture();
    const coordinator = await startStandIn(task);
    const started = 'until [ -s engine.json ]; do sleep 0.05; done';
    const engine = `${started}; mv '${tasks}' '${tasks}.away'; touch '${tasks}'; ${end}`;
    startAgent({ url: coordinator.url, workDir, engine });
    await until(() => coordinator.returned.length + coordinator.reports.length > 0);
    expect(coordinator.reports).toEqual([]);
    expect(coordinator.returned).toMatchObject([
      { task_id: task.task_id, reason: expect.stringMatching(/cannot (finish a task|start the engine): .*ENOTDIR/) },
    ]);
  });

  test('returns each task whose engine finds a disk full, and pauses longer each time', async () => {
    const tasks = Array.from({ length: 3 }, () => taskFixture());
    const coordinator = await startStandIn(...tasks);
    const full = 'Fortran runtime error: No space left on device';
    // The first engine writes no result. The other engines write a result with the same message.
    const engine = `grep -q ${tasks[0]?.task_id} task.json && { echo '${full}' >&2; exit 2; }; ${writeResult({ converged: false, failed_stage: 'atmosphere', error_message: full })}`;
    const agent = startAgent({ url: coordinator.url, engine, slots: 1 });
    await until(() => coordinator.returned.length + coordinator.reports.length === tasks.length);
    const reason = `this node cannot finish a task: ${full}`;
    expect(coordinator.returned).toEqual(tasks.map(({ task_id }) => ({ task_id, reason })));
    await until(() => /PAUSED.*"attempt":3/.test(agent.output()));
  });

  test('removes the scratch files of an engine whose report cannot be written', async () => {
    const workDir = temporaryDirectory();
    const spool = join(workDir, 'spool');
    const task = taskFixture();
    const coordinator = await startStandIn(task);
    const started = 'until [ -s engine.json ]; do sleep 0.05; done';
    const engine = `${started}; mkdir scratch out; touch scratch/big out/kept; echo model > out.7; mv '${spool}' '${spool}.away'; touch '${spool}'; ${writeResult()}`;
    startAgent({ url: coordinator.url, workDir, engine });
    const folder = join(workDir, 'tasks', task.task_id);
    await until(() => existsSync(join(folder, 'result.json')) && !existsSync(join(folder, 'scratch')));
    renameSync(spool, `${spool}.file`);
    renameSync(`${spool}.away`, spool);
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.seed?.toString()).toBe('model\n');
    expect(coordinator.reports[0]?.report.artifacts).toMatchObject([{ path: 'kept' }]);
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
