import { createHash, randomUUID } from 'node:crypto';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface SpooledContent {
  readonly sizeBytes: number;
  readonly sha256: string;
}

const BUFFERED = 64 * 1024;

/** A spool file that is being written. Text is buffered, so that not every line needs a system call. */
export class SpoolFile {
  readonly path: string;
  readonly #descriptor: number;
  readonly #digest = createHash('sha256');
  #size = 0;
  #waiting: string[] = [];
  #waitingLength = 0;

  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, 'wx', 0o600);
  }

  write(text: string): void {
    this.#waiting.push(text);
    this.#waitingLength += text.length;
    if (this.#waitingLength >= BUFFERED) this.#flush();
  }

  finish(): SpooledContent {
    this.#flush();
    closeSync(this.#descriptor);
    return { sizeBytes: this.#size, sha256: this.#digest.digest('hex') };
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    this.#waitingLength = 0;
    for (let written = 0; written < bytes.length;) written += writeSync(this.#descriptor, bytes, written);
    this.#digest.update(bytes);
    this.#size += bytes.length;
  }
}

/**
 * Temporary files of one export: the files that it writes, and the list of all files that it sends.
 *
 * Finished files are removed from their folder, but kept open. If the process dies, no files remain. No sweep removes
 * files of an export that takes hours.
 */
export class Spool {
  readonly folder: string;
  readonly #open = new Map<string, FileHandle>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(dataDir: string): Promise<Spool> {
    const folder = join(dataDir, 'staging', `export-${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    return new Spool(folder);
  }

  begin(name: string): SpoolFile {
    return new SpoolFile(this.pathOf(name));
  }

  pathOf(name: string): string {
    return join(this.folder, name);
  }

  /** Yields the lines of a finished file. Must be called before `detach`. */
  async *lines(name: string): AsyncGenerator<string> {
    yield* createInterface({ input: createReadStream(this.pathOf(name)), crlfDelay: Infinity });
  }

  /** Keeps these files open and removes the folder. */
  async detach(names: readonly string[]): Promise<void> {
    for (const name of names) this.#open.set(name, await open(this.pathOf(name), 'r'));
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Returns an open file. The file can be read any number of times. */
  file(name: string): FileHandle {
    const file = this.#open.get(name);
    if (file === undefined) throw new Error(`this export has no file ${name}`);
    return file;
  }

  async close(): Promise<void> {
    for (const file of this.#open.values()) await file.close();
    this.#open.clear();
    await rm(this.folder, { recursive: true, force: true });
  }
}
