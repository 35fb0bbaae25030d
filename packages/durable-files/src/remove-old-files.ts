import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Milliseconds since a file was changed.
 *
 * Measured with two clocks: the system clock, and a monotonic one since the start of this process. The smaller result
 * counts, so that a system clock that jumps does not make a file old that is still being written.
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
