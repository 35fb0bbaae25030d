import { randomUUID } from 'node:crypto';
import { accessSync, closeSync, fsync, mkdirSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isMissing } from './is-missing.ts';

/** Looks `fsync` up at each call, so that tests can replace the function and record its calls. */
const sync = (descriptor: number): Promise<void> => promisify(fsync)(descriptor);

/**
 * A file that is being written under a temporary name.
 *
 * Only operations that wait for the disk use the thread pool. Opening, writing to the page cache and renaming take
 * microseconds, less than a round trip to the pool. With seven such operations per report, the pool limited the
 * coordinator's throughput (`npm run bench -- grid --only cycles`).
 */
export class StagedFile {
  readonly path: string;
  readonly #descriptor: number;
  #open = true;
  #placed = false;

  constructor(folder: string, mode = 0o640) {
    this.path = join(folder, randomUUID());
    this.#descriptor = openSync(this.path, 'wx', mode);
  }

  write(chunk: Buffer): void {
    for (let written = 0; written < chunk.length;) written += writeSync(this.#descriptor, chunk, written);
  }

  /** Resolves when the content is on disk. No more can be written. */
  async finish(): Promise<void> {
    await sync(this.#descriptor);
    this.#close();
  }

  /**
   * Moves the file to its final place. Durable once `syncFolder` has run.
   *
   * May be called again if a transaction is rolled back and repeated. The file is then already in place. Returns
   * whether the folder had to be created.
   */
  putInPlace(folder: string, name: string): 'folder made' | 'folder there' {
    const target = join(folder, name);
    if (this.#placed) {
      accessSync(target);
      return 'folder there';
    }
    let found: 'folder made' | 'folder there' = 'folder there';
    try {
      renameSync(this.path, target);
    } catch (error) {
      if (!isMissing(error)) throw error;
      mkdirSync(folder, { recursive: true });
      renameSync(this.path, target);
      found = 'folder made';
    }
    this.#placed = true;
    return found;
  }

  /** Removes the file unless it was moved to its final place. */
  discard(): void {
    this.#close();
    if (!this.#placed) unlinkSync(this.path);
    this.#placed = true;
  }

  #close(): void {
    if (this.#open) closeSync(this.#descriptor);
    this.#open = false;
  }
}

/** Makes renames and new files of a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  await syncFile(folder);
}

export async function syncFile(path: string): Promise<void> {
  const descriptor = openSync(path, 'r');
  try {
    await sync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Syncs folders that receive many files at once. One sync serves all files renamed before it began. */
export class FolderSync {
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  /** Resolves when a sync that began after this call has ended. */
  async sync(folder: string): Promise<void> {
    const running = this.#underWay.get(folder);
    if (running === undefined) return await this.#begin(folder);
    let next = this.#next.get(folder);
    if (next === undefined) {
      next = running
        .catch(() => undefined)
        .then(() => {
          this.#next.delete(folder);
          return this.#begin(folder);
        });
      this.#next.set(folder, next);
    }
    await next;
  }

  #begin(folder: string): Promise<void> {
    const syncing = syncFolder(folder).finally(() => this.#underWay.delete(folder));
    this.#underWay.set(folder, syncing);
    return syncing;
  }
}
