import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnvironment } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { dieWithParent } from './die-with-parent.ts';
import { explainFailure, PostgresError } from './postgres-error.ts';
import { findPostmaster, removeStaleLock, type PostmasterFile } from './postmaster-file.ts';

/** `server`: a line of PostgreSQL itself. `supervisor`: a message of the supervisor. */
export type Log = (line: string, source: 'server' | 'supervisor') => void;

export interface Postmaster {
  readonly pid: number;
  /** Another process started it and will stop it. */
  readonly adopted: boolean;
  /** Resolves when the server has ended, with a description of how. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

const POLL_MS = 20;
const ADOPTED_POLL_MS = 200;
const NEITHER_READY_NOR_GONE_MS = 120_000;
const LAST_WORDS_MS = 500;
const STDERR_KEPT = 4_000;

function commandLine(cluster: Cluster): string[] {
  const settings = {
    listen_addresses: cluster.tcp ? '127.0.0.1' : '',
    port: cluster.port,
    unix_socket_directories: cluster.socketDir,
    unix_socket_permissions: '0700',
    ...cluster.settings,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = [join(cluster.binaries.directory, 'postgres'), '-D', cluster.dataDir, ...options];
  // SIGINT is PostgreSQL's fast shutdown: it disconnects the clients and ends cleanly.
  return [...cluster.identity.prefix, ...dieWithParent(postgres, 'INT')];
}

/** Starts the server and waits until it accepts connections. */
export async function spawnPostmaster(cluster: Cluster, log: Log, abort: AbortSignal): Promise<Postmaster> {
  removeStaleLock(cluster.dataDir);
  const [program = '', ...args] = commandLine(cluster);
  const child = spawn(program, args, {
    env: serverEnvironment(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // Use a separate process group: Ctrl-C in a terminal must reach only this process, which stops the services first.
    detached: true,
  });
  const stderr = followLog(child, log);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });

  while (!hasEnded(child) && !servedBy(cluster.dataDir, child)) {
    if (abort.aborted) await endServer(child, ended, cluster.temporary);
    else await sleep(POLL_MS);
  }
  if (hasEnded(child)) {
    await lastWords(child);
    throw explainFailure('PostgreSQL did not start', cluster.dataDir, stderr());
  }
  // A forgotten stop() doesn't keep this process alive, because the server ends with it.
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return { pid: child.pid ?? 0, adopted: false, ended, stop: () => endServer(child, ended, cluster.temporary) };
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Waits for the last lines of stderr, because the exit may be known before they arrive. */
async function lastWords(child: ChildProcess): Promise<void> {
  if (child.stderr?.closed === false) await Promise.race([once(child.stderr, 'close'), sleep(LAST_WORDS_MS)]);
}

function servedBy(dataDir: string, child: ChildProcess): boolean {
  const found = findPostmaster(dataDir);
  return found?.ready === true && found.pid === child.pid;
}

function followLog(child: ChildProcess, log: Log): () => string {
  let all = '';
  let line = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    all = (all + chunk).slice(-STDERR_KEPT);
    const lines = (line + chunk).split('\n');
    line = lines.pop() ?? '';
    for (const whole of lines) log(whole, 'server');
  });
  return () => all;
}

/**
 * Stops the server within a bounded time with increasing force: smart (waits for clients to disconnect), fast
 * (disconnects them), immediate (needs recovery at the next start), and finally SIGKILL.
 *
 * Smart comes first because `end()` of a pg pool resolves before its sockets are closed. A fast shutdown right
 * afterwards would raise an error in clients that no longer have listeners.
 */
async function endServer(child: ChildProcess, ended: Promise<string>, temporary: boolean): Promise<void> {
  const steps = [
    ['SIGTERM', 500],
    ['SIGINT', temporary ? 1_000 : 15_000],
    ['SIGQUIT', temporary ? 1_000 : 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  child.ref();
  for (const [signal, waitMs] of steps) {
    child.kill(signal);
    const waiting = new AbortController();
    const timeout = sleep(waitMs, 'late', { signal: waiting.signal }).catch(() => 'stopped');
    const first = await Promise.race([ended, timeout]);
    waiting.abort();
    if (first !== 'late') return;
  }
}

/** Returns the server that another process runs on this cluster, once it is ready. Returns undefined without one. */
export async function adoptPostmaster(
  cluster: Cluster,
  abort: AbortSignal,
): Promise<{ postmaster: Postmaster; file: PostmasterFile } | undefined> {
  const deadline = performance.now() + NEITHER_READY_NOR_GONE_MS;
  for (;;) {
    const file = findPostmaster(cluster.dataDir);
    if (!file || abort.aborted) return undefined;
    if (file.ready) return { file, postmaster: adopted(cluster.dataDir, file.pid) };
    if (performance.now() > deadline) {
      throw new PostgresError(
        `PostgreSQL (process ${file.pid}) in ${cluster.dataDir} is not ready and does not end. Stop it and start again`,
      );
    }
    await sleep(POLL_MS);
  }
}

function adopted(dataDir: string, pid: number): Postmaster {
  let timer: NodeJS.Timeout;
  const ended = new Promise<string>((resolve) => {
    timer = setInterval(() => {
      if (findPostmaster(dataDir)?.pid === pid) return;
      clearInterval(timer);
      resolve('stopped by its owner');
    }, ADOPTED_POLL_MS).unref();
  });
  return { pid, adopted: true, ended, stop: () => Promise.resolve(clearInterval(timer)) };
}
