import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMissing } from '@almagest/durable-files';
import { isAssetPath } from '../domain/assets/asset-list.ts';

/** A file of the assets folder at the moment it was read. */
export interface AssetFile {
  readonly path: string;
  /** The path of the file with links resolved. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** When the file was last changed, by the file system's clock. Unlike `mtimeMs`, this time cannot be set back. */
  readonly changedMs: number;
  /** Identifies the state of the file. Changes if the file is replaced or written to. */
  readonly identity: string;
}

/** The folder into which an administrator puts atomic data files and line lists. */
export class AssetFolder {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Finds a file by its asset path. The file must be inside the folder, even after links are resolved. */
  async find(path: string): Promise<AssetFile | undefined> {
    try {
      const file = await realpath(join(this.#dir, path));
      const found = await stat(file, { bigint: true });
      if (!file.startsWith((await realpath(this.#dir)) + sep) || !found.isFile()) return undefined;
      const { ino, size, mtimeNs, ctimeNs } = found;
      return {
        path,
        file,
        sizeBytes: Number(size),
        mtimeMs: Number(mtimeNs) / 1e6,
        changedMs: Number(ctimeNs) / 1e6,
        identity: [ino, size, mtimeNs, ctimeNs].join('-'),
      };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Lists all files that can be downloaded. Omits linked folders, which may form a cycle. */
  async list(): Promise<AssetFile[]> {
    const files: AssetFile[] = [];
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of await this.#entriesOf(folder)) {
        const path = `${folder}${entry.name}`;
        if (!isAssetPath(path)) continue;
        if (entry.isDirectory()) folders.push(`${path}/`);
        else if (entry.isFile() || entry.isSymbolicLink()) {
          const file = await this.find(path);
          if (file !== undefined) files.push(file);
        }
      }
    }
    return files;
  }

  async #entriesOf(folder: string) {
    try {
      return await readdir(join(this.#dir, folder), { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}
