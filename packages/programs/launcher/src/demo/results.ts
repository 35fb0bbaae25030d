import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ResultsSource {
  readonly checkout: string;
  readonly url: string;
  readonly token: string;
  readonly abort: AbortSignal;
}

/** Exports a workflow into one archive with gridctl, as users do. Returns the archive's path. */
export async function exportArchive(source: ResultsSource, workflow: string, folder: string): Promise<string> {
  const file = join(folder, `${workflow}.tar`);
  await gridctl(source, folder, ['export', workflow, '--out', file]);
  return file;
}

/** Draws the spectra of points in one plot. Returns the path of the file. */
export async function plotSpectra(
  source: ResultsSource,
  workflow: string,
  points: readonly string[],
  folder: string,
): Promise<string> {
  const file = join(folder, `${workflow}.svg`);
  await gridctl(source, folder, ['artifacts', 'plot', workflow, ...points, '--log', '--out', file]);
  return file;
}

async function gridctl({ checkout, url, token, abort }: ResultsSource, home: string, args: readonly string[]) {
  const script = join(checkout, 'packages/programs/gridctl/dist/main.js');
  const env = { PATH: process.env['PATH'], HOME: home, GRIDCTL_TOKEN: token };
  await run(process.execPath, [script, '--url', url, ...args], { env, signal: abort });
}
