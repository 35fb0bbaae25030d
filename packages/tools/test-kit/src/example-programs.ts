import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
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

/** Returns the exit code of a program and its output. */
export async function endOf(program: Program): Promise<readonly [number | null, string]> {
  return [await program.exited, program.output()];
}
