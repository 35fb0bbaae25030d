import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** Describes the process that holds the lock, for later processes. */
interface LockHolder {
  readonly pid: number;
  readonly addresses: readonly string[];
}

export interface StateLock {
  release(): Promise<void>;
}

const ANSWER_MS = 2_000;

/**
 * Locks a state folder for one launcher. The lock is a socket in Linux's abstract namespace. The kernel gives the
 * socket to one process and releases it when that process ends for any reason. The lock is acquired atomically and
 * never becomes stale. A second launcher asks the socket which process holds the lock.
 */
export async function lockState(stateDir: string, addresses: readonly string[]): Promise<StateLock> {
  const digest = createHash('sha256').update(realpathSync(stateDir)).digest('hex');
  const name = `\0almagest-${digest}`;
  const holder: LockHolder = { pid: process.pid, addresses };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(JSON.stringify(holder));
  }).unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(name, resolve);
  }).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`${await describeHolder(name)} already uses ${stateDir}`);
  });
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function describeHolder(name: string): Promise<string> {
  const socket = connect(name);
  // A hung process still holds the lock but does not answer.
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  try {
    const { pid, addresses } = JSON.parse(await text(socket)) as LockHolder;
    return `another launcher (pid ${pid}, ${addresses.join(', ')})`;
  } catch {
    return 'another launcher that does not answer';
  }
}
