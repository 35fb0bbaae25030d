import { randomUUID } from 'node:crypto';
import { access, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a file under a temporary name and syncs it. Whoever is handed the path renames or removes it. */
export async function stage(folder: string, write: (file: FileHandle) => Promise<void>): Promise<string> {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx', 0o640);
  try {
    await write(file);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return path;
}

/**
 * Gives a staged file its place. The folders' entries are durable once `syncFolder` has run.
 *
 * May be called again after a transaction was rolled back and repeated: then the file is in its place already.
 */
export async function putInPlace(staged: string, folder: string, name: string): Promise<void> {
  const target = join(folder, name);
  try {
    await rename(staged, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true });
    await rename(staged, target).catch(async (again: NodeJS.ErrnoException) => {
      if (again.code !== 'ENOENT') throw again;
      await access(target);
    });
  }
}

/** Makes renames and new files of a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
