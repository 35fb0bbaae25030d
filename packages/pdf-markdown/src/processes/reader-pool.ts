import { availableParallelism } from 'node:os';
import type { Reply, Request } from './messages.ts';
import { ReaderProcess } from './reader-process.ts';
import { memoryLimit, ReaderDied, type ProcessLimits } from './watches.ts';

/** A process is ended after this many papers, which frees whatever they have left in it. */
const MOST_PAPERS = 100;
/** A process with more memory than this after a paper is ended. Most have 0.25 GB. */
const MOST_RESIDENT_BYTES = 320 * 1024 ** 2;
/** A process is ended after this time without work. */
const IDLE_MS = 60_000;

interface IdleReader {
  readonly reader: ReaderProcess;
  readonly timer: NodeJS.Timeout;
}

/**
 * A pool of processes that parse PDFs, one at a time each. They are kept from paper to paper: a process takes a third
 * of a second to start and reaches its full speed after about a hundred pages. They end with their caller and do not
 * keep it running.
 */
export class ReaderPool {
  readonly #idle: IdleReader[] = [];
  readonly #waiting: (() => void)[] = [];
  /** Free places. As many processes work at the same time as there are processors. */
  #free = Math.max(2, availableParallelism());

  /** Sends a request to a process of the pool as soon as one is free. Time limits count from then. */
  async run(request: Request, limits: ProcessLimits): Promise<Reply> {
    await this.#acquire(limits.signal);
    try {
      return await this.#runInPool(request, limits);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  /** Ends the idle processes. */
  close(): void {
    for (const { reader, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      reader.kill();
    }
  }

  /** Waits for a free place. Places are given in the order of the calls. */
  async #acquire(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    const onAbort = () => {
      const at = this.#waiting.indexOf(resolve);
      // It has been given a place already, and checks the signal itself.
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  async #runInPool(request: Request, limits: ProcessLimits): Promise<Reply> {
    limits.signal?.throwIfAborted();
    const maxMemoryBytes = memoryLimit(limits);
    const known = request.task === 'render' ? undefined : this.#take(maxMemoryBytes);
    if (known) {
      try {
        return await this.#runIn(known, request, limits);
      } catch (error) {
        // An earlier paper may have been the cause of its death.
        if (!(error instanceof ReaderDied)) throw error;
      }
    }
    try {
      return await this.#runIn(
        new ReaderProcess(request.task === 'render' ? 'render' : 'parse', maxMemoryBytes),
        request,
        limits,
      );
    } catch (error) {
      throw error instanceof ReaderDied ? error.fault : error;
    }
  }

  async #runIn(reader: ReaderProcess, request: Request, limits: ProcessLimits): Promise<Reply> {
    let isKept = false;
    try {
      const reply = await reader.run(request, limits);
      isKept = isReusable(reply) && reader.papers < MOST_PAPERS && (await reader.residentBytes()) < MOST_RESIDENT_BYTES;
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

/** A process that has drawn or failed unexpectedly may be in any state, so it is not reused. */
function isReusable(reply: Reply): boolean {
  return (
    reply.outcome === 'parsed' || reply.outcome === 'head' || (reply.outcome === 'refused' && reply.code !== 'damaged')
  );
}
