import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dieWithParent } from '@almagest/embedded-postgres';
import { until } from './until.ts';

export interface Program {
  readonly pid: number;
  /** Returns everything the program has printed so far. */
  output(): string;
  /** The exit code. Null if a signal ended the program. */
  readonly exited: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>;
}

interface Surroundings {
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  /** Also receives everything that the program prints. */
  readonly logFile?: string;
}

/** Starts a program that also ends when this process ends for any reason. */
export function runProgram(commandLine: readonly string[], { cwd, env, logFile }: Surroundings): Program {
  const [command = '', ...args] = dieWithParent(commandLine, 'TERM');
  const child = spawn(command, args, { ...(cwd === undefined ? {} : { cwd }), env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const log = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      log?.write(chunk);
    });
  const exited = once(child, 'close').then(([code]) => {
    log?.end();
    return code as number | null;
  });
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

export async function logLineOf(program: Program, message: string): Promise<unknown> {
  let ended = false;
  void program.exited.then(() => (ended = true));
  return await until(() => {
    const line = program
      .output()
      .split('\n')
      .find((text) => text.includes(`"msg":"${message}"`));
    if (line === undefined && ended)
      throw new Error(`a process ended before it was ${message}:\n${program.output().slice(-2_000)}`);
    return line === undefined ? undefined : (JSON.parse(line) as object);
  }, `a process to be ${message}`);
}
