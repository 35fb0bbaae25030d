import { join } from 'node:path';
import { COMPILE_CACHE } from '@almagest/test-kit/compile-cache';
import { logLineOf, runProgram, type Program } from '@almagest/test-kit/program';
import { programCommand } from '@almagest/test-kit/program-command';

export type { Program } from '@almagest/test-kit/program';

const SERVICE = join(import.meta.dirname, '../..');

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Runs `src/<script>.ts` with these variables, and without other variables of the service. `through` is a command to
 * start it with, such as `nice`.
 */
export function runScript(
  script: 'api' | 'worker',
  env: Env,
  args: readonly string[] = [],
  through: readonly string[] = [],
): Program {
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'info' };
  const command = [...through, ...programCommand(`services/literature/src/${script}.ts`), ...args];
  return runProgram(command, { cwd: SERVICE, env: { ...own, ...COMPILE_CACHE, ...env } });
}

export async function startWorkerProcess(env: Env, logLevel = 'info'): Promise<Program> {
  const worker = runScript('worker', { ...env, LOG_LEVEL: logLevel });
  await logLineOf(worker, 'working');
  return worker;
}

export async function startApiProcess(
  env: Env,
  logLevel = 'info',
  through: readonly string[] = [],
): Promise<Program & { readonly url: string }> {
  const api = runScript('api', { ...env, LOG_LEVEL: logLevel, PORT: '0' }, [], through);
  const { port } = (await logLineOf(api, 'listening')) as { port: number };
  return { ...api, url: `http://127.0.0.1:${port}` };
}
