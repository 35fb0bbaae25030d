import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { PdfError } from '../errors.ts';
import type { PdfLimits } from '../reading/open-document.ts';

/** Limits of the resources for a file. A process that exceeds one is killed. */
export interface ProcessLimits extends PdfLimits {
  /** Wall time from the start of the parsing, default 60 s. Papers take 1 s, theses 20 s. */
  readonly timeoutMs?: number | undefined;
  /** Resident memory, default 1 GiB. The largest measured paper took a third of that. */
  readonly maxMemoryBytes?: number | undefined;
  /** Kills the process and rejects the promise with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The process died before it answered, because of its file or an earlier one. */
export class ReaderDied extends Error {
  override readonly name = 'ReaderDied';
  /** The error to report for the file. */
  readonly fault: PdfError;

  constructor(fault: PdfError) {
    super(fault.message, { cause: fault });
    this.fault = fault;
  }
}

const TIMEOUT_MS = 60_000;
const MAX_MEMORY_BYTES = 1024 ** 3;
const MEMORY_LOOK_MS = 100;

export function memoryLimit({ maxMemoryBytes = MAX_MEMORY_BYTES }: ProcessLimits): number {
  return maxMemoryBytes;
}

export interface Watch {
  /** Rejects when a limit is exceeded and the process is killed. */
  readonly broken: Promise<never>;
  readonly stop: () => void;
}

/** Enforces the limits on a process until the watch is stopped. */
export function watch(child: ChildProcess, limits: ProcessLimits): Watch {
  const { promise, reject } = Promise.withResolvers<never>();
  let isOver = false;
  const kill = (reason: unknown) => {
    // A measurement of the memory may end after its paper.
    if (isOver) return;
    child.kill('SIGKILL');
    reject(reason);
  };
  const stops = [
    watchTime(limits.timeoutMs ?? TIMEOUT_MS, kill),
    watchMemory(child, memoryLimit(limits), kill),
    watchSignal(limits.signal, kill),
  ];
  return {
    broken: promise,
    stop: () => {
      isOver = true;
      for (const stop of stops) stop();
    },
  };
}

type Kill = (reason: unknown) => void;

function watchTime(timeoutMs: number, kill: Kill): () => void {
  const timer = setTimeout(
    () => kill(new PdfError('timed_out', `the PDF could not be read in ${timeoutMs / 1000} s`)),
    timeoutMs,
  );
  return () => clearTimeout(timer);
}

/** Buffers of images are outside the heap that Node limits, so the memory of the whole process is polled. */
function watchMemory(child: ChildProcess, maxMemoryBytes: number, kill: Kill): () => void {
  const look = async () => {
    if ((await residentBytes(child.pid)) > maxMemoryBytes) kill(new ReaderDied(memoryFault(maxMemoryBytes)));
  };
  const timer = setInterval(() => void look(), MEMORY_LOOK_MS);
  return () => clearInterval(timer);
}

function watchSignal(signal: AbortSignal | undefined, kill: Kill): () => void {
  const onAbort = () => kill(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => signal?.removeEventListener('abort', onAbort);
}

export function memoryFault(maxMemoryBytes: number): PdfError {
  return new PdfError('too_large', `the PDF needs more than ${Math.round(maxMemoryBytes / 1024 ** 2)} MiB of memory`);
}

/** Resident memory in bytes, from Linux; undefined elsewhere, where only the limit of the heap applies. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
