import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of the work dir. All are on one file system, so that renames and hard links work. */
export interface WorkDir {
  readonly credentials: string;
  readonly lock: string;
  readonly tasks: string;
  readonly spool: string;
  readonly refused: string;
  readonly assets: string;
}

export async function openWorkDir(root: string): Promise<WorkDir> {
  const dir: WorkDir = {
    credentials: join(root, 'credentials.json'),
    lock: join(root, 'agent.lock'),
    tasks: join(root, 'tasks'),
    spool: join(root, 'spool'),
    refused: join(root, 'refused'),
    assets: join(root, 'assets'),
  };
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const path of [dir.tasks, dir.spool, dir.refused, dir.assets]) await mkdir(path, { recursive: true });
  return dir;
}
