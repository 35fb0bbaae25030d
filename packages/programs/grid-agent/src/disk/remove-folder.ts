import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { reasonOf } from '../agent-error.ts';

/**
 * Removes a file or folder even if an engine made its folders read-only. Moves a path that cannot be removed to the
 * folder `aside`. For example, the path may have another owner, or open files on NFS. Never throws. Returns what is
 * left and where. Returns undefined if nothing is left.
 */
export async function removeFolder(path: string, aside: string): Promise<string | undefined> {
  try {
    await rm(path, { recursive: true, force: true }).catch(async () => {
      await makeWritable(path);
      await rm(path, { recursive: true, force: true });
    });
    return undefined;
  } catch (error) {
    const kept = join(aside, `${basename(path)}.${randomUUID()}`);
    const isMoved = await mkdir(aside, { recursive: true })
      .then(() => rename(path, kept))
      .then(
        () => true,
        () => false,
      );
    return `cannot remove ${path}: ${reasonOf(error)}. ${isMoved ? `Moved it to ${kept}` : 'It stays there'}`;
  }
}

/**
 * Makes the folders under a path writable, because removing an entry needs write permission on its folder. Does not
 * follow links.
 */
async function makeWritable(path: string): Promise<void> {
  const info = await lstat(path);
  if (!info.isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await makeWritable(join(path, name));
}
