import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MadeFolders } from './made-folders.ts';

const SHARD = /^[0-9a-f]{2}$/;

/** The shards that a folder has, in order. One is made for the first file in it, and stays. */
export async function listShards(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => SHARD.test(name)).toSorted();
}

/**
 * How many contents are removed in one call. Meanwhile nothing can begin to refer to a content, and the transaction that
 * sees to that is cut off if it is silent for too long.
 */
const SWEPT_AT_ONCE = 200;

/** Files named by their content: `<2 digits>/<62 digits>` of their SHA-256 below one folder. */
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

  /** The size of a content in bytes; undefined if it is not here. */
  async sizeOf(sha256: string): Promise<number | undefined> {
    return (await stat(this.pathOf(sha256)).catch(() => undefined))?.size;
  }

  async has(sha256: string, sizeBytes: number): Promise<boolean> {
    return (await this.sizeOf(sha256)) === sizeBytes;
  }

  /**
   * The same, and a power cut does not change it: a process may have been killed between the renaming of a file and the
   * sync of its folder.
   */
  async hasDurably(sha256: string, sizeBytes: number): Promise<boolean> {
    if (!(await this.has(sha256, sizeBytes))) return false;
    await this.#shards.sync(dirname(this.pathOf(sha256)), 'folder there');
    return true;
  }

  /** Gives a file of the same file system, whose content is on the disk, its place. */
  async place(file: string, sha256: string): Promise<void> {
    const target = this.pathOf(sha256);
    const made = await mkdir(dirname(target), { recursive: true });
    await rename(file, target);
    await this.#shards.sync(dirname(target), made === undefined ? 'folder there' : 'folder made');
  }

  /**
   * Removes contents that nothing refers to. `findReferenced` tells which of the contents something refers to;
   * `whileUnreferenced` is given the others, and calls back with those of them that nothing can begin to refer to until
   * the call returns. Returns how many were removed.
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
          for (const sha256 of unreferenced) await rm(this.pathOf(sha256), { force: true });
          removed += unreferenced.length;
        });
    }
    return removed;
  }
}
