import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { COMPILE_CACHE } from '@almagest/test-kit/compile-cache';
import { afterEach } from '@jest/globals';
import { run } from '../src/program.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');

const ENVIRONMENT = { HOME: '/nonexistent', SHELL: '/bin/sh', TERM: 'xterm' };

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** Registers a cleanup that runs after the test, also if the test failed. */
export function cleanUp(end: () => unknown): void {
  ending.push(end);
}

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'gridctl-'));
  cleanUp(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

interface InProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly outcome: Promise<Outcome>;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** Runs the command to its end in this process, without this machine's environment. */
export async function gridctl(
  args: readonly string[],
  { env = {}, stdin = '' }: InProcessOptions = {},
): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io = { env: { ...ENVIRONMENT, ...env }, stdin: Readable.from([stdin]), stdout, stderr };
  const printed = Promise.all([text(stdout), text(stderr)]);
  const code = await run(args, io, new AbortController().signal);
  stdout.end();
  stderr.end();
  const [data, notes] = await printed;
  return { code, stdout: data, stderr: notes };
}

/**
 * Starts the command as its own process, which costs half a second of CPU time. Use it for tests that need a process:
 * signals, kills, a working directory or pipes.
 */
export function start(args: readonly string[], options: Options = {}): Running {
  return launch(process.execPath, ['--conditions=@almagest/source', MAIN, ...args], options);
}

/** Starts the command on a pseudo-terminal (`script` from util-linux). All output is on stdout. */
export function startOnTerminal(
  args: readonly string[],
  { columns = 80, ...options }: Options & { columns?: number } = {},
) {
  const words = [process.execPath, '--conditions=@almagest/source', MAIN, ...args];
  const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const command = `stty cols ${columns} rows 40; exec ${quoted}`;
  return launch('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], options);
}

function launch(program: string, args: readonly string[], { env = {}, cwd }: Options): Running {
  const child = spawn(program, args, {
    cwd: cwd ?? tmpdir(),
    env: { ...ENVIRONMENT, PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  cleanUp(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  // A command may end without reading its input.
  child.stdin.on('error', () => undefined);
  const outcome = new Promise<Outcome>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
  return { process: child, outcome, stdout: () => stdout, stderr: () => stderr };
}
