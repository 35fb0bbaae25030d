import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ArchiveSource {
  readonly checkout: string;
  /** Address of the coordinator. */
  readonly url: string;
  readonly token: string;
  readonly abort: AbortSignal;
}

/** Writes a workflow into one archive with gridctl, as users do. Returns its path. */
export async function exportArchive(source: ArchiveSource, workflow: string, folder: string): Promise<string> {
  const { checkout, url, token, abort } = source;
  const script = join(checkout, 'packages/programs/gridctl/dist/main.js');
  const file = join(folder, `${workflow}.tar`);
  const env = { PATH: process.env['PATH'], HOME: folder, GRIDCTL_TOKEN: token };
  await run(process.execPath, [script, '--url', url, 'export', workflow, '--out', file], { env, signal: abort });
  return file;
}
