import { availableParallelism } from 'node:os';
import type { Reply, Request } from './messages.ts';
import { ReaderProcess } from './reader-process.ts';
import { memoryLimit, ReaderDied, type ProcessLimits } from './watches.ts';

/** A process goes after so many papers: whatever one of them left behind goes with it. */
const MOST_PAPERS = 100;
/** A process that holds more than this between two papers goes. Most hold 0.25 GB. */
const MOST_RESIDENT_BYTES = 320 * 1024 ** 2;
/** A process that had nothing to do for so long goes. */
const IDLE_MS = 60_000;

interface IdleReader {
  readonly reader: ReaderProcess;
  readonly timer: NodeJS.Timeout;
}

/**
 * Processes that read PDFs, each one at a time. They are kept from paper to paper: a process takes a third of
 * a second to start, and some hundred pages to come to its speed. None outlives its caller or keeps it running.
 */
export class ReaderPool {
  readonly #idle: IdleReader[] = [];
  readonly #waiting: (() => void)[] = [];
  /** As many are at work at once as there are processors. */
  #free = Math.max(2, availableParallelism());

  /** Asks a process of the pool, once one is free; limits of time count from then. */
  async ask(request: Request, limits: ProcessLimits): Promise<Reply> {
    await this.#turn(limits.signal);
    try {
      return await this.#askReader(request, limits);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  /** Ends the processes that are not at work. */
  close(): void {
    for (const { reader, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      reader.kill();
    }
  }

  /** Waits for a place, in the order of asking. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    const onAbort = () => {
      const at = this.#waiting.indexOf(resolve);
      // One that has its place by now finds out for itself.
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  async #askReader(request: Request, limits: ProcessLimits): Promise<Reply> {
    limits.signal?.throwIfAborted();
    const maxMemoryBytes = memoryLimit(limits);
    const known = request.task === 'parse' ? this.#take(maxMemoryBytes) : undefined;
    if (known) {
      try {
        return await this.#askOne(known, request, limits);
      } catch (error) {
        // What killed it may be an earlier paper's.
        if (!(error instanceof ReaderDied)) throw error;
      }
    }
    try {
      return await this.#askOne(new ReaderProcess(request.task, maxMemoryBytes), request, limits);
    } catch (error) {
      throw error instanceof ReaderDied ? error.fault : error;
    }
  }

  async #askOne(reader: ReaderProcess, request: Request, limits: ProcessLimits): Promise<Reply> {
    let isKept = false;
    try {
      const reply = await reader.ask(request, limits);
      isKept = isHarmless(reply) && reader.papers < MOST_PAPERS && (await reader.residentBytes()) < MOST_RESIDENT_BYTES;
      return reply;
    } finally {
      if (isKept) this.#keep(reader);
      else reader.kill();
    }
  }

  #take(maxMemoryBytes: number): ReaderProcess | undefined {
    const at = this.#idle.findLastIndex(({ reader }) => reader.isAlive && reader.maxMemoryBytes === maxMemoryBytes);
    const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
    clearTimeout(found?.timer);
    return found?.reader;
  }

  #keep(reader: ReaderProcess): void {
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.reader === reader),
        1,
      );
      reader.kill();
    }, IDLE_MS);
    timer.unref();
    this.#idle.push({ reader, timer });
  }
}

/** Of a process that drew, or met what it did not expect, nothing is known. */
function isHarmless(reply: Reply): boolean {
  return reply.outcome === 'parsed' || (reply.outcome === 'refused' && reply.code !== 'damaged');
}
