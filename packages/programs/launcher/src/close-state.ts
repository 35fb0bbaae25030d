import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Creates the state folder for its owner only. An existing folder that others could read is made private with all its
 * contents. From then on this process and its children create files for their owner only.
 */
export function closeState(stateDir: string): void {
  process.umask(process.umask() | OTHERS);
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const { mode, uid } = lstatSync(`${stateDir}/.`);
  if ((mode & STICKY) !== 0 || (process.getuid?.() !== 0 && uid !== process.getuid?.()))
    throw new Error(`STATE_DIR is ${stateDir}, which other accounts use too: choose a separate folder`);
  if ((mode & OTHERS) === 0) return;
  closeContents(stateDir);
  // Change the folder itself last, so that the next start completes an interrupted change.
  chmodSync(stateDir, 0o700);
}

function closeContents(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const path = join(folder, entry.name);
    const { mode } = lstatSync(path);
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o700);
    if (entry.isDirectory()) closeContents(path);
  }
}
