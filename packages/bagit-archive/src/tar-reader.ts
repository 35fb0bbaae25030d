import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Header, Pax } from 'tar';
import { isSafePath } from './bag-format.ts';
import { DamagedArchive } from './damaged-archive.ts';
import { END_OF_ARCHIVE, entryPadding } from './tar-entry.ts';

const BLOCK = 512;
const CHUNK = 256 * 1024;

/** An extended header holds a path and a size. One that claims more is not read. */
const MAX_EXTENDED = 64 * 1024;

/** Entries that belong to the following ones: those of `pax`, and that of GNU tar for a long path. */
const EXTENDING: ReadonlySet<Header['type']> = new Set([
  'ExtendedHeader',
  'GlobalExtendedHeader',
  'NextFileHasLongPath',
]);

/** What the next header cannot hold. */
interface Extended {
  readonly size?: number;
  readonly path?: string;
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/** A file as it stands in an archive. */
export interface StoredEntry {
  readonly path: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

/**
 * Reads the headers of an archive on the disk one after the other. Contents are passed over unless they are asked for.
 * Gives regular files only, and passes over folders: whatever else an entry may be, it is refused, as are paths that
 * leave the folder.
 */
export class TarReader {
  readonly #file: FileHandle;
  readonly #size: number;
  #position = 0;

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

  /** The next file; undefined at the end of the archive, behind which there is nothing but zeros. */
  async next(): Promise<StoredEntry | undefined> {
    let extended: Extended = {};
    for (;;) {
      const header = await this.#header();
      if (header === undefined) return undefined;
      const entry = this.#enter(header, extended);
      const { path, sizeBytes } = entry;
      if (EXTENDING.has(header.type)) {
        if (sizeBytes > MAX_EXTENDED) throw new DamagedArchive(`the header before byte ${entry.offset} is too large`);
        extended = { ...extended, ...(await this.#readExtension(header.type, entry)) };
        continue;
      }
      if (header.type === 'Directory' && sizeBytes === 0) {
        extended = {};
        continue;
      }
      if (header.type !== 'File' && header.type !== 'OldFile')
        throw new DamagedArchive(`${JSON.stringify(path)} is no regular file but of the type ${header.type}`);
      if (!isSafePath(path)) throw new DamagedArchive(`${JSON.stringify(path)} is no path inside a folder`);
      return entry;
    }
  }

  /** Passes over the content of an entry. */
  #enter(header: Header, extended: Extended): StoredEntry {
    // Beside an extended path the header has the beginning of the same path, cut short.
    const { size = 0, path: written = '' } = { ...sizeAndPath(header), ...extended };
    const path = written.replace(/^(?:\.\/)+/, '');
    const offset = this.#position;
    if (!Number.isSafeInteger(size) || size < 0)
      throw new DamagedArchive(`no header of tar stands before byte ${offset}`);
    if (offset + size + entryPadding(size) + END_OF_ARCHIVE.length > this.#size)
      throw new DamagedArchive(`the archive is cut: it ends inside ${JSON.stringify(path)}`);
    this.#position += size + entryPadding(size);
    return { path, offset, sizeBytes: size };
  }

  /** What an entry says about the next one. What `pax` says of all following ones is no path and no size. */
  async #readExtension(type: Header['type'], entry: StoredEntry): Promise<Extended> {
    const text = (await this.read(entry)).toString('utf8');
    if (type === 'ExtendedHeader') return sizeAndPath(Pax.parse(text));
    return type === 'NextFileHasLongPath' ? { path: text.split('\0', 1)[0] ?? '' } : {};
  }

  /** A whole content, for files whose size the caller has bounded. */
  async read({ path, offset, sizeBytes }: StoredEntry): Promise<Buffer> {
    const content = Buffer.alloc(sizeBytes);
    const { bytesRead } = await this.#file.read(content, 0, sizeBytes, offset);
    if (bytesRead < sizeBytes) throw new DamagedArchive(`the archive is cut: it ends inside ${JSON.stringify(path)}`);
    return content;
  }

  /** A content piece by piece. Fails after the last piece if its SHA-256 is another. */
  async *contents(entry: StoredEntry, sha256: string): AsyncGenerator<Buffer> {
    const digest = createHash('sha256');
    for await (const piece of this.pieces(entry)) {
      digest.update(piece);
      yield piece;
    }
    if (digest.digest('hex') !== sha256)
      throw new DamagedArchive(`the content of ${JSON.stringify(entry.path)} is not the one of its SHA-256 ${sha256}`);
  }

  async *pieces({ path, offset, sizeBytes }: StoredEntry): AsyncGenerator<Buffer> {
    for (let done = 0; done < sizeBytes; done += CHUNK) {
      const length = Math.min(CHUNK, sizeBytes - done);
      yield await this.read({ path, offset: offset + done, sizeBytes: length });
    }
  }

  async #header(): Promise<Header | undefined> {
    if (this.#position + END_OF_ARCHIVE.length > this.#size)
      throw new DamagedArchive(`the archive is cut: it ends at byte ${this.#size} without an end`);
    const block = await this.read({ path: 'a header', offset: this.#position, sizeBytes: BLOCK });
    if (this.#position === 0 && block.subarray(0, GZIP.length).equals(GZIP))
      throw new DamagedArchive('the archive is compressed; unpack it with gunzip first');
    const header = decode(block, this.#position);
    this.#position += BLOCK;
    if (!header.nullBlock) return header;
    // Two empty blocks, and more of them where a writer fills its last record.
    while (this.#position < this.#size) {
      const sizeBytes = Math.min(CHUNK, this.#size - this.#position);
      const rest = await this.read({ path: 'the end', offset: this.#position, sizeBytes });
      if (rest.some((byte) => byte !== 0))
        throw new DamagedArchive(`something follows the end of the archive at byte ${this.#position}`);
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
    throw new DamagedArchive(`no header of tar stands at byte ${position}`, { cause: error });
  }
  if (!header.nullBlock && !header.cksumValid) throw new DamagedArchive(`no header of tar stands at byte ${position}`);
  return header;
}
