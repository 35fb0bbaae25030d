import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach } from '@jest/globals';
import { Client } from 'pg';
import type { PostgresOptions } from '@almagest/embedded-postgres';
import { until } from '@almagest/test-kit/until';

export const isRoot = process.getuid?.() === 0;

const cleanups: (() => unknown)[] = [];

/** Registers a cleanup that runs after the test, the latest first, even if the test failed. */
export function cleanUp(how: () => unknown): void {
  cleanups.push(how);
}

afterEach(async () => {
  for (let next = cleanups.pop(); next; next = cleanups.pop()) await next();
});

/** A killed owner leaves the directory of its socket for its next start, and no next start follows here. */
const socketDirs = new Set<string>();

afterAll(() => {
  for (const directory of socketDirs) rmSync(directory, { recursive: true, force: true });
});

/** Creates a temporary directory for a cluster in its folder `data`. It is removed once no server writes there. */
export function temporaryDirectory(below = tmpdir()): string {
  const directory = mkdtempSync(join(below, 'embedded-postgres-test-'));
  cleanUp(async () => {
    await until(() => !existsSync(join(directory, 'data/postmaster.pid')));
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

export interface Report {
  readonly pid: number;
  readonly adopted: boolean;
  readonly url: string;
  readonly failure?: string;
}

export interface Owner {
  readonly process: ChildProcess;
  readonly report: Promise<Report>;
  /** Sends this signal and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a server from another process. `prefix` changes the account or namespace of that process. */
export function startOwner(options: PostgresOptions, prefix: string[] = [], env = process.env): Owner {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--conditions=@almagest/source'];
  const script = [join(import.meta.dirname, 'owner.ts'), JSON.stringify(options)];
  const [program = '', ...args] = [...prefix, ...node, ...script];
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = once(child, 'exit');
  const report = Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(String(line)) as Report),
    exited.then(() => Promise.reject(new Error(`the owner ended:\n${stderr}`))),
  ]);
  report.then(
    ({ url }) => socketDirs.add(socketDirOf(url)),
    () => undefined,
  );
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  cleanUp(async () => {
    if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
  });
  return { process: child, report, end };
}

/** Returns the directory of the socket in a URL. Empty for an owner that failed. */
export function socketDirOf(url: string | undefined): string {
  return decodeURIComponent(/host=([^&]+)/.exec(url ?? '')?.[1] ?? '');
}

export function isRunning(pid: number): boolean {
  try {
    // A zombie still has a pid until its parent collects it.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns the first column of the first row. */
export async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}
