import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PdfError, type PdfFailure } from './errors.ts';
import type { ParsedPdf } from './parse-pdf.ts';
import type { PdfLimits } from './reading/open-document.ts';
import type { Region } from './render-regions.ts';

/** What a file may cost at most; beyond it its process is killed. */
export interface ProcessLimits extends PdfLimits {
  /** Wall time, default 60 s: papers take 2 s, theses 20 s. */
  readonly timeoutMs?: number | undefined;
  /** Resident memory, default 1 GiB: the largest paper measured took 0.4 GiB. */
  readonly maxMemoryBytes?: number | undefined;
  /** Kills the process; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What the process is asked for. */
export type Request =
  | { readonly task: 'parse'; readonly path: string; readonly limits: PdfLimits }
  | {
      readonly task: 'render';
      readonly path: string;
      readonly regions: readonly Region[];
      readonly dpi?: number | undefined;
      readonly limits: PdfLimits;
    };

interface Parsed {
  readonly outcome: 'parsed';
  readonly parsed: ParsedPdf;
  /** Wall time without the start of the process. */
  readonly seconds: number;
  /** Time of processors, of all threads: comparable on a busy machine too. */
  readonly cpuSeconds: number;
  readonly peakMemoryBytes: number;
}

/** What it answers, once. */
export type Reply =
  | Parsed
  | { readonly outcome: 'rendered'; readonly images: readonly Uint8Array[] }
  | { readonly outcome: 'refused'; readonly code: PdfFailure; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

const TIMEOUT_MS = 60_000;
const MAX_MEMORY_BYTES = 1024 ** 3;
const MEMORY_LOOK_MS = 100;
const STDERR_KEPT = 2000; // letters

/**
 * Reads a PDF in a process of its own, so that a hostile file takes neither the caller's memory nor its time.
 * That process may read files and do nothing else: no writing, no further processes, no native code.
 *
 * @throws {PdfError}
 */
export async function parseInProcess(path: string, limits: ProcessLimits = {}): Promise<ParsedPdf> {
  return (await parseMeasured(path, limits)).parsed;
}

/** The same, with what it took. */
export async function parseMeasured(path: string, limits: ProcessLimits = {}): Promise<Parsed> {
  const reply = await run({ task: 'parse', path, limits: fileLimits(limits) }, limits);
  if (reply.outcome !== 'parsed') throw new Error(`the PDF parser answered ${reply.outcome}`);
  return reply;
}

/** Draws regions of a PDF as PNG images in a process of its own; drawing needs native code. */
export async function renderInProcess(
  path: string,
  regions: readonly Region[],
  options: ProcessLimits & { readonly dpi?: number | undefined } = {},
): Promise<Buffer[]> {
  if (regions.length === 0) return [];
  const reply = await run({ task: 'render', path, regions, dpi: options.dpi, limits: fileLimits(options) }, options);
  if (reply.outcome !== 'rendered') throw new Error(`the PDF parser answered ${reply.outcome}`);
  return reply.images.map((image) => Buffer.from(image));
}

function fileLimits({ maxBytes, maxPages }: PdfLimits): PdfLimits {
  return { maxBytes, maxPages };
}

async function run(request: Request, limits: ProcessLimits): Promise<Reply> {
  limits.signal?.throwIfAborted();
  const maxMemoryBytes = limits.maxMemoryBytes ?? MAX_MEMORY_BYTES;
  const child = start(request.task, maxMemoryBytes);
  const watches = [
    watchTime(child, limits.timeoutMs ?? TIMEOUT_MS),
    watchMemory(child, maxMemoryBytes),
    watchSignal(child, limits.signal),
  ];
  try {
    child.send(request);
    return await Promise.race([answer(child, maxMemoryBytes), ...watches.map((watch) => watch.broken)]);
  } finally {
    for (const watch of watches) watch.stop();
    child.kill('SIGKILL');
  }
}

function start(task: Request['task'], maxMemoryBytes: number): ChildProcess {
  // The sources run as they are, the build as JavaScript: the neighbour has the same extension.
  const program = fileURLToPath(new URL(`./parse-process${extname(import.meta.url)}`, import.meta.url));
  const heapMiB = Math.max(64, Math.floor(maxMemoryBytes / 1024 ** 2));
  return fork(program, [], {
    // Not the caller's: its environment holds secrets, its options may be a debugger's.
    env: {},
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      ...(task === 'render' ? ['--allow-addons'] : []),
      `--max-old-space-size=${heapMiB}`,
      // Papers leave much short-lived litter; with room for it the process stays a sixth smaller (measured on three).
      '--max-semi-space-size=32',
      '--no-warnings',
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}

/** The one answer of the process; a process that ends without one died of its file. */
async function answer(child: ChildProcess, maxMemoryBytes: number): Promise<Reply> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-STDERR_KEPT)));
  const reply = await new Promise<Reply>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Reply));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const outOfMemory = /heap out of memory|allocation failed/i.test(said);
      reject(
        outOfMemory
          ? memoryFault(maxMemoryBytes)
          : new PdfError('damaged', 'the PDF brought its reader down', { cause: `${signal ?? code}: ${said.trim()}` }),
      );
    });
  });
  if (reply.outcome === 'refused') throw new PdfError(reply.code, reply.message);
  if (reply.outcome === 'failed') throw new Error(reply.message);
  return reply;
}

interface Watch {
  /** Rejects when the limit is passed. */
  readonly broken: Promise<never>;
  readonly stop: () => void;
}

function watchTime(child: ChildProcess, timeoutMs: number): Watch {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new PdfError('timed_out', `the PDF could not be read in ${timeoutMs / 1000} s`));
  }, timeoutMs);
  return { broken: promise, stop: () => clearTimeout(timer) };
}

/** Buffers of images lie outside the heap that Node limits, so the process's memory is looked at from outside. */
function watchMemory(child: ChildProcess, maxMemoryBytes: number): Watch {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    void killAbove(child, maxMemoryBytes).then((isKilled) =>
      isKilled ? reject(memoryFault(maxMemoryBytes)) : undefined,
    );
  }, MEMORY_LOOK_MS);
  return { broken: promise, stop: () => clearInterval(timer) };
}

async function killAbove(child: ChildProcess, maxMemoryBytes: number): Promise<boolean> {
  const isAbove = (await residentBytes(child.pid)) > maxMemoryBytes;
  return isAbove && child.kill('SIGKILL');
}

function watchSignal(child: ChildProcess, signal: AbortSignal | undefined): Watch {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => {
    child.kill('SIGKILL');
    reject(signal?.reason);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  return { broken: promise, stop: () => signal?.removeEventListener('abort', onAbort) };
}

function memoryFault(maxMemoryBytes: number): PdfError {
  return new PdfError('too_large', `the PDF needs more than ${Math.round(maxMemoryBytes / 1024 ** 2)} MiB of memory`);
}

/** Linux tells it; elsewhere only the limit of the heap holds. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
