import { replaceFile } from '@almagest/durable-files';
import type { FileHandle } from 'node:fs/promises';
import { errorCode, CommandError, fileFailure } from '../errors.ts';

/** Replaces a file completely or leaves it unchanged. Reports in one line why the file could not be written. */
export async function writeAtomically<T>(
  target: string,
  fill: (file: FileHandle) => Promise<T>,
  options: { mode?: number } = {},
): Promise<T> {
  try {
    return await replaceFile(target, fill, options);
  } catch (error) {
    throw error instanceof CommandError || errorCode(error) === undefined ? error : fileFailure('write', target, error);
  }
}
