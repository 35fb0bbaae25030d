import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE_MB = 16;

/** Whether this account may create a mount that only its own processes see. */
export const HAS_SMALL_DISK = canMount();

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const [command, ...args] = onSmallDisk(folder);
  const { status } = spawnSync(command, [...args, 'true'], { stdio: 'ignore' });
  rmSync(folder, { recursive: true });
  return status === 0;
}

/** Returns the command prefix that gives a program its own disk of 16 MB at one folder. Only that program sees it. */
export function onSmallDisk(folder: string): [string, ...string[]] {
  const script = `mkdir -p "$0" && mount -t tmpfs -o size=${SIZE_MB}m none "$0" && exec "$@"`;
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, folder];
}

/** Fills the small disk of a program completely. Returns a function that frees the space again. */
export function fillDisk({ pid }: { readonly pid: number }, folder: string): () => void {
  const filler = `/proc/${pid}/root${folder}/filler`;
  try {
    writeFileSync(filler, Buffer.alloc(2 * SIZE_MB * 2 ** 20));
    throw new Error(`the disk at ${folder} never gets full`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return () => rmSync(filler);
}
