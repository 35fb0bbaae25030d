import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeOldFiles } from './remove-old-files.ts';
import { syncFolder } from './staged-file.ts';

/** A process that was killed may have left its temporary file; one that writes for longer is not assumed. */
const LEFTOVER_MS = 3_600_000;

/**
 * Replaces a file, or creates it: whoever looks at it, also after a power cut, sees the former content or the whole new
 * one. `fill` writes the content; when it throws, nothing has changed. Returns what it returned.
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

/** Gives a file or a folder, which is on the disk, its final name. Both names are on one file system. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}
