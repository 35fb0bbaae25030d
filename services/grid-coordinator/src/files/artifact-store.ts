import { createHash, randomUUID, type Hash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { isMissing, removeOldFiles, writeWhole } from '@almagest/durable-files';
import { Refusal } from '@almagest/service-kit/refusal';
import { ContentFolder, listShards } from './content-folder.ts';

/** A content that is being uploaded. */
export interface ContentUpload {
  readonly taskId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Where the bytes of this request begin. */
  readonly offset: number;
}

export interface Received {
  readonly received: number;
  /** The content is complete, has the right hash and is on the disk. */
  readonly stored: boolean;
}

/**
 * The contents of artifacts, `artifacts/<2 digits>/<62 digits>` of their SHA-256.
 *
 * Parts of contents are `artifacts/incoming/<2 digits>/<62 digits>-<task>-<id>`, one file for each request, which no
 * other request writes to: a connection that was given up may still bring bytes when the node has long begun another,
 * perhaps with another process. A request that continues copies what came before it, and hashes it on the way. A
 * request may find at any moment that another one was faster, and its own part gone.
 */
export class ArtifactStore {
  readonly contents: ContentFolder;
  readonly #incoming: string;

  private constructor(contents: ContentFolder, incoming: string) {
    this.contents = contents;
    this.#incoming = incoming;
  }

  static async open(dataDir: string): Promise<ArtifactStore> {
    const root = join(dataDir, 'artifacts');
    const incoming = join(root, 'incoming');
    await mkdir(incoming, { recursive: true });
    return new ArtifactStore(await ContentFolder.open(root), incoming);
  }

  /** How many bytes of a content have come from a task. */
  async received(taskId: string, sha256: string): Promise<number> {
    return (await this.#largestPart({ taskId, sha256 }))?.size ?? 0;
  }

  /**
   * Takes bytes of a content. `onProgress` is called after each piece. When the connection breaks, what has come stays
   * and can be continued; when the content turns out to be wrong, or the disk fails, nothing stays of it.
   */
  async receive(body: Readable, upload: ContentUpload, onProgress: () => Promise<void>): Promise<Received> {
    const { sha256, sizeBytes, offset } = upload;
    if (await this.contents.hasDurably(sha256, sizeBytes)) return { received: sizeBytes, stored: true };
    const before = await this.#largestPart(upload);
    if (offset > (before?.size ?? 0)) throw wrongOffset(before?.size ?? 0);
    const part = await Part.create(`${this.#partOf(upload)}${randomUUID()}`, sizeBytes);
    try {
      if (before !== undefined && offset > 0) await part.copy(before.path, offset);
      await part.append(body, onProgress);
    } catch (error) {
      if (isCut(error)) await keepLarger(part, before);
      else await part.remove();
      throw error;
    }
    if (part.size < sizeBytes) {
      await keepLarger(part, before);
      return { received: part.size, stored: false };
    }
    await this.#finish(part, upload, offset > 0 ? before : undefined);
    return { received: sizeBytes, stored: true };
  }

  /** Gives a complete content its place. `before`: the part that it continues. */
  async #finish(part: Part, upload: ContentUpload, before: StoredPart | undefined): Promise<void> {
    const { sha256, sizeBytes } = upload;
    try {
      const found = part.digest();
      if (found !== sha256) {
        // What came before may be what is wrong. Parts of other requests are not judged by this one.
        if (before !== undefined) await rm(before.path, { force: true });
        throw new Refusal('malformed', `the content's SHA-256 is ${found}, not ${sha256}; send it anew from offset 0`);
      }
      await part.sync();
      await part.close();
      try {
        await this.contents.place(part.path, sha256);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // Another request with the same content was faster and has removed the parts of both, or the sweep has.
        if (!(await this.contents.hasDurably(sha256, sizeBytes)))
          throw wrongOffset(await this.received(upload.taskId, sha256));
      }
    } finally {
      await part.remove();
    }
    for (const path of await this.#parts(upload)) await rm(path, { force: true });
  }

  /** Removes parts of contents that have not been continued for so long. */
  async sweepIncoming(minAgeMs: number): Promise<void> {
    for (const shard of await listShards(this.#incoming)) {
      const folder = join(this.#incoming, shard);
      await removeOldFiles(folder, await readdir(folder), minAgeMs);
    }
  }

  /** The path of the parts of a content, but for their ids. */
  #partOf({ taskId, sha256 }: Pick<ContentUpload, 'taskId' | 'sha256'>): string {
    return join(this.#incoming, sha256.slice(0, 2), `${sha256.slice(2)}-${taskId}-`);
  }

  async #parts(of: Pick<ContentUpload, 'taskId' | 'sha256'>): Promise<string[]> {
    const folder = join(this.#incoming, of.sha256.slice(0, 2));
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names.map((name) => join(folder, name)).filter((path) => path.startsWith(this.#partOf(of)));
  }

  async #largestPart(of: Pick<ContentUpload, 'taskId' | 'sha256'>): Promise<StoredPart | undefined> {
    let largest: StoredPart | undefined;
    for (const path of await this.#parts(of)) {
      const size = (await sizeOf(path)) ?? 0;
      if (size > (largest?.size ?? 0)) largest = { path, size };
    }
    return largest;
  }
}

/** A part of a content that an earlier request has left. */
interface StoredPart {
  readonly path: string;
  readonly size: number;
}

/** Of two parts of a content the larger one is continued. */
async function keepLarger(part: Part, before: StoredPart | undefined): Promise<void> {
  await part.close();
  if (before !== undefined && part.size >= before.size) await rm(before.path, { force: true });
}

/** A part of a content that is being written, with the hash of what it holds. */
class Part {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #digest: Hash = createHash('sha256');
  readonly #maxBytes: number;
  #open = true;
  size = 0;

  private constructor(path: string, file: FileHandle, maxBytes: number) {
    this.path = path;
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  static async create(path: string, maxBytes: number): Promise<Part> {
    await mkdir(dirname(path), { recursive: true });
    return new Part(path, await open(path, 'wx', 0o640), maxBytes);
  }

  /** Takes over the first bytes of another part. */
  async copy(path: string, bytes: number): Promise<void> {
    const source = await open(path, 'r').catch(() => undefined);
    if (source === undefined) throw wrongOffset(0);
    // The stream closes the file.
    for await (const chunk of source.createReadStream({ start: 0, end: bytes - 1 })) await this.#write(chunk as Buffer);
    if (this.size < bytes) throw wrongOffset(this.size);
  }

  async append(body: Readable, onProgress: () => Promise<void>): Promise<void> {
    // To destroy a request would cut the connection on which its refusal is to be sent.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      if (this.size + (chunk as Buffer).length > this.#maxBytes)
        throw new Refusal('too_large', `the content is larger than the declared ${this.#maxBytes} bytes`);
      await this.#write(chunk as Buffer);
      await onProgress();
    }
  }

  digest(): string {
    return this.#digest.digest('hex');
  }

  async sync(): Promise<void> {
    await this.#file.sync();
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#file.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
  }

  async #write(chunk: Buffer): Promise<void> {
    this.#digest.update(chunk);
    await writeWhole(this.#file, chunk);
    this.size += chunk.length;
  }
}

function wrongOffset(received: number): Refusal {
  return new Refusal('conflict', `${received} bytes of the content are here; continue at offset ${received}`);
}

const DISK_ERRORS: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EROFS'];

/** Whether an upload has ended because its connection broke, which leaves something that can be continued. */
function isCut(error: unknown): boolean {
  return !(error instanceof Refusal) && !DISK_ERRORS.includes((error as NodeJS.ErrnoException).code);
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}
