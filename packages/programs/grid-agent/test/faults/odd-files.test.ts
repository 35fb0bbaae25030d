import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { startStandIn } from '../stand-in.ts';
import {
  signalFiles,
  startAgent,
  startAgentProcess,
  taskFixture,
  temporaryDirectory,
  waitFor,
  writeResult,
} from '../world.ts';

/** An account that permissions apply to, unlike root. */
const UNPRIVILEGED = 65_534;
const isRoot = process.getuid?.() === 0;
const asUser = isRoot ? { uid: UNPRIVILEGED } : {};

/** Returns a work dir of the account that runs the agent. */
function ownWorkDir(): string {
  const workDir = temporaryDirectory();
  if (isRoot) chownSync(workDir, UNPRIVILEGED, UNPRIVILEGED);
  return workDir;
}

describe('a lock that is not a file', () => {
  test.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a dangling link', (path: string) => symlinkSync('nowhere', path)],
    ['a FIFO', (path: string) => execFileSync('mkfifo', [path])],
    [
      'unreadable',
      (path: string) => {
        writeFileSync(path, '{}');
        chmodSync(path, 0);
      },
    ],
  ])('because it is %s is named, and the agent ends', async (_what, place) => {
    const coordinator = await startStandIn();
    const workDir = ownWorkDir();
    place(join(workDir, 'agent.lock'));
    const agent = startAgentProcess({ url: coordinator.url, workDir, ...asUser });
    expect(await agent.exited).toBe(1);
    expect(agent.output()).toContain(join(workDir, 'agent.lock'));
    expect(agent.output()).not.toContain('    at ');
  });

  test('because it is empty or cut is taken over after the lease', async () => {
    const coordinator = await startStandIn();
    for (const text of ['', '{"pid": 1, "start_ti', '\0\0\0\0']) {
      const workDir = temporaryDirectory();
      writeFileSync(join(workDir, 'agent.lock'), text);
      const agent = startAgent({ url: coordinator.url, workDir });
      const before = coordinator.heartbeats.length;
      await until(() => coordinator.heartbeats.length > before);
      agent.stop();
      await agent.exited;
    }
  });
});

test.each(['/api/node/register', '/api/node/check_status'])(
  'the secret that %s returns only once is kept until the disk accepts it',
  async (path) => {
    const coordinator = await startStandIn();
    const workDir = ownWorkDir();
    coordinator.answers.set(path, () => {
      chmodSync(workDir, 0o555);
      coordinator.answers.delete(path);
      return undefined;
    });
    const agent = startAgentProcess({ url: coordinator.url, workDir, ...asUser });
    await until(() => /cannot store|exited|Error/.test(agent.output()) || agent.process.exitCode !== null);
    chmodSync(workDir, 0o755);
    await until(() => coordinator.heartbeats.length > 0 || agent.process.exitCode !== null);
    expect(agent.process.exitCode).toBeNull();
    expect(readFileSync(join(workDir, 'credentials.json'), 'utf8')).toContain('gn_the-token');
    expect(coordinator.seen.filter((seen) => seen === '/api/node/register')).toHaveLength(1);
  },
);

describe('a file of an engine', () => {
  const model = 'echo model > out.7';

  test('that cannot be read is made readable', async () => {
    const coordinator = await startStandIn(taskFixture());
    const engine = `${model}; seq 1 400000; mkdir out; echo x > out/spectrum.txt; ${writeResult()}
chmod 0 out.7 out/spectrum.txt; chmod -R a-w .`;
    startAgentProcess({ url: coordinator.url, workDir: ownWorkDir(), engine, ...asUser });
    await until(() => coordinator.reports.length === 1);
    const [received] = coordinator.reports;
    expect(received?.seed?.toString()).toBe('model\n');
    expect(received?.report.artifacts?.map(({ path }) => path)).toEqual(['log/stdout.log', 'spectrum.txt']);
  });

  test.each(['result.json', 'stderr.log', 'stdout.log'])(
    'that is a FIFO instead of %s blocks nothing',
    async (name) => {
      const coordinator = await startStandIn(taskFixture(), taskFixture());
      const engine = `rm -f ${name}; mkfifo ${name}; ${name === 'result.json' ? 'true' : 'exit 1'}`;
      startAgent({ url: coordinator.url, engine, slots: 1 });
      await until(() => coordinator.reports.length === 2);
      expect(coordinator.reports[0]?.report).toMatchObject({ status: 'failed' });
    },
  );

  test.each(['result.json', 'task.json', 'engine.json'])(
    'that is a FIFO instead of %s does not keep the next agent from starting',
    async (name) => {
      const coordinator = await startStandIn();
      const workDir = temporaryDirectory();
      const folder = join(workDir, 'tasks', randomUUID());
      mkdirSync(folder, { recursive: true });
      for (const file of ['result.json', 'task.json', 'engine.json']) writeFileSync(join(folder, file), '{}');
      rmSync(join(folder, name));
      execFileSync('mkfifo', [join(folder, name)]);
      startAgent({ url: coordinator.url, workDir });
      await until(() => coordinator.heartbeats.length > 0);
      expect(readdirSync(join(workDir, 'tasks'))).toEqual([]);
    },
  );

  test('is used as a result if only informative fields are wrong', async () => {
    const coordinator = await startStandIn(taskFixture());
    const wrong = {
      engine: { name: 'tlusty', version: 208 },
      iterations: 'many',
      summary: ['text'],
      error_message: 5,
      artifacts: [{ path: '../secret' }, { path: 'a.txt', kind: 'table' }],
    };
    const engine = `${model}; mkdir out; echo x > out/a.txt; ${writeResult(wrong)}`;
    const agent = startAgent({ url: coordinator.url, engine });
    await until(() => coordinator.reports.length === 1);
    const [received] = coordinator.reports;
    expect(received?.report).toMatchObject({
      status: 'completed',
      converged: true,
      max_relc: 0.0002,
      iterations: null,
    });
    expect(received?.report.artifacts).toMatchObject([{ path: 'a.txt', kind: 'table' }]);
    expect(received?.seed?.toString()).toBe('model\n');
    for (const field of Object.keys(wrong)) expect(agent.output()).toContain(`"field":"${field}"`);
  });

  test('is used as a result if its record is nested too deeply', async () => {
    const coordinator = await startStandIn(taskFixture());
    const many = (what: string) => `$(head -c 100000 /dev/zero | tr '\\0' '${what}')`;
    const engine = `${model}; cat > result.json <<END
{"converged": true, "atmosphere_has_nan": false, "summary": {"seed": "cold", "deep": ${many('[')}${many(']')}}}
END`;
    startAgent({ url: coordinator.url, engine });
    await until(() => coordinator.reports.length + coordinator.returned.length > 0);
    const [received] = coordinator.reports;
    expect(received?.seed?.toString()).toBe('model\n');
    expect(JSON.parse(received?.report.summary_json ?? '')).toMatchObject({
      seed: 'cold',
      shortened: ['deep was nested deeper than 100 levels'],
    });
  });
});

test('a damaged report is set aside, and its task is returned', async () => {
  const coordinator = await startStandIn();
  const workDir = temporaryDirectory();
  const damaged = ['', '\0\0\0', 'null', '{"task_id": "another"}'].map((text) => {
    const id = randomUUID();
    mkdirSync(join(workDir, 'spool', id), { recursive: true });
    writeFileSync(join(workDir, 'spool', id, 'report.json'), text);
    return id;
  });
  startAgent({ url: coordinator.url, workDir });
  await until(() => coordinator.returned.length === damaged.length);
  expect(coordinator.returned.map(({ task_id }) => task_id).toSorted()).toEqual(damaged.toSorted());
  expect(coordinator.returned[0]?.reason).toContain('damaged');
  expect(readdirSync(join(workDir, 'refused')).toSorted()).toEqual(damaged.toSorted());
});

test('folders that a cleaner has removed are created again', async () => {
  const coordinator = await startStandIn();
  const workDir = temporaryDirectory();
  const { begun, goOn, release } = signalFiles();
  coordinator.files.set('/api/data/file/a.dat', Buffer.from('lines'));
  coordinator.queue.push(taskFixture());
  const engine = `touch '${begun}'; ${waitFor(goOn)}; ${writeResult()}`;
  startAgent({ url: coordinator.url, workDir, engine, slots: 1 });
  await until(() => coordinator.countOf('/api/task/claim') > 0 && readdirSync(join(workDir, 'tasks')).length > 0);
  for (const name of ['spool', 'refused', 'assets']) rmSync(join(workDir, name), { recursive: true });
  coordinator.answers.set('/api/task/report', () => {
    coordinator.answers.delete('/api/task/report');
    return { status: 400, json: { status: 'error', message: 'no' } };
  });
  coordinator.queue.push(taskFixture({ assets: ['a.dat'] }));
  release();
  await until(() => coordinator.reports.length === 1);
  expect(readdirSync(join(workDir, 'refused'))).toHaveLength(1);
});
