import { copyFile, link, mkdir, open, realpath, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Forces a file, or the names in a folder, onto the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file atomically and durably: after a power cut it is the old or the new one. */
export async function writeDurably(path: string, text: string, mode = 0o644): Promise<void> {
  const aside = `${path}.new`;
  const handle = await open(aside, 'w', mode);
  try {
    // A file left by an earlier crash keeps its mode when it is opened again.
    await handle.chmod(mode);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, path);
  await sync(dirname(path));
}

/** A hard link if the file system supports it, else a copy. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  // An engine may leave `out.7 -> fort.7`: a link to the symlink would dangle as soon as its folder is gone.
  const real = await realpath(from);
  await link(real, to).catch(() => copyFile(real, to));
}
