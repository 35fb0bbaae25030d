import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileAgeMs } from '@almagest/durable-files';
import type { RequestResult } from '../coordinator/request-result.ts';
import type { Download, Resumption } from '../coordinator/client.ts';
import { downloadFile, PART } from './download-file.ts';

/** A cached file. Its size and modification time show whether an engine has changed the file. */
interface Entry {
  readonly path: string;
  readonly etag: string;
  readonly sha256: string;
  readonly size: number;
  readonly mtime_ms: number;
}

/** A file on the coordinator, in a pinned version or the current version. */
interface CachedAsset {
  /** Relative to the coordinator's base address. Includes the version, so that each version has its own file. */
  readonly path: string;
  /** The SHA-256 that the file must have. */
  readonly version: string | undefined;
}

interface LocalCopy {
  readonly file: string;
  readonly sha256: string;
}

/** `etag`: the version of the cached file. */
type FetchAsset = (etag: string | undefined, from: Resumption | undefined) => Promise<RequestResult<Download>>;

/** At its start, the agent removes versions that no task has used for this long. */
const UNUSED_MS = 30 * 24 * 3_600_000;

/** Caches data files of the coordinator between tasks. Files without a version are revalidated by their ETag. */
export class AssetCache {
  readonly #dir: string;
  /** Running downloads by path. Tasks that need the same file at the same time share a download. */
  readonly #underWay = new Map<string, Promise<RequestResult<LocalCopy>>>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Returns a verified local copy. Tasks share the copy, so it must not be changed. */
  obtain(asset: CachedAsset, fetch: FetchAsset): Promise<RequestResult<LocalCopy>> {
    const running = this.#underWay.get(asset.path);
    if (running) return running;
    const started = this.#obtain(asset, fetch).finally(() => this.#underWay.delete(asset.path));
    this.#underWay.set(asset.path, started);
    return started;
  }

  /** Removes files that no task has used for a long time. Call it only while no task runs. */
  async removeUnused(): Promise<void> {
    for (const name of await readdir(this.#dir)) {
      const isEntry = name.endsWith('.json');
      if (!isEntry && !name.includes(PART)) continue;
      const path = join(this.#dir, name);
      if (fileAgeMs(await stat(path)) < UNUSED_MS) continue;
      if (isEntry) await rm(path.slice(0, -'.json'.length), { force: true });
      await rm(path);
    }
  }

  async #obtain({ path, version }: CachedAsset, fetch: FetchAsset): Promise<RequestResult<LocalCopy>> {
    const file = join(this.#dir, createHash('sha256').update(path).digest('hex'));
    const known = await this.#entryOf(file);
    // A version never changes.
    if (known !== undefined && version !== undefined) return { kind: 'answered', value: await used(file, known) };
    const aside = `${file}.new`;
    // On a scratch disk, a cleaner may have removed the folder after weeks without use.
    await mkdir(this.#dir, { recursive: true });
    const answer = await downloadFile(aside, version, (from) => fetch(known?.etag, from));
    if (answer.kind !== 'answered') return answer;
    if (answer.value.isUnchanged) {
      return known
        ? { kind: 'answered', value: await used(file, known) }
        : { kind: 'unavailable', message: 'got 304 without a cached file' };
    }
    const { sha256, etag = '' } = answer.value;
    await chmod(aside, 0o444);
    // The rename creates a new file under the old name. Tasks that have linked the old file keep it unchanged.
    await rename(aside, file);
    const { size, mtimeMs } = await stat(file);
    const entry: Entry = { path, etag, sha256, size, mtime_ms: mtimeMs };
    await writeFile(`${file}.json`, JSON.stringify(entry));
    return { kind: 'answered', value: { file, sha256 } };
  }

  async #entryOf(file: string): Promise<Entry | undefined> {
    try {
      const entry = JSON.parse(await readFile(`${file}.json`, 'utf8')) as Partial<Entry>;
      const { size, mtimeMs } = await stat(file);
      const { etag = '', sha256 } = entry;
      // Agents of earlier versions did not store the hash.
      if (sha256 === undefined || etag === '' || entry.size !== size || entry.mtime_ms !== mtimeMs) return undefined;
      return entry as Entry;
    } catch {
      return undefined;
    }
  }
}

async function used(file: string, { sha256 }: Entry): Promise<LocalCopy> {
  const now = new Date();
  await utimes(`${file}.json`, now, now);
  return { file, sha256 };
}
