import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Header, Pax } from 'tar';
import { isSafePath } from './bag-format.ts';
import { DamagedArchiveError } from './damaged-archive-error.ts';
import { END_OF_ARCHIVE, entryPadding } from './tar-entry.ts';

const BLOCK = 512;
const CHUNK = 256 * 1024;

/** An extended header contains a path and a size. Larger ones are refused. */
const MAX_EXTENDED = 64 * 1024;

/** A grid has one folder for each temperature and gravity. Each folder costs a disk read. */
const MOST_FOLDERS = 10_000;
/** Before its main header, a file has at most one extending header of each type. */
const MOST_EXTENDING = 8;

/** Entries that describe the following ones: `pax` headers, and GNU tar's long path. */
const EXTENDING: ReadonlySet<Header['type']> = new Set([
  'ExtendedHeader',
  'GlobalExtendedHeader',
  'NextFileHasLongPath',
]);

/** Values that the next header cannot hold. */
interface Extended {
  readonly size?: number;
  readonly path?: string;
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/** A file and its position in an archive. */
export interface StoredEntry {
  readonly path: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

/**
 * Reads the headers of an archive on disk in order. Skips contents that aren't requested.
 *
 * Returns only regular files and skips folders. Refuses all other entries, and paths that leave the folder.
 */
export class TarReader {
  readonly #file: FileHandle;
  readonly #size: number;
  #position = 0;
  #folders = 0;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  static async open(path: string): Promise<TarReader> {
    const file = await open(path, 'r');
    const { size } = await file.stat();
    return new TarReader(file, size);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Returns the next file. Undefined at the end of the archive, after which only zeros are allowed. */
  async next(): Promise<StoredEntry | undefined> {
    let extended: Extended = {};
    let extending = 0;
    for (;;) {
      const header = await this.#header();
      if (header === undefined) return undefined;
      const entry = this.#enter(header, extended);
      const { path, sizeBytes } = entry;
      if (EXTENDING.has(header.type)) {
        if (sizeBytes > MAX_EXTENDED)
          throw new DamagedArchiveError(`the header before byte ${entry.offset} is too large`);
        extending += 1;
        if (extending > MOST_EXTENDING)
          throw new DamagedArchiveError(
            `there are more than ${MOST_EXTENDING} extended headers before byte ${entry.offset}`,
          );
        extended = { ...extended, ...(await this.#readExtension(header.type, entry)) };
        continue;
      }
      if (header.type === 'Directory' && sizeBytes === 0) {
        this.#folders += 1;
        if (this.#folders > MOST_FOLDERS)
          throw new DamagedArchiveError(`the archive has more than ${MOST_FOLDERS} folder entries. Pack only files`);
        extended = {};
        extending = 0;
        continue;
      }
      if (header.type !== 'File' && header.type !== 'OldFile')
        throw new DamagedArchiveError(`${JSON.stringify(path)} is not a regular file but has the type ${header.type}`);
      if (!isSafePath(path)) throw new DamagedArchiveError(`${JSON.stringify(path)} is not a path inside a folder`);
      return entry;
    }
  }

  /** Returns the file of a header and skips its content. */
  #enter(header: Header, extended: Extended): StoredEntry {
    // If there is an extended path, the header contains a truncated one.
    const { size = 0, path: written = '' } = { ...sizeAndPath(header), ...extended };
    const path = written.replace(/^(?:\.\/)+/, '');
    const offset = this.#position;
    if (!Number.isSafeInteger(size) || size < 0)
      throw new DamagedArchiveError(`there is no tar header before byte ${offset}`);
    if (offset + size + entryPadding(size) + END_OF_ARCHIVE.length > this.#size)
      throw new DamagedArchiveError(`the archive is truncated: it ends inside ${JSON.stringify(path)}`);
    this.#position += size + entryPadding(size);
    return { path, offset, sizeBytes: size };
  }

  /** Returns what an entry says about the next one. A global `pax` header never sets path or size. */
  async #readExtension(type: Header['type'], entry: StoredEntry): Promise<Extended> {
    const text = (await this.read(entry)).toString('utf8');
    if (type === 'ExtendedHeader') return sizeAndPath(Pax.parse(text));
    return type === 'NextFileHasLongPath' ? { path: text.split('\0', 1)[0] ?? '' } : {};
  }

  /** Returns the entire content of an entry. The caller must limit the size. */
  async read({ path, offset, sizeBytes }: StoredEntry): Promise<Buffer> {
    const content = Buffer.alloc(sizeBytes);
    const { bytesRead } = await this.#file.read(content, 0, sizeBytes, offset);
    if (bytesRead < sizeBytes)
      throw new DamagedArchiveError(`the archive is truncated: it ends inside ${JSON.stringify(path)}`);
    return content;
  }

  /** Yields the content of an entry in chunks. Fails after the last chunk if its SHA-256 differs. */
  async *contents(entry: StoredEntry, sha256: string): AsyncGenerator<Buffer> {
    const digest = createHash('sha256');
    for await (const piece of this.pieces(entry)) {
      digest.update(piece);
      yield piece;
    }
    if (digest.digest('hex') !== sha256)
      throw new DamagedArchiveError(
        `the content of ${JSON.stringify(entry.path)} does not match its SHA-256 ${sha256}`,
      );
  }

  async *pieces({ path, offset, sizeBytes }: StoredEntry): AsyncGenerator<Buffer> {
    for (let done = 0; done < sizeBytes; done += CHUNK) {
      const length = Math.min(CHUNK, sizeBytes - done);
      yield await this.read({ path, offset: offset + done, sizeBytes: length });
    }
  }

  async #header(): Promise<Header | undefined> {
    if (this.#position + END_OF_ARCHIVE.length > this.#size)
      throw new DamagedArchiveError(`the archive is truncated: it ends at byte ${this.#size} without an end marker`);
    const block = await this.read({ path: 'a header', offset: this.#position, sizeBytes: BLOCK });
    if (this.#position === 0 && block.subarray(0, GZIP.length).equals(GZIP))
      throw new DamagedArchiveError('the archive is compressed. Unpack it with gunzip first');
    const header = decode(block, this.#position);
    this.#position += BLOCK;
    if (!header.nullBlock) return header;
    // The archive ends with two empty blocks, or with more if a writer fills its last record.
    while (this.#position < this.#size) {
      const sizeBytes = Math.min(CHUNK, this.#size - this.#position);
      const rest = await this.read({ path: 'the end', offset: this.#position, sizeBytes });
      if (rest.some((byte) => byte !== 0))
        throw new DamagedArchiveError(`there is data after the end of the archive at byte ${this.#position}`);
      this.#position += sizeBytes;
    }
    return undefined;
  }
}

function sizeAndPath({
  size,
  path,
}: {
  readonly size?: number | undefined;
  readonly path?: string | undefined;
}): Extended {
  return { ...(size === undefined ? {} : { size }), ...(path === undefined ? {} : { path }) };
}

function decode(block: Buffer, position: number): Header {
  let header: Header;
  try {
    header = new Header(block, 0);
  } catch (error) {
    throw new DamagedArchiveError(`there is no tar header at byte ${position}`, { cause: error });
  }
  if (!header.nullBlock && !header.cksumValid)
    throw new DamagedArchiveError(`there is no tar header at byte ${position}`);
  return header;
}
