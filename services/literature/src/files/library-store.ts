import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { MadeFolders, StagedFile, removeOldFiles } from '@almagest/durable-files';

/**
 * Number of hex digits of the content hash in a file name. Sixteen digits are enough to distinguish the versions of one
 * paper's file.
 */
const VERSION_DIGITS = 16;

/** The type of a file. `zh-CN.md` is the Markdown of a translation. */
export type AssetType = 'pdf' | 'html' | 'md' | `${string}.md`;

/**
 * Stores the library's files as `papers/<shard>/<paper id>/<version>.<type>`, with figures in a subfolder. The name of
 * a file is derived from its content. A file is complete and in its final place before its location is recorded. A
 * recorded location therefore always names a complete file, even if a process dies. A sweep removes files to which no
 * row refers.
 */
export class LibraryStore {
  readonly root: string;
  /** Creates three levels of folders: the shard, the folder of the paper, and the folder of its figures. */
  readonly #folders = new MadeFolders(3);

  private constructor(root: string) {
    this.root = root;
  }

  static async open(libraryDir: string): Promise<LibraryStore> {
    const root = resolve(libraryDir);
    await mkdir(join(root, 'papers'), { recursive: true });
    await mkdir(join(root, 'staging'), { recursive: true });
    return new LibraryStore(root);
  }

  /** Opens a staged file for writing. */
  stage(): StagedFile {
    return new StagedFile(join(this.root, 'staging'));
  }

  /** Moves a finished file durably to its final place. Returns the location of the file. */
  async place(paperId: number, type: AssetType, staged: StagedFile): Promise<string> {
    const version = (await hashOf(staged.path)).slice(0, VERSION_DIGITS);
    return await this.#put(paperId, `${version}.${type}`, staged);
  }

  async write(paperId: number, type: AssetType, content: string): Promise<string> {
    const bytes = Buffer.from(content);
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, VERSION_DIGITS);
    return await this.#put(paperId, `${version}.${type}`, await this.#written(bytes));
  }

  /** Stores a figure under the name that the Markdown refers to. */
  async writeFigure(paperId: number, name: string, content: Buffer): Promise<void> {
    await this.#put(paperId, join('figures', name), await this.#written(content));
  }

  async readFigure(paperId: number, name: string): Promise<Buffer | undefined> {
    if (name.startsWith('.') || /[/\\\0]/.test(name)) return undefined;
    return await unlessMissing(readFile(join(this.figuresOf(paperId), name)));
  }

  /**
   * Reads a cached file that was derived from a paper's files. No row refers to cached files. They are swept at the
   * same age as unreferenced files, but reading a cached file resets its age.
   */
  async readCached(paperId: number, name: string): Promise<string | undefined> {
    const path = join(this.root, this.#folderOf(paperId), name);
    return await unlessMissing(
      readFile(path, 'utf8').then(async (content) => {
        await utimes(path, new Date(), new Date());
        return content;
      }),
    );
  }

  async storeCached(paperId: number, name: string, content: string): Promise<void> {
    await this.#put(paperId, name, await this.#written(Buffer.from(content)));
  }

  figuresOf(paperId: number): string {
    return join(this.root, this.#folderOf(paperId), 'figures');
  }

  async exists(location: string): Promise<boolean> {
    return await access(this.pathOf(location)).then(
      () => true,
      () => false,
    );
  }

  async sizeOf(location: string): Promise<number | undefined> {
    return (await unlessMissing(stat(this.pathOf(location))))?.size;
  }

  async readText(location: string): Promise<string | undefined> {
    return await unlessMissing(readFile(this.pathOf(location), 'utf8'));
  }

  /**
   * Returns the path of a location.
   *
   * @throws if the path is outside the library
   */
  pathOf(location: string): string {
    const path = resolve(this.root, location);
    if (!path.startsWith(this.root + sep)) throw new Error(`the location ${location} is not within the library`);
    return path;
  }

  /**
   * Removes incomplete uploads and downloads, and files to which no paper refers, if they are older than `minAgeMs`.
   * Newer files may belong to a transaction that is about to commit.
   */
  async sweep(
    minAgeMs: number,
    findReferenced: (locations: string[]) => Promise<ReadonlySet<string>>,
  ): Promise<number> {
    const staging = join(this.root, 'staging');
    let removed = await removeOldFiles(staging, await readdir(staging), minAgeMs);
    for (const shard of await readdir(join(this.root, 'papers'))) {
      for (const paper of await readdir(join(this.root, 'papers', shard))) {
        const folder = join(this.root, 'papers', shard, paper);
        const files = (await readdir(folder)).filter((name) => name !== 'figures');
        const locationOf = (name: string) => relative(this.root, join(folder, name));
        const referenced = await findReferenced(files.map(locationOf));
        const orphans = files.filter((name) => !referenced.has(locationOf(name)));
        removed += await removeOldFiles(folder, orphans, minAgeMs);
      }
    }
    return removed;
  }

  async #written(content: Buffer): Promise<StagedFile> {
    const staged = this.stage();
    try {
      staged.write(content);
      await staged.finish();
    } catch (error) {
      staged.discard();
      throw error;
    }
    return staged;
  }

  async #put(paperId: number, name: string, staged: StagedFile): Promise<string> {
    const location = join(this.#folderOf(paperId), name);
    const folder = join(this.root, location, '..');
    const found = staged.putInPlace(folder, join(this.root, location).slice(folder.length + 1));
    await this.#folders.sync(folder, found);
    return location;
  }

  #folderOf(paperId: number): string {
    return join('papers', String(paperId % 1000).padStart(3, '0'), String(paperId));
  }
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
