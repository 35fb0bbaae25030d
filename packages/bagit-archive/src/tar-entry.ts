import { Header, Pax } from 'tar';

const BLOCK = 512;

/** A file in an archive. It has no owner, so that the same content gives the same bytes on every machine. */
export interface TarEntry {
  /** With slashes, relative to the folder into which the archive is unpacked. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeSec: number;
}

/** Two empty blocks end an archive. */
export const END_OF_ARCHIVE: Buffer = Buffer.alloc(2 * BLOCK);

/**
 * Returns the header before a file's content: ustar (POSIX.1-1988), preceded by an extended header (`pax`,
 * POSIX.1-2001) for a path or a size that ustar cannot hold.
 */
export function entryHead({ path, sizeBytes, mtimeSec }: TarEntry): Buffer {
  const fields = { path, size: sizeBytes, mtime: new Date(mtimeSec * 1_000) };
  const header = headerOf(fields, 'File');
  if (!header.needPax && isPlain(path)) return blockOf(header);
  const records = Buffer.from(new Pax({ path, size: sizeBytes }).encodeBody());
  const extended = headerOf({ path: 'extended', size: records.length, mtime: fields.mtime }, 'ExtendedHeader');
  const padding = Buffer.alloc(entryPadding(records.length));
  return Buffer.concat([blockOf(extended), records, padding, blockOf(header)]);
}

/** Returns the bytes from the end of content of this size to the next header. */
export function entryPadding(sizeBytes: number): number {
  return (BLOCK - (sizeBytes % BLOCK)) % BLOCK;
}

/** Returns the bytes of an entry in the archive: head, content and padding. */
export function entrySize(entry: TarEntry): number {
  return entryHead(entry).length + entry.sizeBytes + entryPadding(entry.sizeBytes);
}

/** Returns the size of an archive whose entries have `entriesBytes`. */
export function archiveSize(entriesBytes: number): number {
  return entriesBytes + END_OF_ARCHIVE.length;
}

function headerOf(fields: { path: string; size: number; mtime: Date }, type: 'File' | 'ExtendedHeader'): Header {
  const header = new Header({ ...fields, type, mode: 0o644, uid: 0, gid: 0, uname: '', gname: '' });
  header.block = Buffer.alloc(BLOCK);
  header.needPax = header.encode(header.block, 0);
  return header;
}

function blockOf({ block }: Header): Buffer {
  if (block === undefined) throw new Error('a header was not encoded');
  return block;
}

function isPlain(path: string): boolean {
  return /^[\x20-\x7e]*$/.test(path);
}
