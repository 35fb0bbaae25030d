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

/** A file as it stands in an archive. */
export interface StoredEntry {
  readonly path: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

/**
 * Reads the headers of an archive on the disk one after the other. Contents are passed over unless they are asked for.
 * Holds regular files only: whatever else an entry may be, it is refused, as are paths that leave the folder.
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

  /** The next file; undefined at the end of the archive, which must be the end of the file too. */
  async next(): Promise<StoredEntry | undefined> {
    let extended: Pax | undefined;
    for (;;) {
      const header = await this.#header();
      if (header === undefined) return undefined;
      // Beside an extended path the header has the beginning of the same path, cut short.
      const { size = 0, path = '' } = { ...sizeAndPath(header), ...sizeAndPath(extended) };
      const offset = this.#position;
      if (!Number.isSafeInteger(size) || size < 0)
        throw new DamagedArchive(`no header of tar stands before byte ${offset}`);
      if (offset + size + entryPadding(size) + END_OF_ARCHIVE.length > this.#size)
        throw new DamagedArchive(`the archive is cut: it ends inside ${JSON.stringify(path)}`);
      this.#position += size + entryPadding(size);
      if (header.type === 'ExtendedHeader' && extended === undefined) {
        if (size > MAX_EXTENDED) throw new DamagedArchive(`the header before byte ${offset} is too large`);
        extended = Pax.parse((await this.read({ path, offset, sizeBytes: size })).toString('utf8'));
        continue;
      }
      if (header.type !== 'File')
        throw new DamagedArchive(`${JSON.stringify(path)} is no regular file but of the type ${header.type}`);
      if (!isSafePath(path)) throw new DamagedArchive(`${JSON.stringify(path)} is no path inside a folder`);
      return { path, offset, sizeBytes: size };
    }
  }

  /** A whole content, for files whose size the caller has bounded. */
  async read({ path, offset, sizeBytes }: StoredEntry): Promise<Buffer> {
    const content = Buffer.alloc(sizeBytes);
    const { bytesRead } = await this.#file.read(content, 0, sizeBytes, offset);
    if (bytesRead < sizeBytes) throw new DamagedArchive(`the archive is cut: it ends inside ${JSON.stringify(path)}`);
    return content;
  }

  /** A content piece by piece. Fails after the last piece if its SHA-256 is another. */
  async *contents({ path, offset, sizeBytes }: StoredEntry, sha256: string): AsyncGenerator<Buffer> {
    const digest = createHash('sha256');
    for (let done = 0; done < sizeBytes; done += CHUNK) {
      const length = Math.min(CHUNK, sizeBytes - done);
      const piece = await this.read({ path, offset: offset + done, sizeBytes: length });
      digest.update(piece);
      yield piece;
    }
    if (digest.digest('hex') !== sha256)
      throw new DamagedArchive(`the content of ${JSON.stringify(path)} is not the one of its SHA-256 ${sha256}`);
  }

  async #header(): Promise<Header | undefined> {
    if (this.#position + END_OF_ARCHIVE.length > this.#size)
      throw new DamagedArchive(`the archive is cut: it ends at byte ${this.#size} without an end`);
    const block = await this.read({ path: 'a header', offset: this.#position, sizeBytes: BLOCK });
    const header = decode(block, this.#position);
    this.#position += BLOCK;
    if (!header.nullBlock) return header;
    const second = await this.read({ path: 'the end', offset: this.#position, sizeBytes: BLOCK });
    if (second.some((byte) => byte !== 0) || this.#position + BLOCK !== this.#size)
      throw new DamagedArchive(`something follows the end of the archive at byte ${this.#position}`);
    return undefined;
  }
}

function sizeAndPath({ size, path }: { readonly size?: number; readonly path?: string } = {}) {
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
