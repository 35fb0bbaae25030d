import { dirname } from 'node:path';
import { FolderSync } from '@almagest/durable-files';

/** Folders that are created with their first file, so their own directory entries may be as new as the file. */
export class MadeFolders {
  readonly #syncs = new FolderSync();
  /** Folders whose own directory entries are on disk. */
  readonly #lasting = new Set<string>();

  /** Makes a folder's entries and its own entry durable. `found`: whether the folder had to be created. */
  async sync(folder: string, found: 'folder made' | 'folder there'): Promise<void> {
    // The sweep had removed the folder, so its new directory entry must be synced too.
    if (found === 'folder made') this.#lasting.delete(folder);
    await Promise.all([this.#syncs.sync(folder), this.#syncEntry(folder)]);
  }

  async #syncEntry(folder: string): Promise<void> {
    if (this.#lasting.has(folder)) return;
    await this.#syncs.sync(dirname(folder));
    this.#lasting.add(folder);
  }
}
