import { MadeFolders } from '@almagest/durable-files';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SHARD = /^[0-9a-f]{2}$/;

/** Returns the shards of a folder in order. A shard is created with its first file and never removed. */
export async function listShards(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => SHARD.test(name)).toSorted();
}

/**
 * The maximum number of contents removed in one call. During the call, a transaction blocks new references to contents.
 * PostgreSQL aborts this transaction if it is idle for too long.
 */
const SWEPT_AT_ONCE = 200;

/** Stores files in a folder, under names from their content: `<2 digits>/<62 digits>` of the SHA-256. */
export class ContentFolder {
  readonly #root: string;
  readonly #shards = new MadeFolders();

  private constructor(root: string) {
    this.#root = root;
  }

  static async open(root: string): Promise<ContentFolder> {
    await mkdir(root, { recursive: true });
    return new ContentFolder(root);
  }

  pathOf(sha256: string): string {
    return join(this.#root, sha256.slice(0, 2), sha256.slice(2));
  }

  /** Returns the size of stored content in bytes, or undefined if the content is not stored. */
  async sizeOf(sha256: string): Promise<number | undefined> {
    return (await stat(this.pathOf(sha256)).catch(() => undefined))?.size;
  }

  async has(sha256: string, sizeBytes: number): Promise<boolean> {
    return (await this.sizeOf(sha256)) === sizeBytes;
  }

  /**
   * Returns whether content is stored, after making sure that it survives a power cut. A process may have been killed
   * between renaming the file and syncing the folder.
   */
  async hasDurably(sha256: string, sizeBytes: number): Promise<boolean> {
    if (!(await this.has(sha256, sizeBytes))) return false;
    await this.#shards.sync(dirname(this.pathOf(sha256)), 'folder there');
    return true;
  }

  /** Moves a synced file to its final place. The file must be on the same file system. */
  async place(file: string, sha256: string): Promise<void> {
    const target = this.pathOf(sha256);
    const made = await mkdir(dirname(target), { recursive: true });
    await rename(file, target);
    await this.#shards.sync(dirname(target), made === undefined ? 'folder there' : 'folder made');
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.pathOf(sha256), { force: true });
  }

  /**
   * Removes unreferenced contents and returns their number. `findReferenced` returns the referenced contents.
   * `whileUnreferenced` gets the other contents, prevents new references, and calls `remove` with the contents that are
   * still unreferenced.
   */
  async sweep(
    findReferenced: (contents: readonly string[]) => Promise<ReadonlySet<string>>,
    whileUnreferenced: (
      contents: readonly string[],
      remove: (unreferenced: readonly string[]) => Promise<void>,
    ) => Promise<void>,
  ): Promise<number> {
    let removed = 0;
    for (const shard of await listShards(this.#root)) {
      const contents = (await readdir(join(this.#root, shard))).map((rest) => `${shard}${rest}`);
      if (contents.length === 0) continue;
      const referenced = await findReferenced(contents);
      const candidates = contents.filter((sha256) => !referenced.has(sha256));
      for (let at = 0; at < candidates.length; at += SWEPT_AT_ONCE)
        await whileUnreferenced(candidates.slice(at, at + SWEPT_AT_ONCE), async (unreferenced) => {
          for (const sha256 of unreferenced) await this.remove(sha256);
          removed += unreferenced.length;
        });
    }
    return removed;
  }
}
