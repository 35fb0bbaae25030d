import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** The process that holds the lock, as it describes itself to later ones. */
interface LockHolder {
  readonly pid: number;
  readonly addresses: readonly string[];
}

export interface StateLock {
  release(): Promise<void>;
}

const ANSWER_MS = 2_000;

/**
 * Locks a state folder, which only one launcher may use. The lock is a socket in Linux's abstract name space: the
 * kernel gives it to one process and releases it however that process ends. So a lock is never stale, and it is
 * acquired atomically. A second launcher asks the socket which process holds the lock.
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
  // A process that hangs still holds the lock but does not answer.
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  try {
    const { pid, addresses } = JSON.parse(await text(socket)) as LockHolder;
    return `a running start (pid ${pid}, ${addresses.join(', ')})`;
  } catch {
    return 'a running start that does not answer';
  }
}
