import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Limits of one request. A process that exceeds a limit is killed. */
export interface ProcessLimits {
  /**
   * Limits the processor time of all threads for the request, because on a busy machine the same work takes more
   * elapsed time. Outside Linux, limits the elapsed time.
   */
  readonly timeoutMs: number;
  /** Elapsed time, for work that waits forever. Default: `WALL_FACTOR` times `timeoutMs`. */
  readonly wallMs?: number | undefined;
  /** Resident memory of the process in bytes. Node itself needs about 45 MB. Outside Linux, limits only the heap. */
  readonly maxMemoryBytes: number;
}

export class ResourceLimitError extends Error {
  override readonly name = 'ResourceLimitError';
  readonly limit: 'time' | 'memory';
  readonly limits: ProcessLimits;
  readonly progress: string | undefined;

  constructor(limit: 'time' | 'memory', limits: ProcessLimits, progress: string | undefined) {
    super(`the work exceeded its ${limit} limit`);
    this.limit = limit;
    this.limits = limits;
    this.progress = progress;
  }
}

/** The process ended before it answered, because of this request or an earlier request. `cause` is its last output. */
export class ProcessEndedError extends Error {
  override readonly name = 'ProcessEndedError';
}

const LOOK_MS = 100;
const WALL_FACTOR = 10;
/** Starting a process and loading its modules takes less than a second on an idle machine. */
const START_LIMIT_MS = 60_000;

export interface Watch {
  /** Rejects when a limit is exceeded or the signal aborts. The process is killed then. */
  readonly broken: Promise<never>;
  /** Starts the time limit. Call this when the process begins the request. */
  readonly begin: () => void;
  readonly stop: () => void;
}

/** Enforces the limits on a process until the watch is stopped. */
export function watch(
  child: ChildProcess,
  limits: ProcessLimits,
  signal: AbortSignal | undefined,
  exceeded: (limit: 'time' | 'memory') => Error,
): Watch {
  const { promise, reject } = Promise.withResolvers<never>();
  // The caller may no longer be listening.
  promise.catch(() => undefined);
  const stopped = new AbortController();
  const kill = (reason: unknown) => {
    // A memory measurement may finish after its request.
    if (stopped.signal.aborted) return;
    child.kill('SIGKILL');
    reject(reason);
  };
  const endAfter = (ms: number) => setTimeout(() => kill(exceeded('time')), ms);
  let timer = endAfter(START_LIMIT_MS);
  let lastMs = Infinity;
  const look = setInterval(() => {
    if ((processorMs(child.pid) ?? 0) > lastMs) return kill(exceeded('time'));
    // Buffers are outside the heap that Node limits, so the memory of the whole process is polled.
    void residentBytes(child.pid).then((bytes) => bytes > limits.maxMemoryBytes && kill(exceeded('memory')));
  }, LOOK_MS);
  signal?.addEventListener('abort', () => kill(signal.reason), { once: true, signal: stopped.signal });
  return {
    broken: promise,
    begin: () => {
      clearTimeout(timer);
      const { timeoutMs, wallMs = timeoutMs * WALL_FACTOR } = limits;
      const usedMs = processorMs(child.pid);
      if (usedMs !== undefined) lastMs = usedMs + timeoutMs;
      timer = endAfter(usedMs === undefined ? timeoutMs : wallMs);
    },
    stop: () => {
      stopped.abort();
      clearTimeout(timer);
      clearInterval(look);
    },
  };
}

/** Returns the resident memory in bytes on Linux. Returns 0 elsewhere, where only the heap limit applies. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Linux reports processor time in hundredths of a second, whatever its internal clock rate is (proc_pid_stat(5)). */
const TICK_MS = 10;

/** Returns the processor time of a process and its ended children in milliseconds. Undefined outside Linux. */
function processorMs(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in brackets and may contain blanks. Fields 14 to 17 are the times.
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    return TICK_MS * ticks.reduce((sum, one) => sum + one, 0);
  } catch {
    return undefined;
  }
}
