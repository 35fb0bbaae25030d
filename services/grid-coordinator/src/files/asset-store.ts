import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { removeOldFiles } from '@almagest/durable-files';
import type { AssetFile, AssetFolder } from './asset-folder.ts';
import { ContentFolder } from './content-folder.ts';

export interface AssetContent {
  readonly sha256: string;
  readonly sizeBytes: number;
}

export type Kept =
  | (AssetContent & { readonly kind: 'kept' })
  /** The file's content differs from the wanted content. */
  | { readonly kind: 'other'; readonly sha256: string }
  /** The file was written to while it was read. */
  | { readonly kind: 'changing' }
  | { readonly kind: 'no_room'; readonly neededBytes: number };

interface Reading {
  readonly signal: AbortSignal | undefined;
  /** Called after each copied piece. */
  readonly onCopied?: (bytes: number) => Promise<void> | void;
}

const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
const PIECE = 1024 * 1024;

/**
 * Stores copies of assets as `assets/<2 digits>/<62 digits>` of their SHA-256. Copies in progress are in
 * `assets/incoming`.
 */
export class AssetStore {
  readonly contents: ContentFolder;
  readonly #incoming: string;

  private constructor(contents: ContentFolder, incoming: string) {
    this.contents = contents;
    this.#incoming = incoming;
  }

  static async open(dataDir: string): Promise<AssetStore> {
    const root = join(dataDir, 'assets');
    const incoming = join(root, 'incoming');
    await mkdir(incoming, { recursive: true });
    return new AssetStore(await ContentFolder.open(root), incoming);
  }

  /**
   * Keeps the current content of a file in the assets folder. `wanted`: keeps it only if it has this SHA-256. A hard
   * link is not enough, because files are edited in place. The file is read twice: for its hash, which shows whether
   * the content is already kept, and for the copy. The copy counts only if both hashes agree and the file is unchanged.
   */
  async keep(
    folder: AssetFolder,
    asset: AssetFile,
    { wanted, ...reading }: Reading & { readonly wanted?: string | undefined },
  ): Promise<Kept> {
    const found = await contentOf(asset, reading.signal);
    const { sha256, sizeBytes } = found;
    if (wanted !== undefined && sha256 !== wanted) return { kind: 'other', sha256 };
    if (await this.contents.hasDurably(sha256, sizeBytes)) return { kind: 'kept', ...found };
    const { bavail, bsize } = await statfs(this.#incoming);
    if (bavail * bsize < sizeBytes) return { kind: 'no_room', neededBytes: sizeBytes };
    const copy = join(this.#incoming, randomUUID());
    try {
      const copied = await copyTo(copy, asset.file, reading);
      const after = await folder.find(asset.path);
      if (copied !== sha256 || after?.identity !== asset.identity) return { kind: 'changing' };
      await this.contents.place(copy, sha256);
      return { kind: 'kept', ...found };
    } catch (error) {
      if (FULL.includes((error as NodeJS.ErrnoException).code)) return { kind: 'no_room', neededBytes: sizeBytes };
      throw error;
    } finally {
      await rm(copy, { force: true });
    }
  }

  /**
   * Removes copies left by a process that was killed. Copies in progress are recognised by their age, because they are
   * written to all the time.
   */
  async sweepIncoming(minAgeMs: number): Promise<void> {
    await removeOldFiles(this.#incoming, await readdir(this.#incoming), minAgeMs);
  }
}

/**
 * Reads a file's content. The caller must check the file again, because the file may have been written to during the
 * read.
 */
export async function contentOf({ file }: AssetFile, signal: AbortSignal | undefined): Promise<AssetContent> {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: PIECE, signal })) {
    digest.update(piece as Buffer);
    sizeBytes += (piece as Buffer).length;
  }
  return { sha256: digest.digest('hex'), sizeBytes };
}

/** Writes a synced copy, and returns the SHA-256 of its content. */
async function copyTo(target: string, source: string, { signal, onCopied }: Reading): Promise<string> {
  const digest = createHash('sha256');
  const copy = await open(target, 'wx', 0o640);
  try {
    for await (const piece of createReadStream(source, { highWaterMark: PIECE, signal })) {
      digest.update(piece as Buffer);
      await copy.appendFile(piece as Buffer);
      await onCopied?.((piece as Buffer).length);
    }
    await copy.sync();
  } finally {
    await copy.close();
  }
  return digest.digest('hex');
}
