import { hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import type { StructureFile } from './structure-request.ts';

/** A file is missing or does not match its SHA-256. */
export class DamagedFileError extends Error {}

/** Files of points, with their names for messages. */
export interface StoredFiles {
  readonly files: readonly StructureFile[];
  readonly content: 'model' | 'spectrum';
}

/** Returns the name and text of one of a request's files. Blocks on the disk, so call it in a separate process. */
export function readStored(
  { files, content }: StoredFiles,
  place: number,
): { readonly name: string; readonly text: string } {
  const file = files[place];
  if (file === undefined) throw new Error(`the request names file ${place}, but has ${files.length} files`);
  const { name, sha256 } = file;
  const bytes = bytesOf(file);
  if (bytes === undefined) throw new DamagedFileError(`the ${content} file of ${name} is missing`);
  if (hash('sha256', bytes, 'hex') !== sha256)
    throw new DamagedFileError(`the ${content} file of ${name} does not match its SHA-256`);
  return { name, text: bytes.toString('latin1') };
}

function bytesOf({ path, part }: StructureFile): Buffer | undefined {
  try {
    return part === undefined ? readFileSync(path) : partOf(path, part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns fewer bytes if the file ends early. */
function partOf(path: string, { at, bytes }: NonNullable<StructureFile['part']>): Buffer {
  const file = openSync(path, 'r');
  try {
    const content = Buffer.alloc(bytes);
    return content.subarray(0, readSync(file, content, 0, bytes, at));
  } finally {
    closeSync(file);
  }
}
