import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { END_OF_ARCHIVE, entryHead, entryPadding } from '@almagest/bagit-archive';
import { fitsOfSpectrum } from '../../files/archive/fits-spectrum.ts';
import type { Spool } from '../../files/archive/spool.ts';
import type { Inventory, ListedFile } from './entry-list.ts';

/** Thrown when a file on disk doesn't match its row. The archive is cut off there. */
class FileDiffersError extends Error {
  override readonly name = 'FileDiffersError';
}

/** A range of bytes of an archive, from `first` up to and including `last`. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Yields the bytes of an archive. Skips entries before the range without reading them, because their sizes are known.
 * Reads the file in which the range starts from its beginning, because only a whole file can be compared with its hash.
 */
export async function* archiveBytes(
  spool: Spool,
  { name, sizeBytes }: Inventory,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  let position = 0;
  const within = (bytes: Buffer): Buffer | undefined => {
    const from = Math.max(0, range.first - position);
    const to = Math.min(bytes.length, range.last + 1 - position);
    position += bytes.length;
    return from < to ? bytes.subarray(from, to) : undefined;
  };
  for await (const line of inventoryLines(spool, name)) {
    if (position > range.last) return;
    const file = JSON.parse(line) as ListedFile;
    const head = within(entryHead(file));
    if (head !== undefined) yield head;
    const padding = entryPadding(file.sizeBytes);
    if (position + file.sizeBytes + padding <= range.first) {
      position += file.sizeBytes + padding;
      continue;
    }
    for await (const piece of verified(spool, file)) {
      const part = within(piece);
      if (part !== undefined) yield part;
    }
    const rest = within(Buffer.alloc(padding));
    if (rest !== undefined) yield rest;
  }
  const end = within(END_OF_ARCHIVE);
  if (end !== undefined) yield end;
  if (position !== sizeBytes)
    throw new Error(`the archive ended after ${position} bytes, but should have ${sizeBytes}`);
}

/** A file in an archive, with the position of its first byte in the archive. */
export type PlacedEntry = ListedFile & { readonly at: number };

/** Yields the files of an archive in order. */
export async function* archiveEntries(spool: Spool, { name }: Inventory): AsyncGenerator<PlacedEntry> {
  let position = 0;
  for await (const line of inventoryLines(spool, name)) {
    const file = JSON.parse(line) as ListedFile;
    const at = position + entryHead(file).length;
    yield { ...file, at };
    position = at + file.sizeBytes + entryPadding(file.sizeBytes);
  }
}

async function* inventoryLines(spool: Spool, name: string): AsyncGenerator<string> {
  yield* createInterface({
    input: spool.file(name).createReadStream({ start: 0, autoClose: false }),
    crlfDelay: Infinity,
  });
}

/** Yields the content of a file. Throws if its size or hash differs from its entry in the list. */
async function* verified(spool: Spool, file: ListedFile): AsyncGenerator<Buffer> {
  const { path, sizeBytes, sha256 } = file;
  const digest = createHash('sha256');
  let size = 0;
  try {
    for await (const piece of piecesOf(spool, file)) {
      size += piece.length;
      if (size > sizeBytes) throw new FileDiffersError(`${path} has more than ${sizeBytes} bytes`);
      digest.update(piece);
      yield piece;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' ? new FileDiffersError(`${path} is missing on disk`, { cause: error }) : error;
  }
  if (size < sizeBytes) throw new FileDiffersError(`${path} has ${size} bytes instead of ${sizeBytes}`);
  if (digest.digest('hex') !== sha256) throw new FileDiffersError(`${path} does not have the SHA-256 ${sha256}`);
}

function piecesOf(spool: Spool, { from, sizeBytes }: ListedFile): AsyncIterable<Buffer> {
  if ('spectrum' in from) return fitsOfSpectrum(from.spectrum, from.table);
  // Reads one byte more than expected to detect a longer file. Without `end`, a stream would allocate 64 KiB for each
  // file.
  const end = sizeBytes;
  return 'spool' in from
    ? spool.file(from.spool).createReadStream({ start: 0, end, autoClose: false })
    : createReadStream(from.file, { end });
}
