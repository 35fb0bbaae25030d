import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * How long ago a file was changed, in milliseconds. Of two clocks, the one of the machine and the one that counts from the
 * start of this process and that nobody sets, the one that makes it younger counts: a clock that jumps must not make a
 * file old that somebody is writing.
 */
export function fileAgeMs({ mtimeMs }: { readonly mtimeMs: number }): number {
  return Math.min(Date.now(), performance.timeOrigin + performance.now()) - mtimeMs;
}

/** Removes what has these names in a folder and was not changed for `minAgeMs`. Returns how many were removed. */
export async function removeOldFiles(folder: string, names: readonly string[], minAgeMs: number): Promise<number> {
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || fileAgeMs(found) < minAgeMs) continue;
    await rm(path, { force: true, recursive: true });
    removed += 1;
  }
  return removed;
}
