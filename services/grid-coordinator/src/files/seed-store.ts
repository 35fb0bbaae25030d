import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Refusal } from '@almagest/service-kit/refusal';
import { eachChunk } from '@almagest/service-kit/each-chunk';
import { MadeFolders, fileAgeMs, removeOldFiles } from '@almagest/durable-files';
import { StagingLimit } from './staging-limit.ts';
import { SeedUpload, type SeedContent } from './seed-upload.ts';

/** A seed file in its final place, under a name that contains its version. */
export type StoredSeedFile = SeedContent;

/** An uploaded seed that is not in its final place yet. */
export interface StagedSeed extends SeedContent {
  readonly file: SeedUpload;
}

/**
 * The number of hex digits of the hash in the file name. This many digits are enough to distinguish versions of a seed.
 */
const VERSION_DIGITS = 16;

/** The number of verified paths to remember, which takes a few MB of memory. */
const MAX_VERIFIED = 50_000;

/** The number of seeds of the maximum size that one sender may upload at the same time. */
const MAX_STAGED = 4;

/** How long a file that was seen is assumed to exist, in ms. */
const SEEN_MS = 30_000;

/**
 * Stores the seed files: `seeds/<shard>/<point name>.<version>.7`.
 *
 * The version is part of the name, so a file is in place before its transaction commits. Recorded files are therefore
 * always complete. A crash in between leaves at most an unreferenced file, which the sweep removes.
 */
export class SeedStore {
  readonly #seeds: string;
  readonly #staging: string;
  readonly #maxBytes: number;
  /** When each file whose content was verified was last seen, by path. */
  readonly #verified = new Map<string, number>();
  readonly #folders = new MadeFolders();
  readonly #staged: StagingLimit;

  private constructor(dataDir: string, maxBytes: number) {
    this.#seeds = join(dataDir, 'seeds');
    this.#staging = join(dataDir, 'staging');
    this.#maxBytes = maxBytes;
    this.#staged = new StagingLimit(MAX_STAGED * maxBytes);
  }

  static async open(dataDir: string, maxBytes: number): Promise<SeedStore> {
    const store = new SeedStore(dataDir, maxBytes);
    await mkdir(store.#seeds, { recursive: true });
    await mkdir(store.#staging, { recursive: true });
    return store;
  }

  /**
   * Writes an upload to a temporary file while hashing and inspecting it. Refuses an upload that is too large, or that
   * exceeds the total of `sender`'s uploads in progress.
   */
  async stage(upload: Readable, sender: string): Promise<StagedSeed> {
    const file = new SeedUpload(this.#staging, this.#folders, (sizeBytes) => this.#staged.release(sender, sizeBytes));
    try {
      await eachChunk(upload, (chunk) => {
        if (file.sizeBytes + chunk.length > this.#maxBytes)
          throw new Refusal('too_large', `seed_file is larger than ${this.#maxBytes} bytes`);
        this.#staged.take(sender, chunk.length);
        file.write(chunk);
      });
      return { file, ...(await file.finish()) };
    } catch (error) {
      file.discard();
      throw error;
    }
  }

  /**
   * Moves an uploaded seed to its final place, durably. The sweep removes the file if it is never recorded. The file is
   * not removed immediately, because another report may be recording the same content.
   */
  async place(name: string, staged: StagedSeed): Promise<StoredSeedFile> {
    await staged.file.place(this.#folderOf(name), fileName(name, staged.sha256));
    return { sha256: staged.sha256, sizeBytes: staged.sizeBytes, fit: staged.fit };
  }

  pathOf(name: string, sha256: string): string {
    return join(this.#folderOf(name), fileName(name, sha256));
  }

  /**
   * Returns whether the file was recently intact. Does not read the disk, so it may be called while rows are locked.
   */
  isKnownSound({ name, sha256 }: { readonly name: string; readonly sha256: string }): boolean {
    const seen = this.#verified.get(this.pathOf(name, sha256));
    return seen !== undefined && performance.now() - seen < SEEN_MS;
  }

  /**
   * Returns whether the file exists and has the stored content. Reads the content once for each version and process: a
   * file is never changed in place, so a verified file can only disappear.
   */
  async isSound({
    name,
    sha256,
    sizeBytes,
  }: {
    readonly name: string;
    readonly sha256: string;
    readonly sizeBytes: number;
  }): Promise<boolean> {
    const path = this.pathOf(name, sha256);
    const found = await stat(path).catch(() => undefined);
    const known = this.#verified.has(path);
    if (found?.size !== sizeBytes) {
      this.#verified.delete(path);
      return false;
    }
    if (!known && (await hashOf(path)) !== sha256) return false;
    if (this.#verified.size >= MAX_VERIFIED) this.#verified.clear();
    this.#verified.set(path, performance.now());
    return true;
  }

  /**
   * Removes unreferenced files, folders without files, and interrupted uploads that are older than `minAgeMs`. Younger
   * files may belong to a transaction that is about to commit.
   */
  async sweep(
    minAgeMs: number,
    findReferenced: (files: { name: string; version: string }[]) => Promise<Set<string>>,
  ): Promise<number> {
    let removed = await removeOldFiles(this.#staging, await readdir(this.#staging), minAgeMs);
    for (const shard of await readdir(this.#seeds)) {
      const folder = join(this.#seeds, shard);
      // Another process that sweeps at the same time may have removed the folder.
      const entries = await readdir(folder).catch(unlessGone);
      if (entries === undefined) continue;
      if (entries.length === 0) await removeEmpty(folder, minAgeMs);
      const files = entries.map(parseFileName).filter((file) => file !== undefined);
      const referenced = await findReferenced(files);
      const orphans = files.filter(({ name, version }) => !referenced.has(`${name} ${version}`));
      removed += await removeOldFiles(
        folder,
        orphans.map(({ name, version }) => `${name}.${version}.7`),
        minAgeMs,
      );
    }
    return removed;
  }

  #folderOf(name: string): string {
    return join(this.#seeds, shardOf(name));
  }
}

/** Returns undefined if the file no longer exists. */
async function hashOf(path: string): Promise<string | undefined> {
  const digest = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  } catch (error) {
    return unlessGone(error as NodeJS.ErrnoException);
  }
  return digest.digest('hex');
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Returns the folder for the seeds of a point: its effective temperature and gravity, as in `t20000_g4.0`, or, for any
 * other name, the first digit of the name's hash. Points are handed out in name order, so points that are reported
 * together share a folder. One sync of this folder makes all their files durable.
 */
function shardOf(name: string): string {
  return /^t[^_]+_g[^_]+(?=_)/.exec(name)?.[0] ?? hash('sha256', name, 'hex').slice(0, 1);
}

function seedVersion(sha256: string): string {
  return sha256.slice(0, VERSION_DIGITS);
}

function fileName(name: string, sha256: string): string {
  return `${name}.${seedVersion(sha256)}.7`;
}

function parseFileName(file: string): { name: string; version: string } | undefined {
  const match = /^(.+)\.([0-9a-f]{16})\.7$/.exec(file);
  return match?.[1] !== undefined && match[2] !== undefined ? { name: match[1], version: match[2] } : undefined;
}

/**
 * Removes empty folders. A young folder may be about to get its first file. A folder that gets a file at the same
 * moment is kept.
 */
async function removeEmpty(folder: string, minAgeMs: number): Promise<void> {
  const found = await stat(folder).catch(unlessGone);
  if (found === undefined || fileAgeMs(found) < minAgeMs) return;
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error;
  });
}
