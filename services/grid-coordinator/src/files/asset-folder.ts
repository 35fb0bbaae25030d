import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMissing } from '@almagest/durable-files';
import { isAssetPath } from '../domain/asset-list.ts';

/** A file of the assets folder as it was when it was looked at. */
export interface AssetFile {
  readonly path: string;
  /** Where it stands; links are resolved. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** When it was changed last, by the clock of the file system. It cannot be set back, as the time above can. */
  readonly changedMs: number;
  /** Another one if the file was replaced or written to. */
  readonly identity: string;
}

/** The folder into which an administrator puts atomic data files and line lists. */
export class AssetFolder {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** A file by its path, which must be a path of an asset. It has to stay inside the folder, also through links. */
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

  /** All files that can be downloaded. Folders behind links are left out: they may contain themselves. */
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
