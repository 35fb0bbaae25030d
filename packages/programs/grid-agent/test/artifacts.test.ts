import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TaskArtifact } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { startStandIn, type StandIn } from './stand-in.ts';
import { startAgent, startAgentProcess, taskFixture, temporaryDirectory, writeResult } from './world.ts';

const DECLARE = '/api/task/artifacts';
const REPORT = '/api/task/report';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function reported(coordinator: StandIn): Promise<readonly TaskArtifact[]> {
  await until(() => coordinator.reports.length === 1);
  return coordinator.reports[0]?.report.artifacts ?? [];
}

/** Returns the warnings about files in the first report. */
function warningsIn({ reports }: StandIn): string[] {
  const { summary_json: text } = reports[0]!.report;
  return (JSON.parse(text ?? '{}') as { artifact_warnings?: string[] }).artifact_warnings ?? [];
}

const pathsOf = (artifacts: readonly TaskArtifact[]): string[] => artifacts.map(({ path }) => path);

describe('files that an engine leaves in out', () => {
  test("are uploaded before the report, with the engine's output and descriptions", async () => {
    const coordinator = await startStandIn(taskFixture());
    const artifacts = [{ path: 'b.dat', kind: 'flux', product: 'uv' }, { path: 'gone.dat' }];
    const engine = `echo said; echo complained >&2; mkdir -p out/spectrum; printf red > out/spectrum/red.txt; printf b > out/b.dat; : > out/empty; ${writeResult({ artifacts })}`;
    startAgent({ url: coordinator.url, engine });
    const found = await reported(coordinator);
    expect(found.map(({ path, kind, product, size_bytes }) => [path, kind, product, size_bytes])).toEqual([
      ['log/stdout.log', 'log', null, 5],
      ['log/stderr.log', 'log', null, 11],
      ['b.dat', 'flux', 'uv', 1],
      ['empty', 'empty', null, 0],
      ['spectrum/red.txt', 'spectrum', 'red', 3],
    ]);
    for (const text of ['said\n', 'complained\n', 'b', '', 'red'])
      expect(coordinator.contents.get(sha256(text))?.toString()).toBe(text);
    expect(coordinator.declarations[0]).toMatchObject({ status: 'completed', converged: true });
    expect(warningsIn(coordinator)).toEqual(['result.json names out/gone.dat, which does not exist']);
  });

  test.each([
    ['is a file', 'echo 1 > out', 0, /^out\/ is not a folder$|^"out\/" is not a folder$/],
    [
      'has too many files',
      'mkdir out; (cd out; seq -f f%04g 1 999 | xargs touch)',
      998,
      /999 files. Only the first 998/,
    ],
  ])('do not block the report if out %s', async (_how, script, count, warning) => {
    const coordinator = await startStandIn(taskFixture());
    startAgent({ url: coordinator.url, engine: `${script}; ${writeResult()}` });
    expect(await reported(coordinator)).toHaveLength(count);
    expect(warningsIn(coordinator)).toEqual([expect.stringMatching(warning)]);
  });

  test('do not include links, sockets, hidden files or files with invalid names', async () => {
    const coordinator = await startStandIn(taskFixture());
    const odd = `ln -s /etc/passwd out/link; ln -s / out/root; mkfifo out/pipe; echo h > out/.hidden; echo n > "out/$(printf 'a\\nb')"; echo r > "out/$(printf 'a\\342\\200\\256b')"; mkdir -p out/log; echo mine > out/log/stdout.log`;
    const engine = `echo said; mkdir out; echo good > out/good.txt; ${odd}; ${writeResult()}`;
    startAgent({ url: coordinator.url, engine });
    expect(pathsOf(await reported(coordinator))).toEqual(['log/stdout.log', 'good.txt']);
    expect(coordinator.contents.get(sha256('said\n'))).toBeDefined();
    for (const name of ['link', 'root', 'pipe', '.hidden', 'a\\\\nb', 'a<U\\+202E>b', 'log/stdout.log'])
      expect(warningsIn(coordinator).join('\n')).toMatch(new RegExp(`out/${name}`));
  });

  test('are left out of the report if the coordinator rejects them or keeps no artifacts', async () => {
    const coordinator = await startStandIn();
    coordinator.unwanted.add('plot');
    coordinator.queue.push(taskFixture());
    const engine = `mkdir out; echo p > out/plot.png; echo s > out/spectrum.txt; ${writeResult()}`;
    const workDir = temporaryDirectory();
    const agent = startAgent({ url: coordinator.url, workDir, engine });
    expect(pathsOf(await reported(coordinator))).toEqual(['spectrum.txt']);
    expect(coordinator.contents.has(sha256('p\n'))).toBe(false);
    coordinator.answers.set(DECLARE, () => ({ status: 404, json: { status: 'error', message: 'no operation' } }));
    coordinator.queue.push(taskFixture());
    await until(() => coordinator.reports.length === 2);
    expect(coordinator.reports[1]?.report.artifacts).toBeUndefined();
    expect(agent.output()).toContain('coordinator rejected the artifacts of a task');
    await until(() => readdirSync(join(workDir, 'spool')).length === 0);
  });
});

test('include the last lines of a long output, even if the engine failed', async () => {
  const coordinator = await startStandIn(taskFixture());
  startAgent({ url: coordinator.url, engine: 'seq 1 300000; exit 1' });
  const [log] = await reported(coordinator);
  expect(coordinator.declarations[0]).toMatchObject({ status: 'failed', converged: false });
  const lines = coordinator.contents.get(log!.sha256)!.toString().split('\n');
  expect(lines.at(-2)).toBe('300000');
  expect(Number(lines[0])).toBe(300_001 - (lines.length - 1));
  expect(log!.size_bytes).toBeGreaterThan(2 ** 20 - 10);
  expect(log!.size_bytes).toBeLessThanOrEqual(2 ** 20);
});

describe('an upload', () => {
  const engine = `mkdir out; printf 0123456789 > out/a.txt; ${writeResult()}`;
  const content = sha256('0123456789');

  test('continues where it stopped, also after the agent was killed', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    coordinator.answers.set(REPORT, () => ({ status: 503, json: { status: 'error', message: 'not now' } }));
    const path = `/api/task/artifacts/${content}`;
    const task = taskFixture();
    coordinator.queue.push(task);
    coordinator.contents.set(content, Buffer.from('0123'));
    const first = startAgentProcess({ url: coordinator.url, workDir, engine });
    await until(() => coordinator.countOf(REPORT) >= 1);
    first.kill('SIGKILL');
    await first.exited;
    expect(coordinator.seen.filter((one) => one.startsWith(path))).toEqual([
      `${path}?task_id=${task.task_id}&offset=4`,
    ]);
    coordinator.answers.clear();
    startAgent({ url: coordinator.url, workDir, engine: 'exit 1' });
    expect(pathsOf(await reported(coordinator))).toEqual(['a.txt']);
    expect(coordinator.contents.get(content)?.toString()).toBe('0123456789');
    expect(coordinator.seen.filter((one) => one.startsWith(path))).toHaveLength(1);
  });

  test('is repeated when the coordinator reports a missing file', async () => {
    const coordinator = await startStandIn();
    coordinator.answers.set(REPORT, () => {
      coordinator.answers.clear();
      coordinator.contents.clear();
      return { status: 412, json: { status: 'error', message: 'was not uploaded' } };
    });
    coordinator.queue.push(taskFixture());
    startAgent({ url: coordinator.url, engine });
    expect(pathsOf(await reported(coordinator))).toEqual(['a.txt']);
    expect(coordinator.declarations).toHaveLength(2);
  });

  test('continues from the last byte that arrived, and is declared again if no byte arrived', async () => {
    const coordinator = await startStandIn();
    const task = taskFixture();
    const path = `/api/task/artifacts/${content}?task_id=${task.task_id}`;
    let received = 0;
    coordinator.answers.set(`${path}&offset=0`, () => {
      coordinator.contents.set(content, Buffer.from('0123456789').subarray(0, received));
      received += 4;
      return { json: { status: 'ok', received: received - 4, stored: false } };
    });
    coordinator.queue.push(task);
    startAgent({ url: coordinator.url, engine });
    expect(pathsOf(await reported(coordinator))).toEqual(['a.txt']);
    expect(coordinator.contents.get(content)?.toString()).toBe('0123456789');
    const order = coordinator.seen.filter((one) => one === DECLARE || one.startsWith(path));
    expect(order).toEqual([DECLARE, `${path}&offset=0`, DECLARE, `${path}&offset=0`, `${path}&offset=4`]);
  });

  test('stops at a failure that may pass, and sends equal files once', async () => {
    const coordinator = await startStandIn();
    const task = taskFixture();
    const uploadOf = (text: string) => `/api/task/artifacts/${sha256(text)}?task_id=${task.task_id}&offset=0`;
    coordinator.answers.set(uploadOf('1'), () => {
      coordinator.answers.clear();
      return { status: 503 };
    });
    coordinator.queue.push(task);
    const files = 'mkdir out; printf 1 > out/a; printf 2 > out/b; printf 1 > out/c';
    startAgent({ url: coordinator.url, engine: `${files}; ${writeResult()}` });
    expect(pathsOf(await reported(coordinator))).toEqual(['a', 'b', 'c']);
    const order = coordinator.seen.filter((one) => one.startsWith(DECLARE));
    expect(order).toEqual([DECLARE, uploadOf('1'), DECLARE, uploadOf('1'), uploadOf('2')]);
  });

  test('does not block the result when the coordinator keeps rejecting a file', async () => {
    const coordinator = await startStandIn();
    const task = taskFixture();
    coordinator.answers.set(`/api/task/artifacts/${content}?task_id=${task.task_id}&offset=0`, () => {
      return { status: 400, json: { status: 'error', message: 'another hash' } };
    });
    coordinator.queue.push(task);
    const agent = startAgent({ url: coordinator.url, engine });
    expect(await reported(coordinator)).toEqual([]);
    expect(coordinator.declarations).toHaveLength(3);
    expect(agent.output()).toContain('another hash');
  });
});

describe('an unreadable artifact', () => {
  const engine = `mkdir out; echo a > out/a.txt; echo b > out/b.txt; ln -s x out/link; ${writeResult()}`;

  /** Returns the path of an artifact of the only task in the spool. */
  const spooled = (workDir: string, index: number): string => {
    const [task = ''] = readdirSync(join(workDir, 'spool'));
    return join(workDir, 'spool', task, 'files', String(index));
  };
  /**
   * Calls `spoil` while the agent waits for the answer to its first request, and refuses that request. The next attempt
   * then finds the damage.
   */
  const refuseOnce = (coordinator: StandIn, path: string, spoil: () => void): void => {
    coordinator.answers.set(path, () => {
      coordinator.answers.delete(path);
      spoil();
      return { status: 503, json: { status: 'error', message: 'not now' } };
    });
  };

  test.each([
    ['was removed', 'no such file', (file: string) => rmSync(file)],
    ['was truncated', 'it has 1 bytes instead of 2', (file: string) => truncateSync(file, 1)],
    ['became a folder', 'it is no longer a file', (file: string) => (rmSync(file), mkdirSync(file))],
  ])('that %s is left out of the report, with a warning', async (_how, reason, spoil) => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    refuseOnce(coordinator, DECLARE, () => spoil(spooled(workDir, 0)));
    coordinator.queue.push(taskFixture());
    const agent = startAgent({ url: coordinator.url, workDir, engine });
    expect(pathsOf(await reported(coordinator))).toEqual(['b.txt']);
    expect(warningsIn(coordinator)).toEqual([
      expect.stringMatching(new RegExp(`cannot read a\\.txt: .*${reason}`)),
      expect.stringContaining('out/link'),
    ]);
    await until(() => readdirSync(join(workDir, 'spool')).length === 0);
    expect(agent.output()).toContain('cannot read an artifact');
  });

  test.each([
    ['was truncated', /Unexpected end of JSON|Unterminated/, (file: string) => truncateSync(file, 20)],
    ['has other content', /it is not a list of artifacts/, (file: string) => writeFileSync(file, '{"path": "a.txt"}')],
    ['became a folder', /illegal operation|EISDIR/, (file: string) => (rmSync(file), mkdirSync(file))],
  ])('does not block its report if the list of artifacts %s', async (_how, reason, spoil) => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    refuseOnce(coordinator, DECLARE, () => spoil(join(dirname(dirname(spooled(workDir, 0))), 'artifacts.json')));
    coordinator.queue.push(taskFixture());
    startAgent({ url: coordinator.url, workDir, engine });
    expect(pathsOf(await reported(coordinator))).toEqual([]);
    expect(warningsIn(coordinator)[0]).toMatch(/^cannot read the list of artifacts/);
    expect(warningsIn(coordinator)[0]).toMatch(reason);
    await until(() => readdirSync(join(workDir, 'spool')).length === 0);
  });

  test.each([
    ['was removed', 'no such file', (file: string) => rmSync(file)],
    ['has changed', 'its content has changed', (file: string) => writeFileSync(file, 'x\n')],
  ])('that %s after its declaration is not declared again', async (_how, reason, spoil) => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    const task = taskFixture();
    const path = `/api/task/artifacts/${sha256('a\n')}?task_id=${task.task_id}&offset=0`;
    refuseOnce(coordinator, path, () => spoil(spooled(workDir, 0)));
    coordinator.queue.push(task);
    startAgent({ url: coordinator.url, workDir, engine });
    expect(pathsOf(await reported(coordinator))).toEqual(['b.txt']);
    expect(coordinator.declarations.map(({ artifacts }) => pathsOf(artifacts))).toEqual([
      ['a.txt', 'b.txt'],
      ['b.txt'],
    ]);
    expect(warningsIn(coordinator)[0]).toMatch(reason);
  });
});

test('a result left by a killed agent is reported with its artifacts', async () => {
  const coordinator = await startStandIn(taskFixture());
  const workDir = temporaryDirectory();
  const computed = join(temporaryDirectory(), 'computed');
  const engine = `echo said; mkdir out; echo s > out/spectrum.txt; ${writeResult()}; : > '${computed}'; sleep 600`;
  const first = startAgentProcess({ url: coordinator.url, workDir, engine });
  await until(() => readdirSync(join(computed, '..')).length > 0);
  first.kill('SIGKILL');
  await first.exited;
  startAgent({ url: coordinator.url, workDir, engine: 'exit 1' });
  expect(pathsOf(await reported(coordinator))).toEqual(['log/stdout.log', 'spectrum.txt']);
});

test('a model that is not a file does not block its report', async () => {
  const coordinator = await startStandIn(taskFixture());
  startAgent({ url: coordinator.url, engine: `mkfifo out.7; ${writeResult()}` });
  await until(() => coordinator.reports.length === 1);
  expect(coordinator.reports[0]).toMatchObject({ report: { converged: true }, seed: undefined });
});
