import { afterEach, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dieWithParent } from '@almagest/embedded-postgres';
import { API_VERSION } from '@almagest/contracts';
import { until } from '@almagest/test-kit/until';

const PROGRAM = new URL('process-program.ts', import.meta.url).pathname;
const NODE_OPTIONS = ['--conditions=@almagest/source', '--disable-warning=ExperimentalWarning'];

let children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
});

/** Starts a process with this behaviour. Returns its output and exit code. */
function run(behaviour: string) {
  const [command = '', ...args] = dieWithParent([process.execPath, ...NODE_OPTIONS, PROGRAM, behaviour], 'TERM');
  const child = spawn(command, args, { env: { ...process.env, ALMAGEST_COMMIT: '0123456789ab' } });
  children.push(child);
  const seen = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (seen.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (seen.err += text));
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as string | number);
  return { child, seen, ended };
}

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly signal?: string;
  readonly err?: { readonly message: string };
}

/** Returns the log lines in a process's output after the first, which says that it has started. */
function logged(text: string): Line[] {
  const [first, ...lines] = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  expect(first).toMatchObject({ msg: 'started', version: API_VERSION, commit: '0123456789ab' });
  return lines;
}

describe('a process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('finishes its stop after %s and exits 0', async (signal) => {
    const { child, seen, ended } = run('serve');
    await until(() => seen.out.includes('ready'));
    child.kill(signal);
    await until(() => seen.out.includes('stop begins'));
    expect(child.exitCode).toBeNull();
    child.stdin.write('go on\n');
    expect(await ended).toBe(0);
    expect(seen.out).toContain('stop ends');
    // A busy pipe may deliver a line before an earlier line that the pipe had refused.
    const lines = logged(seen.out).map(({ msg, signal: by }) => ({ msg, by }));
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual({ msg: 'stopping', by: signal });
    expect(lines).toContainEqual({ msg: 'stopped', by: undefined });
  });

  test('ignores a second signal, because a signal to the whole group arrives twice', async () => {
    const { child, seen, ended } = run('serve');
    await until(() => seen.out.includes('ready'));
    child.kill('SIGTERM');
    await until(() => seen.out.includes('stop begins'));
    child.kill('SIGTERM');
    child.kill('SIGINT');
    child.stdin.write('go on\n');
    expect(await ended).toBe(0);
    expect(seen.out.match(/stop begins/g)).toHaveLength(1);
    expect(seen.out).toContain('stop ends');
  });

  test('switches its log to debug and back at SIGUSR2', async () => {
    const { child, seen } = run('serve');
    await until(() => seen.out.includes('ready'));
    for (const level of ['debug', 'info']) {
      child.kill('SIGUSR2');
      await until(() => seen.out.includes(`"log_level":"${level}","msg":"changed the log level"`));
    }
  });

  test('prints its version and commit', async () => {
    const { seen, ended } = run('--version');
    expect(await ended).toBe(0);
    expect(seen.out).toBe(`${API_VERSION} (0123456789ab)\n`);
  });

  test('that cannot be closed logs why and still exits', async () => {
    const { child, seen, ended } = run('broken-stop');
    await until(() => seen.out.includes('ready'));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(logged(seen.out)).toContainEqual(
      expect.objectContaining({
        msg: 'failed to stop cleanly',
        err: expect.objectContaining({ message: 'cannot close' }),
      }),
    );
  });

  test.each(['throw', 'reject'])('logs an uncaught error (%s) in one line and exits 1', async (how) => {
    const { seen, ended } = run(how);
    expect(await ended).toBe(1);
    expect(logged(seen.out)).toEqual([
      expect.objectContaining({ level: 60, err: expect.objectContaining({ message: 'nobody caught me' }) }),
    ]);
    expect(seen.err).toBe('');
  });

  test('with a blocked event loop says so and exits', async () => {
    const { seen, ended } = run('block');
    expect(await ended).toBe('SIGABRT');
    // On a busy machine, the process may also report that it was stopped.
    expect(logged(seen.out)).toContainEqual(
      expect.objectContaining({ level: 60, msg: expect.stringMatching(/^the event loop was blocked for \d+ s$/) }),
    );
  });

  test('that was stopped for a long time exits when it continues, because others have taken over its work', async () => {
    const { child, seen, ended } = run('serve');
    await until(() => seen.out.includes('ready'));
    child.kill('SIGSTOP');
    const began = performance.now();
    await until(() => performance.now() - began > 3_000);
    child.kill('SIGCONT');
    expect(await ended).toBe('SIGABRT');
    // Either the event loop or its watchdog thread reports this first, and sometimes both do.
    const lines = logged(seen.out);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatchObject({ level: 60, msg: expect.stringMatching(/stopped|blocked/) });
  });

  test('with an invalid configuration prints one line per fault, and its exit code says not to restart it', async () => {
    const { seen, ended } = run('malformed');
    expect([await ended, seen]).toEqual([78, { out: '', err: 'PORT is not set\nHOST is not set\n' }]);
  });

  test('that cannot start says why and exits 1', async () => {
    const { seen, ended } = run('cannot-start');
    expect(await ended).toBe(1);
    expect(seen.err).toMatch(/^cannot start: Error: the port is taken\n/);
  });

  test('on an old Node ends with one clear line before anything else', () => {
    // Makes the program see an older version of Node.
    const older = `Object.defineProperty(process, 'version', { value: 'v20.11.1' });
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.1' } });`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(older)}`;
    const args = [...NODE_OPTIONS, preload, PROGRAM, 'malformed'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Almagest needs Node 24 or later, but this is v20.11.1. `npm start` installs it\n',
    });
  });
});
