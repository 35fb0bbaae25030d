import { readFile } from 'node:fs/promises';
import { ProcessEndedError, ResourceLimitError, type ProcessLimits } from './limits.ts';
import type { Question } from './messages.ts';
import { Places } from './places.ts';
import { ProgramProcess } from './program-process.ts';
import type { ProgramOptions } from './start-program.ts';

export interface PoolOptions<Reply> extends ProgramOptions {
  /** Maximum number of concurrent requests, each in its own process. */
  readonly processes: number;
  readonly limits: ProcessLimits;
  /**
   * Ends a process after this many requests, which frees anything that the requests left in memory. Default: no limit.
   */
  readonly maxRequests?: number | undefined;
  /** Ends a process that uses more memory than this after a request. Default: no limit. */
  readonly maxIdleBytes?: number | undefined;
  /** Ends a process after this time without work. */
  readonly idleMs?: number | undefined;
  /**
   * Decides after an answer whether the process may be used again. By default, the process is used again. After an
   * error, it never is.
   */
  readonly isReusable?: ((reply: Reply) => boolean) | undefined;
}

/** Options of one call that override the pool's. */
export interface CallOptions {
  readonly timeoutMs?: number | undefined;
  readonly maxMemoryBytes?: number | undefined;
  /** Files whose contents are sent with the request, because the process may not read them. */
  readonly files?: readonly string[] | undefined;
  /** Kills the process or leaves the queue, and rejects the promise with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

interface IdleProcess<Request, Reply> {
  readonly process: ProgramProcess<Request, Reply>;
  readonly timer: NodeJS.Timeout;
}

const IDLE_MS = 30_000;

/**
 * Processes that work on untrusted text, so that neither the time nor the memory of the work affects the caller. They
 * may read only their code. They may not write files, start processes or open connections. Threads are not enough: Node
 * ends the whole process when one large allocation exceeds the heap limit of a thread.
 *
 * A process starts with the first request and is reused, because loading its modules takes longer than most requests.
 * Processes end with their caller and do not keep it running.
 */
export class ProcessPool<Request, Reply> {
  readonly #program: URL;
  readonly #options: PoolOptions<Reply>;
  readonly #idle: IdleProcess<Request, Reply>[] = [];
  readonly #places: Places;
  #closing = new AbortController();

  /** `program` must call `answerRequests`. */
  constructor(program: URL, options: PoolOptions<Reply>) {
    this.#program = program;
    this.#options = options;
    this.#places = new Places(options.processes);
  }

  /** The number of requests in progress or queued. */
  get load(): number {
    return this.#places.load;
  }

  /**
   * Sends a request as soon as a process is free. The time limit starts then.
   *
   * @throws {ResourceLimitError}
   * @throws {ProcessEndedError} if a new process ended without an answer
   * @throws what the program throws, as an `Error` with its message and code
   */
  async ask(request: Request, { signal, timeoutMs, maxMemoryBytes, files = [] }: CallOptions = {}): Promise<Reply> {
    const stop = AbortSignal.any([this.#closing.signal, ...(signal === undefined ? [] : [signal])]);
    const { limits: usual } = this.#options;
    const limits = {
      ...usual,
      timeoutMs: timeoutMs ?? usual.timeoutMs,
      maxMemoryBytes: maxMemoryBytes ?? usual.maxMemoryBytes,
    };
    return await this.#places.use(async () => {
      const question = { request, files: await Promise.all(files.map((path) => readFile(path))) };
      stop.throwIfAborted();
      return await this.#askOne(question, limits, stop);
    }, stop);
  }

  /** Rejects all requests with the reason and ends the processes. The pool may be used again. */
  async close(reason = new Error('the pool was closed')): Promise<void> {
    this.#closing.abort(reason);
    this.#closing = new AbortController();
    await Promise.all(
      this.#idle.splice(0).map(async ({ process, timer }) => {
        clearTimeout(timer);
        await process.kill();
      }),
    );
  }

  async #askOne(question: Question<Request>, limits: ProcessLimits, signal: AbortSignal): Promise<Reply> {
    const known = this.#take(limits.maxMemoryBytes);
    if (known) {
      try {
        return await this.#askIn(known, question, limits, signal);
      } catch (error) {
        // An earlier request may have caused the end of the process.
        const isItsOwnFault = !(error instanceof ProcessEndedError || isOutOfMemory(error));
        if (isItsOwnFault) throw error;
      }
    }
    const started = new ProgramProcess<Request, Reply>(this.#program, limits.maxMemoryBytes, this.#options);
    return await this.#askIn(started, question, limits, signal);
  }

  async #askIn(
    process: ProgramProcess<Request, Reply>,
    question: Question<Request>,
    limits: ProcessLimits,
    signal: AbortSignal,
  ): Promise<Reply> {
    let isKept = false;
    try {
      const reply = await process.run(question, limits, signal);
      isKept = await this.#isReusable(process, reply);
      return reply;
    } finally {
      if (isKept && !signal.aborted) this.#keep(process);
      else await process.kill();
    }
  }

  async #isReusable(process: ProgramProcess<Request, Reply>, reply: Reply): Promise<boolean> {
    const { maxRequests = Infinity, maxIdleBytes = Infinity, isReusable } = this.#options;
    if (process.requests >= maxRequests || isReusable?.(reply) === false) return false;
    return maxIdleBytes === Infinity || (await process.residentBytes()) < maxIdleBytes;
  }

  #take(maxMemoryBytes: number): ProgramProcess<Request, Reply> | undefined {
    const at = this.#idle.findLastIndex(({ process }) => process.isAlive && process.maxMemoryBytes === maxMemoryBytes);
    const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
    clearTimeout(found?.timer);
    return found?.process;
  }

  #keep(process: ProgramProcess<Request, Reply>): void {
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((idle) => idle.process === process);
      this.#idle.splice(at, 1);
      void process.kill();
    }, this.#options.idleMs ?? IDLE_MS);
    timer.unref();
    this.#idle.push({ process, timer });
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof ResourceLimitError && error.limit === 'memory';
}
