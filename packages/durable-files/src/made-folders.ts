import { dirname } from 'node:path';
import { FolderSync } from './staged-file.ts';

/** Folders that are created with their first file, so their own directory entries may be as new as the file. */
export class MadeFolders {
  readonly #levels: number;
  readonly #syncs = new FolderSync();
  /** Folders whose own directory entries are on disk. */
  readonly #lasting = new Set<string>();

  /** `levels`: how many folders above a file may be created together with the file. */
  constructor(levels = 1) {
    this.#levels = levels;
  }

  /** Makes a folder's entries and its own entry durable. `found`: whether the folder had to be created. */
  async sync(folder: string, found: 'folder made' | 'folder there'): Promise<void> {
    const made = [folder];
    while (made.length < this.#levels) made.push(dirname(made.at(-1) ?? folder));
    // The sweep had removed the folder, so its new directory entry must be synced too.
    if (found === 'folder made') for (const one of made) this.#lasting.delete(one);
    await Promise.all([this.#syncs.sync(folder), ...made.map((one) => this.#syncEntry(one))]);
  }

  async #syncEntry(folder: string): Promise<void> {
    if (this.#lasting.has(folder)) return;
    await this.#syncs.sync(dirname(folder));
    this.#lasting.add(folder);
  }
}
