import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { StructureFile } from './structure-request.ts';

/** A file that is missing, or not the one that was stored. */
export class DamagedFile extends Error {}

/** Files of points, and what they are, for messages. */
export interface StoredFiles {
  readonly files: readonly StructureFile[];
  readonly content: 'model' | 'spectrum';
}

/** The name and text of one of the files of a request. For a thread of its own: it waits for the disk. */
export function readStored(
  { files, content }: StoredFiles,
  place: number,
): { readonly name: string; readonly text: string } {
  const file = files[place];
  if (file === undefined) throw new Error(`a request names file ${place} of ${files.length}`);
  const { name, path, sha256 } = file;
  const bytes = bytesOf(path);
  if (bytes === undefined) throw new DamagedFile(`the ${content} of ${name} has no file`);
  if (hash('sha256', bytes, 'hex') !== sha256)
    throw new DamagedFile(`the ${content} of ${name} is not the file that was stored`);
  return { name, text: bytes.toString('latin1') };
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
