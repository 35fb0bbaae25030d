import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The beginning of a download that is to be continued. */
export interface Part {
  readonly file: string;
  /** The entity tag of the whole, 64 hexadecimal digits. */
  readonly digest: string;
  readonly size: number;
}

/** The name of a partial file carries the tag of the whole, so that it is never mixed with another version. */
export function partName(target: string, digest: string): string {
  return join(dirname(target), `.${basename(target)}.${digest}.part`);
}

export async function findPart(target: string): Promise<Part | undefined> {
  const pattern = /\.([0-9a-f]{64})\.part$/;
  const names = await readdir(dirname(target)).catch(() => []);
  for (const name of names) {
    const digest = pattern.exec(name)?.[1];
    const file = digest === undefined ? '' : partName(target, digest);
    if (digest === undefined || basename(file) !== name) continue;
    const { size } = await stat(file);
    if (size > 0) return { file, digest, size };
  }
  return undefined;
}
