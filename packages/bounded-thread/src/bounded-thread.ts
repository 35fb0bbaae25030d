import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Limits of one request. A thread that exceeds them is terminated. */
export interface ThreadLimits {
  /** Wall time from the start of the request in the thread. */
  readonly timeoutMs: number;
  /** Limit of the thread's heap, in bytes. */
  readonly maxHeapBytes: number;
}

/** A request that exceeded a limit. */
export class ResourceLimitExceeded extends Error {
  override readonly name = 'ResourceLimitExceeded';
  readonly limit: 'time' | 'memory';
  /** The last progress message of the thread. */
  readonly progress: string | undefined;

  constructor(limit: 'time' | 'memory', progress: string | undefined, cause?: unknown) {
    super(`the work passed its limit of ${limit}`, { cause });
    this.limit = limit;
    this.progress = progress;
  }
}

/** The messages of a thread: progress, and finally the answer. */
export type Message<Reply> = { readonly progress: string } | { readonly answer: Reply };

const MIB = 1024 ** 2;
/** An idle thread is terminated after this, which frees its memory. */
const IDLE_MS = 30_000;

/**
 * A thread that works on untrusted text, one request at a time, so that neither the time nor the memory of the work
 * affects the caller's event loop.
 *
 * It starts with the first request and is kept for the next one, because loading its modules takes longer than most
 * requests. It is terminated if a request exceeds a limit or is cancelled.
 */
export class BoundedThread<Request, Reply> {
  readonly #program: URL;
  readonly #limits: ThreadLimits;
  #thread: Worker | undefined;
  #running: AbortController | undefined;
  #idle: NodeJS.Timeout | undefined;
  #line: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** `program` calls `answerRequests`. */
  constructor(program: URL, limits: ThreadLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  /** Requests that are in progress or queued. */
  get load(): number {
    return this.#waiting;
  }

  /** @throws {ResourceLimitExceeded} and what the program throws */
  async ask(request: Request, signal?: AbortSignal): Promise<Reply> {
    signal?.throwIfAborted();
    const before = this.#line;
    const { promise: done, resolve: leave } = Promise.withResolvers<void>();
    this.#line = before.then(() => done);
    this.#waiting += 1;
    const ended = new AbortController();
    const onAbort = () => ended.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([before, once(ended.signal, 'abort')]);
      ended.signal.throwIfAborted();
      return await this.#answer(request, ended);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#waiting -= 1;
      leave();
    }
  }

  /** Terminates the thread and its current request. */
  async close(reason: Error): Promise<void> {
    this.#running?.abort(reason);
    await this.#end();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  async #answer(request: Request, ended: AbortController): Promise<Reply> {
    clearTimeout(this.#idle);
    this.#running = ended;
    const thread = (this.#thread ??= this.#start());
    let progress: string | undefined;
    const timer = setTimeout(() => ended.abort(new ResourceLimitExceeded('time', progress)), this.#limits.timeoutMs);
    try {
      const messages = on(thread, 'message', { signal: ended.signal });
      thread.postMessage(request);
      for await (const [message] of messages as AsyncIterable<[Message<Reply>]>) {
        if ('answer' in message) {
          this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
          return message.answer;
        }
        ({ progress } = message);
      }
      throw new Error('the thread ended without an answer');
    } catch (error) {
      // No caller waits for the result any more.
      await this.#end();
      ended.signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      throw new ResourceLimitExceeded('memory', progress, error);
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): Worker {
    const thread = new Worker(this.#program, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.maxHeapBytes / MIB },
    });
    // An idle thread does not keep the process alive; a request is limited in time.
    thread.unref();
    // Waiting callers get an error; an error after the termination is ignored.
    thread.on('error', () => undefined);
    return thread;
  }
}
