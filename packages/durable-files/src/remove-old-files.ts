import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the milliseconds since a file was changed.
 *
 * Uses the smaller result of two clocks: the system clock, and a monotonic clock since the start of this process. A
 * jump of the system clock therefore doesn't make a file look old while it is being written.
 */
export function fileAgeMs({ mtimeMs }: { readonly mtimeMs: number }): number {
  return Math.min(Date.now(), performance.timeOrigin + performance.now()) - mtimeMs;
}

/** Removes the named files in a folder that have not changed for `minAgeMs`. Returns the number of removed files. */
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
