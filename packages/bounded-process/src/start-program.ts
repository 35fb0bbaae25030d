import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolation } from './isolation.ts';

/** Folders with code, in a checkout and in a deployed program. Configuration and data may be next to these folders. */
const CODE = ['node_modules', 'packages', 'services', 'dist', 'package.json'];

export interface ProgramOptions {
  /** Files that the program may read besides its code, and folders as `folder/*`. */
  readonly readable?: readonly string[] | undefined;
  /** Allows native code, for drawing. Default: false. */
  readonly allowAddons?: boolean | undefined;
  /** Options of V8, and options of Node that configure V8. */
  readonly v8Options?: readonly string[] | undefined;
}

/**
 * Starts a program that may read its code and the given files, but may not write files, start processes or open
 * connections. The program doesn't inherit the caller's environment.
 */
export function startProgram(program: URL, maxMemoryBytes: number, options: ProgramOptions): ChildProcess {
  const heapMiB = Math.max(64, Math.floor(maxMemoryBytes / 1024 ** 2));
  const execArgv = [
    // Programs that run from TypeScript sources need `--conditions` to find the sources of other packages.
    ...process.execArgv.filter((option) => option.startsWith('--conditions=')),
    '--permission',
    ...[...codeFolders(program), ...(options.readable ?? [])].map((path) => `--allow-fs-read=${path}`),
    ...(options.allowAddons === true ? ['--allow-addons'] : []),
    `--max-old-space-size=${heapMiB}`,
    ...(options.v8Options ?? []),
    '--no-warnings',
  ];
  const [first, ...rest] = [...isolation(), process.execPath];
  return fork(fileURLToPath(program), [], {
    execPath: first ?? process.execPath,
    execArgv: [...rest, ...execArgv],
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}

/**
 * Replaces the caller's environment, which contains secrets and perhaps a debugger's options. These variables make
 * glibc return large buffers to the system when they are freed. Otherwise glibc keeps them for each thread.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Returns the files and folders that a program needs in order to load its modules. */
function codeFolders(program: URL): string[] {
  const file = fileURLToPath(program);
  let root = dirname(file);
  // pnpm keeps the packages of a checkout or a deployed program in one folder.
  while (!existsSync(join(root, 'node_modules', '.pnpm')) && root !== dirname(root)) root = dirname(root);
  const found = CODE.map((name) => join(root, name)).filter((path) => existsSync(path));
  return root === dirname(root) ? [dirname(file)] : found;
}
