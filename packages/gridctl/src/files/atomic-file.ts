import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, Failure, fileFailure } from '../failures.ts';

/**
 * Fills a file under a temporary name beside its target, syncs it and renames it. Who looks at the target sees the
 * former content or the whole new one, whatever happens in between.
 */
export async function writeAtomically<T>(
  target: string,
  fill: (file: FileHandle) => Promise<T>,
  { mode = 0o666 }: { mode?: number } = {},
): Promise<T> {
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  const file = await open(temporary, 'wx', mode).catch((error: unknown) => {
    throw fileFailure('write', target, error);
  });
  try {
    const result = await fill(file);
    await file.sync();
    await file.close();
    await rename(temporary, target);
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error instanceof Failure || errorCode(error) === undefined ? error : fileFailure('write', target, error);
  }
}
