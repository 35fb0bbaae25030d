import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { ProcessPool, ProcessEndedError, ResourceLimitError } from '@almagest/bounded-process';
import { openLocalServer } from '@almagest/test-kit/local-server';
import { until } from '@almagest/test-kit/until';
import { afterEach, expect, test } from '@jest/globals';
import type { Reply, Request } from './program.ts';

const MIB = 1024 ** 2;
const limits = { timeoutMs: 60_000, maxMemoryBytes: 512 * MIB };
const PROGRAM = new URL('./program.ts', import.meta.url);

const pools: ProcessPool<Request, Reply>[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function poolWith(options: Partial<ConstructorParameters<typeof ProcessPool<Request, Reply>>[1]> = {}) {
  const pool = new ProcessPool<Request, Reply>(PROGRAM, { processes: 1, limits, ...options });
  pools.push(pool);
  return pool;
}

const echo = { kind: 'echo', text: 'a' } as const;
const wait = { kind: 'wait', progress: 'paragraph 3' } as const;
const isGone = (pid: number) => !existsSync(`/proc/${pid}`);

test('keeps a process for the next request, unless it threw an error', async () => {
  const pool = poolWith();
  const { pid, text: answer } = await pool.ask(echo);
  expect(answer).toBe('a');
  expect((await pool.ask(echo)).pid).toBe(pid);
  await expect(pool.ask({ kind: 'fail', code: 'ENOENT' })).rejects.toMatchObject({
    message: 'it could not be done',
    code: 'ENOENT',
  });
  const next = await pool.ask(echo);
  expect(next.pid).not.toBe(pid);
  // The limit of the heap is set at the start.
  expect((await pool.ask(echo, { maxMemoryBytes: 256 * MIB })).pid).not.toBe(next.pid);
});

test('ends a process after its number of requests, or because of its answer or its memory', async () => {
  for (const options of [{ maxRequests: 1 }, { isReusable: () => false }, { maxIdleBytes: 1 }]) {
    const pool = poolWith(options);
    const { pid } = await pool.ask(echo);
    expect((await pool.ask(echo)).pid).not.toBe(pid);
    await until(() => isGone(pid));
  }
});

test('ends an idle process, but not one that has work again', async () => {
  const { pid } = await poolWith({ idleMs: 1 }).ask(echo);
  await until(() => isGone(pid));
  const pool = poolWith({ idleMs: 300 });
  const first = await pool.ask(echo);
  expect((await pool.ask({ kind: 'work', burnMs: 0, waitMs: 600 })).pid).toBe(first.pid);
});

test('answers as many requests at once as it has processes, and queues the others', async () => {
  const pool = poolWith({ processes: 2 });
  const stop = new AbortController();
  const both = [pool.ask(wait, { signal: stop.signal }), pool.ask(wait, { signal: stop.signal })];
  const third = pool.ask(echo);
  const fourth = pool.ask(echo, { signal: AbortSignal.abort(new Error('not needed')) });
  await expect(fourth).rejects.toThrow('not needed');
  expect(pool.load).toBe(3);
  stop.abort(new Error('enough'));
  const settled = await Promise.allSettled(both);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await third).text).toBe('a');
  expect(pool.load).toBe(0);
});

test.each([
  ['waits', { timeoutMs: 60_000, wallMs: 2_000 }, wait],
  ['computes', { timeoutMs: 500, wallMs: 600_000 }, { kind: 'spin', progress: 'paragraph 3' } as const],
])('stops work that %s too long, and reports how far it had come', async (_how, time, request) => {
  const refused = poolWith({ limits: { ...limits, ...time } }).ask(request);
  await expect(refused).rejects.toBeInstanceOf(ResourceLimitError);
  await expect(refused).rejects.toMatchObject({ limit: 'time', progress: 'paragraph 3', limits: time });
});

test('limits the processor time of each request separately, excluding its waiting time', async () => {
  const pool = poolWith({ limits: { timeoutMs: 1_000, wallMs: 600_000, maxMemoryBytes: 512 * MIB } });
  const pids = new Set<number>();
  for (const request of [{ burnMs: 600 }, { burnMs: 600 }, { waitMs: 1_200 }])
    pids.add((await pool.ask({ kind: 'work', burnMs: 0, waitMs: 0, ...request })).pid);
  expect(pids.size).toBe(1);
});

test.each([
  ['one large allocation in the heap, which would kill the whole process of a thread', { kind: 'split', parts: 3e7 }],
  ['buffers outside the heap', { kind: 'buffer', bytes: 300 * MIB }],
] as const)('stops at the memory limit: %s', async (_, request) => {
  const pool = poolWith({ limits: { timeoutMs: 60_000, maxMemoryBytes: 128 * MIB } });
  const [over, next] = await Promise.allSettled([pool.ask(request), pool.ask(echo)]);
  expect(over).toMatchObject({ reason: { name: 'ResourceLimitError', limit: 'memory' } });
  expect(next).toMatchObject({ value: { text: 'a' } });
});

test('reports that a process ended, and repeats a request if an earlier one may have been the cause', async () => {
  const pool = poolWith();
  await expect(pool.ask({ kind: 'exit' })).rejects.toBeInstanceOf(ProcessEndedError);
  const { pid } = await pool.ask(echo);
  const stop = new AbortController();
  const waiting = pool.ask(wait, { signal: stop.signal });
  process.kill(pid, 'SIGKILL');
  // The request continues in another process.
  await until(() => isGone(pid));
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  // An idle process that has ended is not used.
  const idle = await pool.ask(echo);
  process.kill(idle.pid, 'SIGKILL');
  await until(() => isGone(idle.pid));
  expect((await pool.ask(echo)).pid).not.toBe(idle.pid);
});

test('a program can neither write files nor see the environment of its caller', async () => {
  const pool = poolWith();
  const path = join(tmpdir(), `bounded-process-${process.pid}`);
  await expect(pool.ask({ kind: 'write', path })).rejects.toMatchObject({ code: 'ERR_ACCESS_DENIED' });
  expect(existsSync(path)).toBe(false);
  const { pid } = await pool.ask(echo);
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/PATH|HOME|USER/);
});

test('a program reads only its code, the folders that it may read, and the files of a request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bounded-process-'));
  const token = join(folder, 'admin-token');
  writeFileSync(token, 'secret');
  try {
    const pool = poolWith();
    const own = `/proc/${process.pid}`;
    for (const path of [token, `${own}/environ`, `${own}/mem`, '/proc/self/environ', '/etc/passwd', folder])
      await expect(pool.ask({ kind: 'read', path })).rejects.toMatchObject({ code: 'ERR_ACCESS_DENIED' });
    expect((await pool.ask(echo, { files: [token, token] })).text).toBe('a secret secret');
    await expect(pool.ask(echo, { files: [join(folder, 'none')] })).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect((await poolWith({ readable: [join(folder, '*')] }).ask({ kind: 'read', path: token })).text).toBe('secret');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const WAYS = [
  ...(['connect', 'fetch', 'listen', 'datagram', 'lookup'] as const),
  ...(['datagramHandle', 'listenInside', 'serverHandle', 'socketHandle'] as const),
];

test.each(WAYS)('a program has no network: %s', async (way) => {
  const server = await openLocalServer((_, response) => void response.end('hello'));
  try {
    const asked = poolWith().ask({ kind: 'go out', way, port: Number(new URL(server.origin).port) });
    await expect(asked).rejects.toThrow(way === 'fetch' ? 'fetch failed' : 'this process has no network');
    expect(server.received).toEqual([]);
  } finally {
    await server.close();
  }
});

test.each(['signal', 'signalInside', 'debug'] as const)('a program cannot signal its caller: %s', async (way) => {
  const asked = poolWith().ask({ kind: 'go out', way, port: 0 });
  await expect(asked).rejects.toThrow('this process may not signal others');
});

/** Starts a process with a pool. */
function startCaller(script: string, path = process.env['PATH']) {
  const options = { processes: 1, limits: { ...limits, timeoutMs: 3_600_000 } };
  const code = `
    import { ProcessPool } from ${JSON.stringify(import.meta.resolve('@almagest/bounded-process'))};
    const pool = new ProcessPool(new URL(${JSON.stringify(PROGRAM.href)}), ${JSON.stringify(options)});
    ${script}`;
  const args = [...process.execArgv, '--input-type=module', '-e', code];
  return spawn(process.execPath, args, { env: { PATH: path }, stdio: ['pipe', 'pipe', 'inherit'] });
}

test('neither an idle process nor a timer keeps the caller running', async () => {
  const caller = startCaller(`
    await pool.ask(${JSON.stringify(echo)});
    console.log(process.getActiveResourcesInfo().filter((name) => /Timeout|Process/.test(name)).join());`);
  try {
    expect(String(await once(caller.stdout, 'data'))).toBe('\n');
    expect(await once(caller, 'exit')).toEqual([0, null]);
  } finally {
    caller.kill('SIGKILL');
  }
});

test('works where the kernel does not allow separation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bounded-process-'));
  writeFileSync(join(folder, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const caller = startCaller(`console.log((await pool.ask(${JSON.stringify(echo)})).text);`, folder);
  expect(await text(caller.stdout)).toBe('a\n');
  rmSync(folder, { recursive: true });
});

test('a program outside a checkout reads only its own folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bounded-process-'));
  const secret = `${folder}-secret`;
  const program = join(folder, 'program.mjs');
  writeFileSync(join(folder, 'read.mjs'), `export { readFileSync as read } from 'node:fs';`);
  // A program that reads a file and needs none of the checkout's packages.
  const script = `
    import { read } from './read.mjs';
    process.on('message', ({ request: { path } }) => {
      process.send({ begun: true });
      try {
        process.send({ answer: { text: read(path, 'utf8') } });
      } catch ({ message, code }) {
        process.send({ error: { message, code } });
      }
    });`;
  writeFileSync(program, script);
  writeFileSync(secret, 'secret');
  const pool = new ProcessPool<Request, Reply>(pathToFileURL(program), { processes: 1, limits });
  pools.push(pool);
  try {
    expect(await pool.ask({ kind: 'read', path: program })).toEqual({ text: script });
    await expect(pool.ask({ kind: 'read', path: secret })).rejects.toMatchObject({ code: 'ERR_ACCESS_DENIED' });
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(secret);
  }
});

/** Processor time in hundredths of a second, in the program and in the kernel. */
function usedBy(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(stat[11]) + Number(stat[12]);
}

test.each([
  ['even in a loop that never looks at its channel', process.env['PATH'], { kind: 'spin', progress: '' }],
  ['even where the kernel does not kill it', '/nowhere', { kind: 'work', burnMs: 200, waitMs: 3_600_000 }],
] as const)('a program ends when its caller is killed, %s', async (_how, path, request) => {
  const script = `
    console.log((await pool.ask(${JSON.stringify(echo)})).pid);
    for await (const line of process.stdin) break;
    await pool.ask(${JSON.stringify(request)});`;
  const caller = startCaller(script, path);
  const [line] = (await once(caller.stdout, 'data')) as [Buffer];
  const pid = Number(line);
  try {
    const before = usedBy(pid);
    caller.stdin.write('\n');
    await until(() => usedBy(pid) >= before + 10, 'the program to work');
    caller.kill('SIGKILL');
    await until(() => isGone(pid), 'the program to end');
  } finally {
    caller.kill('SIGKILL');
    if (!isGone(pid)) process.kill(pid, 'SIGKILL');
  }
});

test('rejects running and waiting requests when it is closed, and may be used again', async () => {
  const pool = poolWith();
  const both = Promise.allSettled([pool.ask(wait), pool.ask(echo)]);
  await pool.close(new Error('the service is stopping'));
  expect(await both).toMatchObject([
    { reason: { message: 'the service is stopping' } },
    { reason: { message: 'the service is stopping' } },
  ]);
  expect((await pool.ask(echo)).text).toBe('a');
  // This pool is closed after the answer, before its process is free.
  const closing = poolWith({
    isReusable: () => {
      void closing.close();
      return true;
    },
  });
  expect(isGone((await closing.ask(echo)).pid)).toBe(true);
});
