import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Creates the state folder for its owner only. If others could read an existing one, it is made private with everything
 * in it. From then on this process and its children create files for their owner only.
 */
export function closeState(stateDir: string): void {
  process.umask(process.umask() | OTHERS);
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const { mode, uid } = lstatSync(`${stateDir}/.`);
  if ((mode & STICKY) !== 0 || (process.getuid?.() !== 0 && uid !== process.getuid?.()))
    throw new Error(`STATE_DIR is ${stateDir}, which is not this account's alone: name a folder of its own`);
  if ((mode & OTHERS) === 0) return;
  closeContents(stateDir);
  // Last, so that the next start completes what an interrupted one began.
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
