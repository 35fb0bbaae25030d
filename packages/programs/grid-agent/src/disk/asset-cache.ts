import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RequestResult } from '../coordinator/request-result.ts';
import type { Download } from '../coordinator/client.ts';
import { sha256OfEtag } from '../decisions/response-status.ts';
import { reasonOf } from '../failure.ts';

/** A cached file. Its size and time show whether an engine has changed it. */
interface Entry {
  readonly path: string;
  readonly etag: string;
  readonly size: number;
  readonly mtime_ms: number;
}

type Fetch = (etag: string | undefined) => Promise<RequestResult<Download>>;

/** Caches data files of the coordinator between tasks and revalidates them by their ETag. */
export class AssetCache {
  readonly #dir: string;
  /** Tasks that need the same file at the same time share one download. */
  readonly #underWay = new Map<string, Promise<RequestResult<string>>>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** The path of a verified local copy. It must not be changed, because tasks share it. */
  obtain(path: string, fetch: Fetch): Promise<RequestResult<string>> {
    const running = this.#underWay.get(path);
    if (running) return running;
    const started = this.#revalidate(path, fetch).finally(() => this.#underWay.delete(path));
    this.#underWay.set(path, started);
    return started;
  }

  async #revalidate(path: string, fetch: Fetch): Promise<RequestResult<string>> {
    const file = join(this.#dir, createHash('sha256').update(path).digest('hex'));
    const known = await this.#entryOf(file);
    const answer = await fetch(known?.etag);
    if (answer.kind !== 'answered') return answer;
    const { etag, body } = answer.value;
    if (body === null) {
      return known ? { kind: 'answered', value: file } : { kind: 'unavailable', message: '304 without a cached file' };
    }
    const aside = `${file}.new`;
    // A crash may have left a file that is read-only already.
    await rm(aside, { force: true });
    const saved = await saveDownload(body, etag, aside);
    if (saved.kind !== 'answered') return saved;
    await chmod(aside, 0o444);
    // A new file under the old name: tasks that have linked the old one keep it unchanged.
    await rename(aside, file);
    const { size, mtimeMs } = await stat(file);
    const entry: Entry = { path, etag: etag ?? '', size, mtime_ms: mtimeMs };
    await writeFile(`${file}.json`, JSON.stringify(entry));
    return { kind: 'answered', value: file };
  }

  async #entryOf(file: string): Promise<Entry | undefined> {
    try {
      const entry = JSON.parse(await readFile(`${file}.json`, 'utf8')) as Entry;
      const { size, mtimeMs } = await stat(file);
      return entry.etag !== '' && entry.size === size && entry.mtime_ms === mtimeMs ? entry : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Streams a download to a file. An ETag that is a SHA-256 must be that of what arrived. */
export async function saveDownload(
  body: AsyncIterable<Uint8Array>,
  etag: string | undefined,
  file: string,
): Promise<RequestResult<string>> {
  const hash = createHash('sha256');
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(file),
    );
  } catch (error) {
    await rm(file, { force: true });
    return { kind: 'unavailable', message: `the download broke off: ${reasonOf(error)}` };
  }
  const expected = sha256OfEtag(etag);
  const found = hash.digest('hex');
  if (expected === undefined || expected === found) return { kind: 'answered', value: file };
  await rm(file, { force: true });
  return { kind: 'unavailable', message: `the download arrived damaged: SHA-256 ${found}, expected ${expected}` };
}
