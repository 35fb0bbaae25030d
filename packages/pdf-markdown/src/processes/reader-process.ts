import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PdfError } from '../errors.ts';
import type { Reply, Request } from './messages.ts';
import { memoryFault, ReaderDied, residentBytes, watch, type ProcessLimits } from './watches.ts';

const STDERR_KEPT = 2000; // letters

/**
 * A process that handles one PDF at a time. It may read files, but not write files or start processes, and may load
 * native code only for drawing.
 */
export class ReaderProcess {
  /** Number of papers that it was given. */
  papers = 0;
  readonly maxMemoryBytes: number;
  readonly #child: ChildProcess;
  readonly #death: Promise<never>;
  #stderr = '';

  constructor(task: Request['task'], maxMemoryBytes: number) {
    this.maxMemoryBytes = maxMemoryBytes;
    this.#child = start(task, maxMemoryBytes);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_KEPT);
    });
    const { promise, reject } = Promise.withResolvers<never>();
    this.#death = promise;
    this.#child.once('error', reject);
    this.#child.once('close', (code, signal) => reject(new ReaderDied(this.#faultOf(signal ?? code))));
    // It may die while no request is waiting.
    promise.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Sends one request. A process that exceeds a limit is killed. */
  async run(request: Request, limits: ProcessLimits): Promise<Reply> {
    this.papers += 1;
    this.#keepCallerRunning(true);
    const watching = watch(this.#child, limits);
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const onMessage = (message: unknown) => resolve(message as Reply);
    this.#child.once('message', onMessage);
    try {
      // If the channel is closed, the end of the process reports it.
      this.#child.send(request, () => undefined);
      return await Promise.race([promise, this.#death, watching.broken]);
    } finally {
      watching.stop();
      this.#child.off('message', onMessage);
      this.#keepCallerRunning(false);
    }
  }

  async residentBytes(): Promise<number> {
    return await residentBytes(this.#child.pid);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Sets whether the process keeps its caller running, which it does only while it works. */
  #keepCallerRunning(isWorking: boolean): void {
    for (const handle of [this.#child, this.#child.channel, this.#child.stderr as unknown as RefHandle | null]) {
      if (isWorking) handle?.ref();
      else handle?.unref();
    }
  }

  #faultOf(end: string | number | null): PdfError {
    if (/heap out of memory|allocation failed/i.test(this.#stderr)) return memoryFault(this.maxMemoryBytes);
    return new PdfError('damaged', 'the PDF crashed the program that reads it', {
      cause: `${end}: ${this.#stderr.trim()}`,
    });
  }
}

interface RefHandle {
  ref(): void;
  unref(): void;
}

function start(task: Request['task'], maxMemoryBytes: number): ChildProcess {
  // The source runs as TypeScript and the build as JavaScript; both programs have the same extension.
  const program = fileURLToPath(new URL(`../parse-process${extname(import.meta.url)}`, import.meta.url));
  const options = [
    '--permission',
    '--allow-fs-read=*',
    ...(task === 'render' ? ['--allow-addons'] : []),
    ...memoryOptions(maxMemoryBytes),
    '--no-warnings',
  ];
  const guard = guardProgram();
  return fork(program, [], {
    // The kernel kills it when its caller dies, even in a loop that never reads the channel.
    ...(guard ? { execPath: guard, execArgv: ['--pdeathsig', 'KILL', process.execPath, ...options] } : {}),
    ...(guard ? {} : { execArgv: options }),
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}

/**
 * Not the caller's environment, which contains secrets, nor its options, which may be a debugger's. These variables
 * make glibc return large buffers when they are freed, instead of keeping them for each thread.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Parsing a paper creates much short-lived garbage. With a large young generation less of it is promoted, and the old
 * generation is collected when it has doubled. That keeps a process that parses one paper after another at 0.3 GB
 * (measured with eight papers, three times each).
 */
function memoryOptions(maxMemoryBytes: number): string[] {
  const heapMiB = Math.max(64, Math.floor(maxMemoryBytes / 1024 ** 2));
  return [`--max-old-space-size=${heapMiB}`, '--max-semi-space-size=16', '--heap-growing-percent=100'];
}

let guard: string | null | undefined;

/** Part of util-linux, which every Debian has; undefined elsewhere. */
function guardProgram(): string | undefined {
  guard ??=
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'setpriv'))
      .find((path) => existsSync(path)) ?? null;
  return guard ?? undefined;
}
