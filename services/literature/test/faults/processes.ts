import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { dieWithParent } from '@almagest/embedded-postgres';
import { until } from '../until.ts';

const SERVICE = join(import.meta.dirname, '../..');

/** A program of the service as a process of its own, run from the sources. */
export interface Program {
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Its exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Runs `src/<program>.ts` with these variables and none of the service's own from elsewhere. `through`: what it is started
 * through, as a command that takes another one as its arguments.
 */
export function runProgram(
  program: 'api' | 'worker',
  env: Env,
  args: readonly string[] = [],
  through: readonly string[] = [],
): Program {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--conditions=@almagest/source'];
  // A test run that is itself killed leaves nothing behind.
  const [command = '', ...rest] = dieWithParent([...through, ...node, `src/${program}.ts`, ...args], 'TERM');
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'info' };
  // Much of a short test is the start of its processes: what the last ones have compiled is used again.
  const cache = { NODE_COMPILE_CACHE: join(SERVICE, 'node_modules/.cache/compiled') };
  const child = spawn(command, rest, {
    cwd: SERVICE,
    env: { ...own, ...cache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    signal: (name) => void child.kill(name),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The first line of the log with this message. */
async function lineOf(program: Program, message: string): Promise<{ readonly port?: number }> {
  let ended = false;
  void program.exited.then(() => (ended = true));
  return await until(() => {
    const line = program
      .output()
      .split('\n')
      .find((text) => text.includes(`"msg":"${message}"`));
    if (line === undefined && ended)
      throw new Error(`a process ended before it was ${message}:\n${program.output().slice(-2_000)}`);
    return line === undefined ? undefined : (JSON.parse(line) as { port?: number });
  }, `a process to be ${message}`);
}

export async function startWorkerProcess(env: Env, logLevel = 'info'): Promise<Program> {
  const worker = runProgram('worker', { ...env, LOG_LEVEL: logLevel });
  await lineOf(worker, 'working');
  return worker;
}

export async function startApiProcess(
  env: Env,
  logLevel = 'info',
  through: readonly string[] = [],
): Promise<Program & { readonly url: string }> {
  const api = runProgram('api', { ...env, LOG_LEVEL: logLevel, PORT: '0' }, [], through);
  const { port = 0 } = await lineOf(api, 'listening');
  return { ...api, url: `http://127.0.0.1:${port}` };
}
