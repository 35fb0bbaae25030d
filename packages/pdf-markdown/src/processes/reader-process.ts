import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PdfError } from '../errors.ts';
import type { Reply, Request } from './messages.ts';
import { memoryFault, ReaderDied, residentBytes, watch, type ProcessLimits } from './watches.ts';

const STDERR_KEPT = 2000; // letters

/**
 * A process that reads PDFs, one at a time. It may read files and do nothing else: no writing, no further processes,
 * and native code only where it draws.
 */
export class ReaderProcess {
  /** Papers that it was given. */
  papers = 0;
  readonly maxMemoryBytes: number;
  readonly #child: ChildProcess;
  readonly #death: Promise<never>;
  #said = '';

  constructor(task: Request['task'], maxMemoryBytes: number) {
    this.maxMemoryBytes = maxMemoryBytes;
    this.#child = start(task, maxMemoryBytes);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-STDERR_KEPT);
    });
    const { promise, reject } = Promise.withResolvers<never>();
    this.#death = promise;
    this.#child.once('error', reject);
    this.#child.once('close', (code, signal) => reject(new ReaderDied(this.#faultOf(signal ?? code))));
    // It may die while nobody asks.
    promise.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Asks for one thing within limits; a process that passes one is killed. */
  async ask(request: Request, limits: ProcessLimits): Promise<Reply> {
    this.papers += 1;
    this.#hold(true);
    const watching = watch(this.#child, limits);
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const onMessage = (message: unknown) => resolve(message as Reply);
    this.#child.once('message', onMessage);
    try {
      // A channel that is closed already tells so in the process's death.
      this.#child.send(request, () => undefined);
      return await Promise.race([promise, this.#death, watching.broken]);
    } finally {
      watching.stop();
      this.#child.off('message', onMessage);
      this.#hold(false);
    }
  }

  async residentBytes(): Promise<number> {
    return await residentBytes(this.#child.pid);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Whether the process keeps its caller running: only while it is at work. */
  #hold(isHeld: boolean): void {
    for (const handle of [this.#child, this.#child.channel, this.#child.stderr as unknown as HeldHandle | null]) {
      if (isHeld) handle?.ref();
      else handle?.unref();
    }
  }

  #faultOf(end: string | number | null): PdfError {
    if (/heap out of memory|allocation failed/i.test(this.#said)) return memoryFault(this.maxMemoryBytes);
    return new PdfError('damaged', 'the PDF brought its reader down', { cause: `${end}: ${this.#said.trim()}` });
  }
}

interface HeldHandle {
  ref(): void;
  unref(): void;
}

function start(task: Request['task'], maxMemoryBytes: number): ChildProcess {
  // The sources run as they are, the build as JavaScript: the neighbour has the same extension.
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
    // The kernel kills it with its caller, also in a loop that never looks at the channel between them.
    ...(guard ? { execPath: guard, execArgv: ['--pdeathsig', 'KILL', process.execPath, ...options] } : {}),
    ...(guard ? {} : { execArgv: options }),
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}

/**
 * Not the caller's: its environment holds secrets, its options may be a debugger's. These make glibc give large
 * buffers back when they are freed, instead of keeping ever more for each of its threads.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Papers leave much litter. With room for it among the new objects less of it grows old; what does is cleared away
 * when it has doubled. That holds a process that reads one paper after another at 0.3 GB (measured on eight, thrice).
 */
function memoryOptions(maxMemoryBytes: number): string[] {
  const heapMiB = Math.max(64, Math.floor(maxMemoryBytes / 1024 ** 2));
  return [`--max-old-space-size=${heapMiB}`, '--max-semi-space-size=16', '--heap-growing-percent=100'];
}

let guard: string | null | undefined;

/** util-linux has it on every Debian; undefined elsewhere. */
function guardProgram(): string | undefined {
  guard ??=
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'setpriv'))
      .find((path) => existsSync(path)) ?? null;
  return guard ?? undefined;
}
