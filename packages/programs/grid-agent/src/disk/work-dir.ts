import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../agent-error.ts';

/** The folders of the work dir. All are on one file system, so that renames and hard links work. */
export interface WorkDir {
  readonly credentials: string;
  readonly lock: string;
  readonly tasks: string;
  readonly spool: string;
  readonly refused: string;
  readonly assets: string;
  /** The paths that could not be removed. */
  readonly aside: string;
}

export async function openWorkDir(root: string): Promise<WorkDir> {
  const dir: WorkDir = {
    credentials: join(root, 'credentials.json'),
    lock: join(root, 'agent.lock'),
    tasks: join(root, 'tasks'),
    spool: join(root, 'spool'),
    refused: join(root, 'refused'),
    assets: join(root, 'assets'),
    aside: join(root, 'aside'),
  };
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const path of [dir.tasks, dir.spool, dir.refused, dir.assets]) await mkdir(path, { recursive: true });
  return dir;
}

const PROBE_BYTES = 65_536;

/** Returns why a task's folder cannot be written in `dir`. Returns undefined if it can be written. */
export async function faultOfWriting(dir: string): Promise<string | undefined> {
  try {
    const probe = await mkdtemp(join(dir, 'probe-'));
    try {
      await writeFile(join(probe, 'file'), Buffer.alloc(PROBE_BYTES));
    } finally {
      await rm(probe, { recursive: true, force: true });
    }
  } catch (error) {
    return reasonOf(error);
  }
}
