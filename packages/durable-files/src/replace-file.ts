import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeOldFiles } from './remove-old-files.ts';
import { syncFolder } from './staged-file.ts';

/** A temporary file older than this is the leftover of a killed process. No write takes that long. */
const LEFTOVER_MS = 3_600_000;

/**
 * Creates or replaces a file atomically: a reader sees either the complete old content or the complete new content,
 * even after a power cut.
 *
 * `fill` writes the content. If it throws, nothing changes. Returns the result of `fill`.
 */
export async function replaceFile<T>(
  target: string,
  fill: (file: FileHandle) => Promise<T>,
  { mode = 0o666 }: { readonly mode?: number } = {},
): Promise<T> {
  const folder = dirname(target);
  const prefix = `.${basename(target)}.`;
  const temporary = join(folder, `${prefix}${randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', mode);
  try {
    const result = await fill(file);
    await file.sync();
    await file.close();
    await moveDurably(temporary, target);
    const leftovers = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith('.tmp'));
    await removeOldFiles(folder, leftovers, LEFTOVER_MS);
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Renames a file or folder, whose content is already on disk, to its final name. Both names must be on the same file
 * system.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}
