import { readFileSync, rmSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { AgentFailure } from '../failure.ts';
import { identify, isSameProcess, parseIdentity } from '../engine/process-table.ts';

export interface Lock {
  /** Synchronous, because it is also the last step of a process that exits immediately. */
  releaseNow(): void;
}

/**
 * Makes this process the only agent of the work dir. The lock stores its owner's pid and start time, so that the lock
 * of a dead owner can be taken over even if its pid is reused.
 */
export async function takeLock(path: string): Promise<Lock> {
  const own = `${JSON.stringify(identify(process.pid))}\n`;
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, own);
  try {
    for (;;) {
      // `link` fails if the name exists and the link appears with its content, so there is never a half-written lock.
      if (await link(aside, path).then(() => true, taken)) return { releaseNow: () => release(path, own) };
      await clearStale(path);
    }
  } finally {
    await rm(aside, { force: true });
  }
}

function taken(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EEXIST') throw error;
  return false;
}

async function clearStale(path: string): Promise<void> {
  const found = await readFile(path, 'utf8').catch(() => undefined);
  if (found === undefined) return;
  const owner = parseIdentity(found);
  if (owner && isSameProcess(owner)) {
    throw new AgentFailure(`another agent (pid ${owner.pid}) uses this work dir: stop it, or use another --work-dir`);
  }
  // Only one of several processes renames the stale lock. A late process may catch a fresh lock, and puts it back.
  const stale = `${path}.stale.${process.pid}`;
  await rename(path, stale).catch(() => undefined);
  const caught = await readFile(stale, 'utf8').catch(() => undefined);
  if (caught !== undefined && caught !== found) await link(stale, path).catch(() => undefined);
  await rm(stale, { force: true });
}

function release(path: string, own: string): void {
  try {
    if (readFileSync(path, 'utf8') === own) rmSync(path, { force: true });
  } catch {
    // Already gone.
  }
}
