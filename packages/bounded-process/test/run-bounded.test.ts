import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findProgram, isIsolated, ResourceLimitError, runBounded } from '@almagest/bounded-process';
import { openLocalServer } from '@almagest/test-kit/local-server';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';

const MIB = 1024 ** 2;
const limits = { timeoutMs: 60_000, maxMemoryBytes: 512 * MIB };
const run = (script: string, options: Partial<Parameters<typeof runBounded>[2]> = {}) =>
  runBounded(process.execPath, ['-e', script], { limits, maxOutputBytes: MIB, ...options });
const FOREVER = 'setInterval(() => undefined, 1000);';

test('passes input to a program, but no environment, and returns its output', async () => {
  const script = 'process.stdin.on("data", (d) => process.stdout.write(d + Object.keys(process.env).join()));';
  expect(await run(script, { input: Buffer.from('words '), env: { ONLY: '1' } })).toBe('words ONLY');
  // A program may leave its input unread.
  const environment = 'process.stdout.write(Object.keys(process.env).join())';
  expect(await run(environment, { input: Buffer.alloc(4 * MIB) })).toBe('');
});

test('reports how a program failed', async () => {
  await expect(run('console.error("no such language"); process.exit(3)')).rejects.toMatchObject({
    name: 'ProcessEndedError',
    cause: '3: no such language',
  });
  await expect(runBounded('/no/such/program', [], { limits, maxOutputBytes: MIB })).rejects.toThrow(/failed|ENOENT/);
});

test('kills a program that exceeds its time, memory or output limit', async () => {
  const ofTime = run(FOREVER, { limits: { ...limits, timeoutMs: 200 } });
  await expect(ofTime).rejects.toBeInstanceOf(ResourceLimitError);
  await expect(ofTime).rejects.toMatchObject({ limit: 'time' });
  const ofMemory = run(`const held = Buffer.alloc(${300 * MIB}, 1); ${FOREVER}`, {
    limits: { ...limits, maxMemoryBytes: 128 * MIB },
  });
  await expect(ofMemory).rejects.toMatchObject({ limit: 'memory' });
  const flood = 'const more = () => process.stdout.write("x".repeat(1 << 16), more); more();';
  await expect(run(flood)).rejects.toMatchObject({ limit: 'memory', progress: `${MIB} bytes of output` });
});

test('kills a program when its signal aborts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-bounded-'));
  const path = join(folder, 'pid');
  const stop = new AbortController();
  const script = `require('node:fs').writeFileSync(process.env.FILE, String(process.pid)); ${FOREVER}`;
  const running = run(script, { signal: stop.signal, env: { FILE: path } });
  running.catch(() => undefined);
  const pid = await until(() => existsSync(path) && readFileSync(path, 'utf8'));
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  stop.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  expect(existsSync(`/proc/${pid}`)).toBe(false);
  await expect(run('', { signal: AbortSignal.abort(new Error('not needed')) })).rejects.toThrow('not needed');
  rmSync(folder, { recursive: true });
});

test('where the kernel allows it, a program has no network and sees no environment of other processes', async () => {
  const server = await openLocalServer((_, response) => void response.end('hello'));
  const script = `
    const environment = () => require('node:fs').readFileSync('/proc/${process.pid}/environ').length;
    fetch('${server.origin}').then(environment).then(() => console.log('open'), () => {
      try { console.log('no network', environment()); } catch (error) { console.log('no network', error.code); }
    });`;
  try {
    expect((await run(script)).trim()).toBe(isIsolated() ? 'no network EACCES' : 'open');
    expect(server.received.length).toBe(isIsolated() ? 0 : 1);
  } finally {
    await server.close();
  }
});

test('a program ends when its caller is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-bounded-'));
  const path = join(folder, 'pid');
  const program = `require('node:fs').writeFileSync(${JSON.stringify(path)}, String(process.pid)); ${FOREVER}`;
  const options = { limits, maxOutputBytes: MIB };
  const calls = [
    `import { runBounded } from ${JSON.stringify(import.meta.resolve('@almagest/bounded-process'))};`,
    `await runBounded(process.execPath, ['-e', ${JSON.stringify(program)}], ${JSON.stringify(options)});`,
  ];
  const caller = spawn(process.execPath, [...process.execArgv, '--input-type=module', '-e', calls.join('\n')]);
  const pid = await until(() => existsSync(path) && readFileSync(path, 'utf8'), 'the program to run');
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  caller.kill('SIGKILL');
  await until(() => !existsSync(`/proc/${pid}`), 'the program to end');
  rmSync(folder, { recursive: true });
});

test('finds a program that can be executed, never in the current folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'run-bounded-'));
  const folders = ['text', 'folder', 'first', 'second'].map((name) => join(root, name));
  const [text = '', folder = '', first = '', second = ''] = folders;
  for (const path of folders) mkdirSync(path);
  mkdirSync(join(folder, 'engine'));
  writeFileSync(join(text, 'engine'), '', { mode: 0o644 });
  for (const path of [first, second]) writeFileSync(join(path, 'engine'), '', { mode: 0o755 });
  const [before, cwd] = [process.env['PATH'], process.cwd()];
  try {
    process.chdir(second);
    process.env['PATH'] = ['', text, folder].join(delimiter);
    expect(findProgram('engine')).toBeUndefined();
    process.env['PATH'] = ['', ...folders].join(delimiter);
    expect(findProgram('engine')).toBe(join(first, 'engine'));
  } finally {
    process.env['PATH'] = before;
    process.chdir(cwd);
    rmSync(root, { recursive: true });
  }
});
