import { createHash, randomUUID, type Hash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileAgeMs, isMissing, removeOldFiles, writeWhole } from '@almagest/durable-files';
import { Refusal } from '@almagest/service-kit/refusal';
import { ContentFolder, listShards } from './content-folder.ts';

interface ContentOfTask {
  readonly taskId: string;
  readonly sha256: string;
}

export interface ContentUpload extends ContentOfTask {
  readonly sizeBytes: number;
  /** The offset of this request's first byte. */
  readonly offset: number;
}

export interface Received {
  readonly received: number;
  /** Whether the content is complete, has the right hash and is on disk. */
  readonly stored: boolean;
}

/**
 * Stores the contents of artifacts as `artifacts/<2 digits>/<62 digits>` of their SHA-256.
 *
 * Parts of contents are `artifacts/incoming/<2 digits>/<62 digits>-<task>-<id>`, with the suffix `.writing` until their
 * request ends. Each request writes to a separate file. An abandoned connection may still deliver bytes after the node
 * has started another request, perhaps to another process. A request that continues an upload copies the earlier part
 * and hashes it. After their requests end, only the largest part of the content is kept. At any moment, another request
 * may finish first and remove this request's part.
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

  /** Returns the number of bytes of this content that the task has sent. */
  async received(taskId: string, sha256: string): Promise<number> {
    return (await this.#largestPart({ taskId, sha256 }))?.size ?? 0;
  }

  /**
   * Receives bytes of content. Calls `onProgress` after each piece. If the connection breaks, keeps the bytes, so
   * that the upload can be continued. If the content is wrong or the disk fails, drops all bytes.
   */
  async receive(body: Readable, upload: ContentUpload, onProgress: () => Promise<void>): Promise<Received> {
    const { sha256, sizeBytes, offset } = upload;
    if (await this.contents.hasDurably(sha256, sizeBytes)) return { received: sizeBytes, stored: true };
    const before = await this.#largestPart(upload);
    if (offset > (before?.size ?? 0)) throw wrongOffset(before?.size ?? 0);
    await this.#refuseTooMany(upload);
    const part = await Part.create(`${this.#partOf(upload)}${randomUUID()}${WRITING}`, sizeBytes);
    try {
      if (before !== undefined && offset > 0) await part.copy(before.path, offset);
      await part.append(body, onProgress);
    } catch (error) {
      if (isCut(error)) await this.#keepLargest(part, upload);
      else await part.remove();
      throw error;
    }
    if (part.size < sizeBytes) {
      await this.#keepLargest(part, upload);
      return { received: part.size, stored: false };
    }
    await this.#finish(part, upload, offset > 0 ? before : undefined);
    return { received: sizeBytes, stored: true };
  }

  /** Moves a complete content to its final place. `before`: the part that this part continues. */
  async #finish(part: Part, upload: ContentUpload, before: StoredPart | undefined): Promise<void> {
    const { sha256, sizeBytes } = upload;
    try {
      const found = part.digest();
      if (found !== sha256) {
        // The earlier part may be wrong, so it is removed. Parts of other requests are kept.
        for (const path of before === undefined ? [] : [before.path, settledName(before.path)])
          await rm(path, { force: true });
        throw new Refusal('malformed', `the content's SHA-256 is ${found}, not ${sha256}: send it again from offset 0`);
      }
      await part.sync();
      await part.close();
      try {
        await this.contents.place(part.path, sha256);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // Another request with the same content or the sweep has removed this part.
        if (!(await this.contents.hasDurably(sha256, sizeBytes)))
          throw wrongOffset(await this.received(upload.taskId, sha256));
      }
    } finally {
      await part.remove();
    }
    for (const path of await this.#parts(upload)) await rm(path, { force: true });
  }

  /** Removes parts that have not been continued for this time. */
  async sweepIncoming(minAgeMs: number): Promise<void> {
    for (const shard of await listShards(this.#incoming)) {
      const folder = join(this.#incoming, shard);
      await removeOldFiles(folder, await readdir(folder), minAgeMs);
    }
  }

  /** Removes the parts of content that its task no longer hands over. */
  async removeParts(of: ContentOfTask): Promise<void> {
    for (const path of await this.#parts(of)) await rm(path, { force: true });
  }

  /**
   * Refuses too many simultaneous uploads of one content. The uploads could fill the disk, because the quota counts
   * only one copy.
   */
  async #refuseTooMany(upload: ContentOfTask): Promise<void> {
    let writing = 0;
    for (const path of await this.#parts(upload)) {
      const found = path.endsWith(WRITING) ? await stat(path).catch(() => undefined) : undefined;
      // Parts that have been silent for longer are left over from a killed process.
      if (found !== undefined && fileAgeMs(found) < SILENT_MS) writing += 1;
    }
    if (writing >= UPLOADS_AT_ONCE)
      throw new Refusal(
        'unavailable',
        `${writing} uploads of this content are in progress: wait until they have ended`,
      );
  }

  /** Ends a part, and keeps it or an earlier part of its content, whichever is larger. */
  async #keepLargest(part: Part, upload: ContentOfTask): Promise<void> {
    await part.settle();
    const settled = await this.#sizes(upload, (path) => !path.endsWith(WRITING));
    const largest = largestOf(settled);
    for (const { path } of settled) if (path !== largest?.path) await rm(path, { force: true });
  }

  /** Returns the path of a content's parts without their ids. */
  #partOf({ taskId, sha256 }: ContentOfTask): string {
    return join(this.#incoming, sha256.slice(0, 2), `${sha256.slice(2)}-${taskId}-`);
  }

  async #parts(of: ContentOfTask): Promise<string[]> {
    const folder = join(this.#incoming, of.sha256.slice(0, 2));
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names.map((name) => join(folder, name)).filter((path) => path.startsWith(this.#partOf(of)));
  }

  async #largestPart(of: ContentOfTask): Promise<StoredPart | undefined> {
    return largestOf(await this.#sizes(of, () => true));
  }

  async #sizes(of: ContentOfTask, isWanted: (path: string) => boolean): Promise<StoredPart[]> {
    const paths = (await this.#parts(of)).filter(isWanted);
    return await Promise.all(paths.map(async (path) => ({ path, size: (await sizeOf(path)) ?? 0 })));
  }
}

const WRITING = '.writing';

/**
 * The maximum number of simultaneous uploads of one content. A node that lost its connection several times leaves
 * several open for a moment.
 */
const UPLOADS_AT_ONCE = 4;

/** A request that has sent nothing for this time counts as disconnected. This is twice the limit of the HTTP server. */
const SILENT_MS = 120_000;

/** A part left by an earlier request. */
interface StoredPart {
  readonly path: string;
  readonly size: number;
}

/** Returns the name of a part after its request has ended. */
function settledName(path: string): string {
  return path.endsWith(WRITING) ? path.slice(0, -WRITING.length) : path;
}

/** Chooses the same part in all requests, whatever the order of the parts. */
function largestOf(parts: readonly StoredPart[]): StoredPart | undefined {
  const [largest] = parts.toSorted((one, other) => other.size - one.size || (one.path < other.path ? -1 : 1));
  return largest !== undefined && largest.size > 0 ? largest : undefined;
}

/** A part being written, with the hash of its bytes. */
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

  /** Copies the first bytes of another part. */
  async copy(path: string, bytes: number): Promise<void> {
    const source = await open(path, 'r')
      .catch(() => open(settledName(path), 'r'))
      .catch(() => undefined);
    if (source === undefined) throw wrongOffset(0);
    // The stream closes the file.
    for await (const chunk of source.createReadStream({ start: 0, end: bytes - 1 })) await this.#write(chunk as Buffer);
    if (this.size < bytes) throw wrongOffset(this.size);
  }

  async append(body: Readable, onProgress: () => Promise<void>): Promise<void> {
    // The request is not destroyed, because this would cut the connection that must carry the refusal.
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

  /** Ends a part that may be continued. Another request may have removed it. */
  async settle(): Promise<void> {
    await this.close();
    await rename(this.path, settledName(this.path)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
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
  return new Refusal('conflict', `${received} bytes of the content have arrived: continue at offset ${received}`);
}

const DISK_ERRORS: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EROFS'];

/** Returns whether an upload ended because its connection broke, so that it can be continued. */
function isCut(error: unknown): boolean {
  return !(error instanceof Refusal) && !DISK_ERRORS.includes((error as NodeJS.ErrnoException).code);
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}
