import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { FolderSync, StagedFile } from '@almagest/service-kit/durable-file';

/** Hex digits of a content's hash in a file's name: enough to tell the versions of one paper's file apart. */
const VERSION_DIGITS = 16;

/** A translation is Markdown of a language: `zh-CN.md`. */
export type AssetType = 'pdf' | 'html' | 'md' | `${string}.md`;

/**
 * The library's files, `papers/<shard>/<paper id>/<version>.<type>` and its figures beside them.
 *
 * A file is whole and in its place before its location is recorded, under a name that tells its content, so a recorded
 * location names a whole file whatever dies; one that was never recorded is swept.
 */
export class LibraryStore {
  readonly root: string;
  readonly #folders = new FolderSync();

  private constructor(root: string) {
    this.root = root;
  }

  static async open(libraryDir: string): Promise<LibraryStore> {
    const root = resolve(libraryDir);
    await mkdir(join(root, 'papers'), { recursive: true });
    await mkdir(join(root, 'staging'), { recursive: true });
    return new LibraryStore(root);
  }

  /** A file that is being written, without a place yet. */
  stage(): StagedFile {
    return new StagedFile(join(this.root, 'staging'));
  }

  /** Gives a finished file its place, durably, and returns its location. */
  async place(paperId: number, type: AssetType, staged: StagedFile): Promise<string> {
    const version = (await hashOf(staged.path)).slice(0, VERSION_DIGITS);
    return await this.#put(paperId, `${version}.${type}`, staged);
  }

  /** Writes a file in one go and returns its location. */
  async write(paperId: number, type: AssetType, content: string): Promise<string> {
    const bytes = Buffer.from(content);
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, VERSION_DIGITS);
    return await this.#put(paperId, `${version}.${type}`, await this.#written(bytes));
  }

  /** Stores a figure under the name that the Markdown calls it by. */
  async writeFigure(paperId: number, name: string, content: Buffer): Promise<void> {
    await this.#put(paperId, join('figures', name), await this.#written(content));
  }

  /** A stored figure; undefined where there is none of this name. */
  async readFigure(paperId: number, name: string): Promise<Buffer | undefined> {
    if (name.startsWith('.') || /[/\\\0]/.test(name)) return undefined;
    return await unlessMissing(readFile(join(this.figuresOf(paperId), name)));
  }

  /**
   * What was made of a paper's files and can be made again: no row names it. It is swept when nobody has asked for it as long
   * as any file that nothing refers to; to be asked for makes it young again.
   */
  async readKept(paperId: number, name: string): Promise<string | undefined> {
    const path = join(this.root, this.#folderOf(paperId), name);
    return await unlessMissing(
      readFile(path, 'utf8').then(async (content) => {
        await utimes(path, new Date(), new Date());
        return content;
      }),
    );
  }

  /** Stores something of that kind. */
  async keep(paperId: number, name: string, content: string): Promise<void> {
    await this.#put(paperId, name, await this.#written(Buffer.from(content)));
  }

  /** Where the figures of a paper are. */
  figuresOf(paperId: number): string {
    return join(this.root, this.#folderOf(paperId), 'figures');
  }

  async exists(location: string): Promise<boolean> {
    return await access(this.pathOf(location)).then(
      () => true,
      () => false,
    );
  }

  async readText(location: string): Promise<string | undefined> {
    return await unlessMissing(readFile(this.pathOf(location), 'utf8'));
  }

  /** The path of a location; throws for one that leads out of the library. */
  pathOf(location: string): string {
    const path = resolve(this.root, location);
    if (!path.startsWith(this.root + sep)) throw new Error(`the location ${location} is not within the library`);
    return path;
  }

  /**
   * Removes uploads and downloads that were cut short, and files that no paper refers to, once they are older than
   * `minAgeMs`: a younger one may belong to a transaction that is about to commit.
   */
  async sweep(
    minAgeMs: number,
    findReferenced: (locations: string[]) => Promise<ReadonlySet<string>>,
  ): Promise<number> {
    let removed = await removeOld(join(this.root, 'staging'), () => true, minAgeMs);
    for (const shard of await readdir(join(this.root, 'papers'))) {
      for (const paper of await readdir(join(this.root, 'papers', shard))) {
        const folder = join(this.root, 'papers', shard, paper);
        const files = (await readdir(folder)).filter((name) => name !== 'figures');
        const locationOf = (name: string) => relative(this.root, join(folder, name));
        const referenced = await findReferenced(files.map(locationOf));
        removed += await removeOld(folder, (name) => name !== 'figures' && !referenced.has(locationOf(name)), minAgeMs);
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
    staged.putInPlace(folder, join(this.root, location).slice(folder.length + 1));
    await this.#folders.sync(folder);
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

async function removeOld(folder: string, isOrphan: (name: string) => boolean, minAgeMs: number): Promise<number> {
  let removed = 0;
  for (const name of (await readdir(folder)).filter(isOrphan)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < minAgeMs) continue;
    await rm(path, { force: true, recursive: true });
    removed += 1;
  }
  return removed;
}
