import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The contents of a running server's `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly socketDir: string;
  readonly tcp: boolean;
  readonly ready: boolean;
}

/** An empty file this old is no longer being written. A crash or a full disk left it. */
const ABANDONED_MS = 10_000;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns whether a pid belongs to this server. Pids are reused after a crash or a reboot, so check the command line.
 */
function isPostmaster(pid: number, dataDir: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return argv[argv.indexOf('-D') + 1] === dataDir;
  } catch (error) {
    // ENOENT: the process has ended. After any other error it is safer to trust the file.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Returns the lock of the server that uses the directory or is about to. Returns undefined without one. */
export function readLock(dataDir: string): string | undefined {
  return readText(join(dataDir, 'postmaster.pid'));
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the server that is running on this directory, whichever process started it. */
export function findPostmaster(dataDir: string): PostmasterFile | undefined {
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory, status.
  const lines = readLock(dataDir)?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!pid || !isPostmaster(pid, dataDir)) return undefined;
  return {
    pid,
    port: Number(lines[3]),
    socketDir: lines[4] ?? '',
    tcp: (lines[5] ?? '').trim() !== '',
    ready: lines[7]?.trim() === 'ready',
  };
}

/**
 * Removes a lock that would block PostgreSQL forever: an empty lock, or a lock whose pid belongs to another program.
 * PostgreSQL still finds backends of a dead postmaster without the lock, by the shared memory of the directory.
 */
export function removeStaleLock(dataDir: string): void {
  const file = join(dataDir, 'postmaster.pid');
  const text = readText(file);
  if (text === undefined) return;
  const pid = Number(text.split('\n')[0]);
  const stale = pid ? isAlive(pid) && !isPostmaster(pid, dataDir) : Date.now() - statSync(file).mtimeMs > ABANDONED_MS;
  if (stale) rmSync(file, { force: true });
}
