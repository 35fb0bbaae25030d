import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { startStandIn } from './stand-in.ts';
import {
  cleanUp,
  isRunning,
  pidsIn,
  signalFiles,
  startAgent,
  startAgentProcess,
  taskFixture,
  temporaryDirectory,
  writeResult,
} from './world.ts';

/**
 * Returns a work dir with a running task of an agent on another machine, and a function that shows that the agent is
 * alive.
 */
function foreignWorkDir(over: Record<string, unknown> = {}) {
  const workDir = temporaryDirectory();
  const folder = join(workDir, 'tasks', randomUUID());
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'task.json'), '{}');
  const lock = join(workDir, 'agent.lock');
  const owner = {
    pid: process.pid,
    start_ticks: 1,
    boot_id: randomUUID(),
    host: 'far-away',
    pid_namespace: 'pid:[1]',
    started_at: '2026-01-31T12:00:00.000Z',
    ...over,
  };
  let beats = 0;
  const beat = () => {
    const beat_at = new Date(Date.UTC(2026, 0, 31, 13) + beats++).toISOString();
    writeFileSync(`${lock}.new`, `${JSON.stringify({ ...owner, beat_at, ...over })}\n`);
    renameSync(`${lock}.new`, lock);
  };
  beat();
  return { workDir, folder, lock, beat };
}

describe('a work dir whose lock is from another machine or container', () => {
  test('is not touched while its owner shows signs of life', async () => {
    const coordinator = await startStandIn();
    const { workDir, folder, beat } = foreignWorkDir();
    const timer = setInterval(beat, 50);
    cleanUp(() => clearInterval(timer));
    const agent = startAgent({ url: coordinator.url, workDir });
    expect(await agent.exited).toBe(1);
    expect(agent.output()).toContain(`host far-away, pid ${process.pid}, started 2026-01-31T12:00:00.000Z`);
    expect(readdirSync(folder)).toEqual(['task.json']);
    expect(coordinator.seen).toEqual([]);
  });

  test('is taken over when its owner shows no sign of life for the length of the lease', async () => {
    const coordinator = await startStandIn();
    const { workDir, folder } = foreignWorkDir();
    const agent = startAgent({ url: coordinator.url, workDir });
    await until(() => coordinator.heartbeats.length > 0);
    expect(agent.output()).toContain('shows no sign of life');
    expect(existsSync(folder)).toBe(false);
  });

  test('is taken over at once when its owner releases it', async () => {
    const coordinator = await startStandIn();
    const { workDir, lock } = foreignWorkDir();
    const agent = startAgent({ url: coordinator.url, workDir, more: ['--lease-sec', '12'] });
    await until(() => agent.output().includes('waiting to see whether the owner'));
    rmSync(lock);
    await until(() => coordinator.heartbeats.length > 0);
    expect(agent.output()).not.toContain('shows no sign of life');
  });

  test('is taken over after the length of the lease if it is damaged', async () => {
    const coordinator = await startStandIn();
    const { workDir, lock } = foreignWorkDir();
    writeFileSync(lock, '{"pid": 1}');
    const agent = startAgent({ url: coordinator.url, workDir });
    await until(() => coordinator.heartbeats.length > 0);
    expect(agent.output()).toContain('an unknown agent (the lock file is damaged)');
    expect(readdirSync(workDir).filter((name) => name.startsWith('agent.lock'))).toEqual(['agent.lock']);
  });

  test('of an agent without signs of life is not touched without `--take-over`', async () => {
    const coordinator = await startStandIn();
    const { workDir, folder } = foreignWorkDir({ beat_at: undefined });
    const agent = startAgent({ url: coordinator.url, workDir });
    expect(await agent.exited).toBe(1);
    expect(agent.output()).toContain('--take-over');
    expect(existsSync(folder)).toBe(true);
    startAgent({ url: coordinator.url, workDir, more: ['--take-over', '--lease-sec', '3600'] });
    await until(() => coordinator.heartbeats.length > 0);
  });
});

describe('an agent', () => {
  test('shows signs of life in its lock, and exits when another agent has taken the lock', async () => {
    const workDir = temporaryDirectory();
    const { begun, engine } = signalFiles();
    const task = taskFixture();
    const coordinator = await startStandIn(task);
    const agent = startAgentProcess({ url: coordinator.url, workDir, engine });
    await until(() => pidsIn(begun).length === 1);
    const lock = join(workDir, 'agent.lock');
    const before = readFileSync(lock, 'utf8');
    await until(() => readFileSync(lock, 'utf8') !== before);
    // The agent restores a lock that was removed by mistake.
    rmSync(lock);
    await until(() => existsSync(lock));

    const other = before.replace(/"pid":\d+/, '"pid":7');
    writeFileSync(lock, other);
    expect(await agent.exited).toBe(1);
    expect(agent.output()).toContain('has taken over this work dir');
    await until(() => !pidsIn(begun).some(isRunning));
    expect(readFileSync(lock, 'utf8')).toBe(other);
    expect(existsSync(join(workDir, 'tasks', task.task_id, 'task.json'))).toBe(true);
    expect(coordinator.reports).toEqual([]);
  });

  test('with the id of another node changes nothing in the work dir', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    const folder = join(workDir, 'tasks', randomUUID());
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(workDir, 'credentials.json'), '{"node_id": "another"}');
    const agent = startAgent({ url: coordinator.url, workDir });
    expect(await agent.exited).toBe(1);
    expect(agent.output()).toContain('belongs to node another');
    expect(existsSync(folder)).toBe(true);
  });
});

describe('leftovers that an engine made read-only', () => {
  /** An account that permissions apply to, unlike root. */
  const UNPRIVILEGED = 65_534;

  test('do not keep the agent from starting, and are removed or moved aside', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    const folder = join(workDir, 'tasks', randomUUID());
    const deep = join(folder, 'out', 'deep');
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'file'), 'x');
    const isRoot = process.getuid?.() === 0;
    for (const path of [workDir, join(workDir, 'tasks'), folder, join(folder, 'out'), deep]) {
      if (isRoot) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
      if (path.startsWith(folder)) chmodSync(path, 0o555);
    }
    // The agent can move another account's folder, but cannot remove it.
    const foreign = join(workDir, 'tasks', randomUUID());
    if (isRoot) {
      mkdirSync(join(foreign, 'out'), { recursive: true });
      writeFileSync(join(foreign, 'out', 'file'), 'x');
      chownSync(foreign, UNPRIVILEGED, UNPRIVILEGED);
    }
    const agent = startAgentProcess({ url: coordinator.url, workDir, ...(isRoot ? { uid: UNPRIVILEGED } : {}) });
    await until(() => coordinator.heartbeats.length > 0 || agent.process.exitCode !== null);
    expect(agent.output()).not.toContain('EACCES');
    expect(agent.process.exitCode).toBeNull();
    expect(readdirSync(join(workDir, 'tasks'))).toEqual([]);
    if (!isRoot) return;
    const [moved, ...others] = readdirSync(join(workDir, 'aside'));
    expect(others).toEqual([]);
    expect(agent.output()).toContain(`Moved it to ${join(workDir, 'aside', moved ?? '')}`);
    expect(moved).toContain(basename(foreign));
  });
});

describe('a report larger than the coordinator accepts', () => {
  test('is shortened, and its record says so', async () => {
    const coordinator = await startStandIn(taskFixture());
    const long = (bytes: number) => `$(head -c ${bytes} /dev/zero | tr '\\0' x)`;
    const engine = `cat > result.new <<END
{"converged": true, "atmosphere_has_nan": false, "max_relc": 1e999, "error_message": "${long(1_400_000)}",
 "summary": {"seed": "cold", "log": "${long(1_500_000)}"}}
END
echo model > out.7; mv result.new result.json`;
    startAgent({ url: coordinator.url, engine });
    await until(() => coordinator.reports.length === 1);
    const [{ report, seed } = { report: undefined, seed: undefined }] = coordinator.reports;
    expect(JSON.stringify(report).length).toBeLessThan(1_000_000);
    expect(report).toMatchObject({ status: 'completed', converged: true, max_relc: null });
    expect(report?.error_message).toContain('shortened from 1400000 characters');
    expect(JSON.parse(report?.summary_json ?? '')).toMatchObject({
      seed: 'cold',
      converged: true,
      shortened: ['log had 1500002 bytes'],
    });
    expect(seed?.toString()).toBe('model\n');
  });

  test('that cannot be shortened is kept for people, and its task is returned with the reason', async () => {
    const coordinator = await startStandIn();
    coordinator.answers.set('/api/task/report', () => ({
      status: 413,
      json: { status: 'error', message: 'too large' },
    }));
    const task = taskFixture();
    coordinator.queue.push(task);
    const workDir = temporaryDirectory();
    startAgent({ url: coordinator.url, workDir, engine: writeResult() });
    await until(() => coordinator.returned.length === 1);
    expect(coordinator.returned).toEqual([
      { task_id: task.task_id, reason: 'the coordinator rejected the report: 413 too large' },
    ]);
    expect(readdirSync(join(workDir, 'refused'))).toEqual([task.task_id]);
    // The artifacts may exceed the limit. Each attempt declares them again.
    expect(coordinator.countOf('/api/task/report')).toBe(3);
  });
});
