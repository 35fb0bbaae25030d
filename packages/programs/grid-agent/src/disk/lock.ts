import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { link, lstat, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeOwner, fateOf, isSameOwner, parseOwner, type LockOwner } from '../decisions/lock-owner.ts';
import { identify, isSameProcess, ownBootId, ownPidNamespace } from '../engine/process-table.ts';
import { AgentError, reasonOf } from '../agent-error.ts';
import type { Log } from '../log.ts';

export interface Lock {
  /**
   * Regularly records that the owner is alive, until the lock is released. Calls `onLost` if another agent has taken
   * the lock.
   */
  keep(onLost: (owner: string) => void): void;
  /** Releases the lock. First waits for a write in progress, because that write could create the file again. */
  release(): Promise<void>;
  /** Releases the lock synchronously, as the last step of a process that exits immediately. */
  releaseNow(): void;
}

interface LockOptions {
  /** How long an owner on another machine may show no sign of life before its lock expires. */
  readonly leaseMs: number;
  /** Whether to take the lock at once unless its owner is known to run. */
  readonly takeOver: boolean;
  readonly log: Log;
}

/** How often the owner renews its lock during one lease. */
const BEATS_PER_LEASE = 6;

/**
 * Makes this process the only agent of the work dir. The process table shows whether an owner on this machine runs. The
 * folder may be on a shared disk, so an owner on another machine is recognised only by its signs of life. Throws an
 * `AgentError` if the owner runs or may run.
 */
export async function takeLock(path: string, options: LockOptions): Promise<Lock> {
  const own = { ...identify(process.pid)!, host: hostname(), pid_namespace: ownPidNamespace(), started_at: now() };
  const file = new LockFile(path, own);
  for (;;) {
    if (await file.create()) return new HeldLock(file, options);
    const found = await readLock(path);
    if (found !== undefined && (await mayBeCleared(path, found, options))) await file.clear(found);
  }
}

/** Returns the text of a lock. Returns undefined if its owner has just removed it. */
async function readLock(path: string): Promise<string | undefined> {
  const info = await lstat(path).catch(missing);
  if (info === undefined) return undefined;
  if (!info.isFile()) throw new AgentError(`${path} is not a lock file: remove it, or use another --work-dir`);
  return await readFile(path, 'utf8').catch(missing);
}

async function mayBeCleared(path: string, found: string, { leaseMs, takeOver, log }: LockOptions): Promise<boolean> {
  const owner = parseOwner(found);
  const here = { bootId: ownBootId(), pidNamespace: ownPidNamespace(), runs: isSameProcess };
  const fate = fateOf(owner, here);
  if (fate === 'gone') return true;
  if (fate === 'running') throw inUse(owner);
  if (takeOver) {
    log.warn('taking over the work dir', { from: describeOwner(owner) });
    return true;
  }
  // Agents of earlier versions show no signs of life, so their silence proves nothing.
  if (owner !== undefined && owner.beat_at === undefined) throw inUse(owner);
  const seconds = Math.ceil(leaseMs / 1000);
  log.warn('waiting to see whether the owner of this work dir is alive', { owner: describeOwner(owner), seconds });
  for (let beat = 0; beat < 2 * BEATS_PER_LEASE; beat += 1) {
    await sleep(leaseMs / (2 * BEATS_PER_LEASE));
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) return false;
    if (text !== found) throw inUse(parseOwner(text) ?? owner);
  }
  log.warn('taking over the work dir, its owner shows no sign of life', { owner: describeOwner(owner), seconds });
  return true;
}

function inUse(owner: LockOwner | undefined): AgentError {
  return new AgentError(
    `${describeOwner(owner)} uses this work dir: stop it, or use another --work-dir. ` +
      'If that agent is certainly gone, start once with --take-over',
  );
}

class LockFile {
  readonly #path: string;
  readonly #own: LockOwner;

  constructor(path: string, own: LockOwner) {
    this.#path = path;
    this.#own = own;
  }

  async create(): Promise<boolean> {
    const aside = `${this.#path}.${randomUUID()}`;
    try {
      await writeFile(aside, this.#text());
      // `link` fails if the name exists. The lock appears together with its content, so it is never half-written.
      return await link(aside, this.#path).then(() => true, exists);
    } finally {
      await rm(aside, { force: true });
    }
  }

  /** Removes the lock of an owner that is gone. */
  async clear(found: string): Promise<void> {
    // Only one of several processes renames the stale lock. A late process may rename a fresh lock by mistake. It then
    // puts the lock back.
    const stale = `${this.#path}.${randomUUID()}`;
    await rename(this.#path, stale).catch(missing);
    const caught = await readFile(stale, 'utf8').catch(() => undefined);
    if (caught !== undefined && caught !== found) await link(stale, this.#path).catch(() => undefined);
    await rm(stale, { force: true });
  }

  /** Records that the owner is alive. Returns the other owner if the lock was taken over. */
  async beat(): Promise<LockOwner | 'kept'> {
    // Open the file each time, so that other clients of a network file system see the change.
    const file = await open(this.#path, 'r+').catch(missing);
    if (file === undefined) {
      await this.create();
      return 'kept';
    }
    try {
      const owner = parseOwner(await file.readFile('utf8'));
      if (owner !== undefined && !isSameOwner(owner, this.#own)) return owner;
      // The text keeps its length, so this also works on a full disk.
      await file.write(this.#text(), 0);
      return 'kept';
    } finally {
      await file.close();
    }
  }

  remove(): void {
    try {
      if (isSameOwner(parseOwner(readFileSync(this.#path, 'utf8')), this.#own)) rmSync(this.#path, { force: true });
    } catch {
      // Already gone.
    }
  }

  #text(): string {
    return `${JSON.stringify({ ...this.#own, beat_at: now() })}\n`;
  }
}

class HeldLock implements Lock {
  readonly #file: LockFile;
  readonly #options: LockOptions;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();
  #isReleased = false;
  #hasFailed = false;

  constructor(file: LockFile, options: LockOptions) {
    this.#file = file;
    this.#options = options;
  }

  keep(onLost: (owner: string) => void): void {
    if (this.#isReleased) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat(onLost);
    }, this.#options.leaseMs / BEATS_PER_LEASE);
    this.#timer.unref();
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await this.#beating;
    this.releaseNow();
  }

  releaseNow(): void {
    this.#isReleased = true;
    clearTimeout(this.#timer);
    this.#file.remove();
  }

  async #beat(onLost: (owner: string) => void): Promise<void> {
    try {
      const found = await this.#file.beat();
      if (this.#isReleased) return;
      if (found !== 'kept') return onLost(describeOwner(found));
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed)
        this.#options.log.warn('cannot renew the lock of the work dir', { reason: reasonOf(error) });
      this.#hasFailed = true;
    }
    this.keep(onLost);
  }
}

function now(): string {
  return new Date().toISOString();
}

function exists(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EEXIST') throw error;
  return false;
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
