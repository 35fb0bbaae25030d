import { constants } from 'node:fs';
import { access, chmod, open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';

/** Opens a file for reading. Throws if the path is not a regular file, because reading a FIFO never ends. */
export async function openRegular(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error(`${basename(path)} is not a regular file`);
}

export async function readRegular(path: string): Promise<string> {
  await using handle = await openRegular(path);
  return await handle.readFile('utf8');
}

/** Makes a file of an engine readable if necessary. Returns whether the file is readable. */
export async function makeReadable(path: string): Promise<boolean> {
  if (await isReadable(path)) return true;
  try {
    await chmod(path, (await stat(path)).mode | 0o400);
  } catch {
    return false;
  }
  return await isReadable(path);
}

function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}
