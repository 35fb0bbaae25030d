import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Stack } from './stack.ts';

/** Each script does nothing if its application was built from the current files. */
const SCRIPTS = ['build-console', 'build-reader'];

/**
 * Starts a stack while the web applications are built. Returns the stack when the applications are built and the stack
 * runs.
 */
export async function whilePagesAreBuilt(
  checkout: string,
  abort: AbortSignal,
  start: () => Promise<Stack>,
): Promise<Stack> {
  const failed = new AbortController();
  const signal = AbortSignal.any([abort, failed.signal]);
  const built = Promise.all(SCRIPTS.map((script) => run(join(checkout, 'infra/local', script), signal)));
  // A failure of the build is reported below, after the stack has started.
  built.catch(() => undefined);
  let stack: Stack;
  try {
    stack = await start();
  } catch (error) {
    failed.abort();
    throw error;
  }
  try {
    await built;
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** Runs a script in its own process group, so that an abort ends all programs of the script. */
async function run(script: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const environment = { ...process.env, QUICK_BUILD: '1' };
  const child = spawn('sh', [script], { env: environment, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  signal.addEventListener('abort', end, { once: true });
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  if (code !== 0) throw new Error('the web applications could not be built');
}
