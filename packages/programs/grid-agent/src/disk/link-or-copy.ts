import { copyFile, link, mkdir, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Creates a hard link if the file system supports hard links, otherwise a copy. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  // An engine may leave `out.7 -> fort.7`. A hard link to that symlink would dangle after the removal of the folder.
  const real = await realpath(from);
  await link(real, to).catch(() => copyFile(real, to));
}
