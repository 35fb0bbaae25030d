import { dirname } from 'node:path';
import { FolderSync } from '@almagest/durable-files';

/** Folders that are made for the first file that is placed in them, so that their own entries may be as new as the file. */
export class MadeFolders {
  readonly #syncs = new FolderSync();
  /** Folders whose own entries are on the disk. */
  readonly #lasting = new Set<string>();

  /** Makes the entries of a folder durable, and its own. `found`: whether it had to be made. */
  async sync(folder: string, found: 'folder made' | 'folder there'): Promise<void> {
    // A folder that the sweep removed was made anew: its own entry is to be made durable again.
    if (found === 'folder made') this.#lasting.delete(folder);
    await Promise.all([this.#syncs.sync(folder), this.#syncEntry(folder)]);
  }

  async #syncEntry(folder: string): Promise<void> {
    if (this.#lasting.has(folder)) return;
    await this.#syncs.sync(dirname(folder));
    this.#lasting.add(folder);
  }
}
