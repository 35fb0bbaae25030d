import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@almagest/test-kit/free-port';
import { until } from '@almagest/test-kit/until';
import { afterEach } from '@jest/globals';

const cleanups: (() => unknown)[] = [];

/** Registers a cleanup that runs after the test, latest first, whether or not the test passed. */
export function cleanUp(how: () => unknown): void {
  cleanups.push(how);
}

afterEach(async () => {
  for (let next = cleanups.pop(); next; next = cleanups.pop()) await next();
});

export interface Note {
  readonly role: string;
  readonly event: 'start' | 'stop';
  readonly database: boolean;
  readonly pid: number;
}

/** A state folder and the lines that the service's programs wrote into it. */
export interface State {
  readonly directory: string;
  readonly port: number;
  readonly otherPort: number;
  notes(role?: string): Note[];
}

/** Creates a state folder. `below` is its path in a temporary folder. */
export async function newState(below = ''): Promise<State> {
  const temporary = mkdtempSync(join(tmpdir(), 'launcher-test-'));
  const directory = join(temporary, below);
  const notes = (role?: string) => {
    const journal = join(directory, 'journal');
    const lines = existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : [];
    return lines.map((line) => JSON.parse(line) as Note).filter((note) => !role || note.role === role);
  };
  cleanUp(async () => {
    await until(() => notes().every(({ pid }) => !isRunning(pid)));
    rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  return { directory, port: await freePort(), otherPort: await freePort(), notes };
}

/** The launcher's output once everything runs. */
export interface Report {
  readonly pid: number;
  readonly services: readonly { readonly address: string }[];
  readonly adminToken: { readonly value: string; readonly place: string };
  readonly databaseUrl: string;
}

export interface Launch {
  readonly process: ChildProcess;
  readonly running: Promise<Report>;
  readonly exitCode: Promise<number | null>;
  stdout(): string;
  stderr(): string;
}

/** The sample service uses no database, so most tests need no server. */
export const UNUSED_DATABASE = { DATABASE_URL: 'postgresql://nobody@nowhere/none' };

/** Launches the service. `through` is a command that starts the launcher and takes another command as its arguments. */
export function launch(state: State, variables: NodeJS.ProcessEnv = {}, through: string[] = []): Launch {
  const script = join(import.meta.dirname, 'launch.ts');
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--conditions=@almagest/source', script];
  const [command = '', ...args] = [...through, ...node];
  const own = {
    STATE_DIR: state.directory,
    GRID_PORT: String(state.port),
    JOURNAL: join(state.directory, 'journal'),
  };
  const env = { PATH: process.env['PATH'], ...own, ...variables };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  const running = Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(String(line)) as Report),
    exitCode.then((code) => Promise.reject(new Error(`the launcher ended with ${code}:\n${stderr}`))),
  ]);
  running.catch(() => undefined);
  cleanUp(async () => {
    child.kill('SIGKILL');
    await exitCode;
  });
  return { process: child, running, exitCode, stdout: () => stdout, stderr: () => stderr };
}

export function isRunning(pid: number): boolean {
  try {
    // A zombie keeps its pid until its parent collects it.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
