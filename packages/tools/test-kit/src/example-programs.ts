import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { runProgram, type Program } from './program.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../docs/examples');

/** Whether Python is installed on this machine. */
export const HAS_PYTHON = (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
  try {
    accessSync(join(folder, 'python3'), constants.X_OK);
    return true;
  } catch {
    return false;
  }
});
// In continuous integration, Python is required unless WITHOUT_PYTHON is set.
if (!HAS_PYTHON && process.env['CI'] !== undefined && process.env['WITHOUT_PYTHON'] === undefined)
  throw new Error('no python3: install it, or set WITHOUT_PYTHON=1 to skip the tests of the examples in Python');

/** Debian's Python, which has Debian's packages even if another Python comes first on the PATH. */
const DEBIAN_PYTHON = '/usr/bin/python3';

/** Whether Debian's astropy and pyvo are installed on this machine. */
export const HAS_ASTROPY = spawnSync(DEBIAN_PYTHON, ['-c', 'import astropy, pyvo']).status === 0;
// In continuous integration, both packages are required unless WITHOUT_ASTROPY is set.
if (!HAS_ASTROPY && process.env['CI'] !== undefined && process.env['WITHOUT_ASTROPY'] === undefined)
  throw new Error('no python3-astropy and python3-pyvo: install them, or set WITHOUT_ASTROPY=1 to skip their tests');

/** Runs Debian's Python. Returns its output. If the program fails, the error contains the output. */
export async function runDebianPython(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const surroundings = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env };
  const { stdout, stderr } = await promisify(execFile)(DEBIAN_PYTHON, [...args], { env: surroundings });
  return stdout + stderr;
}

/** A spectrum as programs of astronomers read it: its flux integral in each format. */
export interface ReadSpectrum {
  readonly title: string;
  readonly votable: number;
  readonly fits: number;
  readonly text: number;
}

/** Reads all spectra of a release with pyvo, astropy and stilts. Rejects if one of these programs warns. */
export async function readRelease(url: string, slug: string, version: string): Promise<ReadSpectrum[]> {
  const script = join(EXAMPLES, 'read_release.py');
  const output = await runDebianPython([script, url, slug, version]);
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as ReadSpectrum);
}

/** Starts a program of docs/examples, optionally in the folder `cwd`. */
export function startExample(
  file: string,
  options: readonly string[],
  env: Record<string, string> = {},
  cwd?: string,
): Program {
  const interpreter = file.endsWith('.py') ? ['python3'] : [process.execPath, '--disable-warning=ExperimentalWarning'];
  const surroundings = { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env } };
  const command = [...interpreter, join(EXAMPLES, file), ...options];
  return runProgram(command, cwd === undefined ? surroundings : { ...surroundings, cwd });
}

export async function endOf(program: Program): Promise<readonly [number | null, string]> {
  return [await program.exited, program.output()];
}
