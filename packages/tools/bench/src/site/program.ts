import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dieWithParent } from '@almagest/embedded-postgres';

/** This package runs compiled or, in tests, from its sources. The programs that it starts run in the same way. */
const COMPILED = import.meta.url.endsWith('.js');

/** Returns the path of a program of a package, from its name without extension. */
export function programPath(packageRoot: URL, name: string): string {
  const file = COMPILED ? `dist/${name}.js` : `src/${name}.ts`;
  return new URL(file, packageRoot).pathname;
}

export interface ProgramOptions {
  readonly nodeOptions?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** A Node process of the benchmark, with a channel for messages. */
export interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves with a description when the process has ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

const MAX_WAIT_MS = 15_000;

/**
 * Starts a program that cannot outlive this process. The program has a separate process group, so that Ctrl-C reaches
 * only this process.
 */
export function startProgram(script: string, { nodeOptions = [], environment = {} }: ProgramOptions = {}): Program {
  const [command = '', ...args] = dieWithParent(
    [process.execPath, ...process.execArgv, ...nodeOptions, script],
    'TERM',
  );
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return {
    child,
    pid: child.pid ?? 0,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), MAX_WAIT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Waits for the next message of a program. Rejects if the program ends before it sends a message. */
export async function nextMessage<T>({ child, ended }: Program): Promise<T> {
  const waiting = new AbortController();
  const message = once(child, 'message', { signal: waiting.signal }).then(([value]) => ({ value: value as T }));
  message.catch(() => undefined);
  const first = await Promise.race([message, ended]);
  waiting.abort();
  if (typeof first === 'string') throw new Error(`a benchmark process ended too early (${first})`);
  return first.value;
}
