import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { deathGuard } from './death-guard.ts';

export interface ProgramOptions {
  /** Allows native code, for drawing. Default: false. */
  readonly allowAddons?: boolean | undefined;
  /** Options of V8, and of Node for V8. */
  readonly v8Options?: readonly string[] | undefined;
}

/**
 * Starts a program that may read files, but not write files or start processes. It doesn't inherit the caller's
 * environment.
 */
export function startProgram(program: URL, maxMemoryBytes: number, options: ProgramOptions): ChildProcess {
  const heapMiB = Math.max(64, Math.floor(maxMemoryBytes / 1024 ** 2));
  const execArgv = [
    // Programs that run from TypeScript sources need it to find the sources of other packages.
    ...process.execArgv.filter((option) => option.startsWith('--conditions=')),
    '--permission',
    '--allow-fs-read=*',
    ...(options.allowAddons === true ? ['--allow-addons'] : []),
    `--max-old-space-size=${heapMiB}`,
    ...(options.v8Options ?? []),
    '--no-warnings',
  ];
  const guard = deathGuard();
  return fork(fileURLToPath(program), [], {
    // The kernel kills the process when its caller dies, even in a loop that never reads the channel.
    ...(guard === undefined
      ? { execArgv }
      : { execPath: guard[0], execArgv: [...guard.slice(1), process.execPath, ...execArgv] }),
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}

/**
 * Replaces the caller's environment, which contains secrets and perhaps a debugger's options. These variables make
 * glibc return large buffers when they are freed, instead of keeping them for each thread.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
