import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What one request may cost at most; beyond it the thread is ended. */
export interface ThreadLimits {
  /** Wall time from the moment the thread takes the request up. */
  readonly timeoutMs: number;
  /** Of the thread's heap. */
  readonly maxHeapBytes: number;
}

/** A request that passed a limit. */
export class WorkTooCostly extends Error {
  override readonly name = 'WorkTooCostly';
  readonly limit: 'time' | 'memory';
  /** The last sign that the thread gave of how far it had come. */
  readonly progress: string | undefined;

  constructor(limit: 'time' | 'memory', progress: string | undefined, cause?: unknown) {
    super(`the work passed its limit of ${limit}`, { cause });
    this.limit = limit;
    this.progress = progress;
  }
}

/** What a thread sends: signs of how far it has come, and at last the answer. */
export type Message<Answer> = { readonly progress: string } | { readonly answer: Answer };

const MIB = 1024 ** 2;
/** A thread without work gives its memory back after this. */
const IDLE_MS = 30_000;

/**
 * A thread for work on text from outside, request after request, so that neither its time nor its memory is that of the
 * caller's event loop. It is started for the first request and stays for the next: to load what it needs takes longer than
 * most requests do. What passes a limit, or is not waited for any more, is ended with it.
 */
export class BoundedThread<Request, Answer> {
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

  /** Requests that are answered or wait for it. */
  get load(): number {
    return this.#waiting;
  }

  /** @throws {WorkTooCostly} and what the program throws */
  async ask(request: Request, signal?: AbortSignal): Promise<Answer> {
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

  /** Ends the thread, and with it what it is doing. */
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

  async #answer(request: Request, ended: AbortController): Promise<Answer> {
    clearTimeout(this.#idle);
    this.#running = ended;
    const thread = (this.#thread ??= this.#start());
    let progress: string | undefined;
    const timer = setTimeout(() => ended.abort(new WorkTooCostly('time', progress)), this.#limits.timeoutMs);
    try {
      const messages = on(thread, 'message', { signal: ended.signal });
      thread.postMessage(request);
      for await (const [message] of messages as AsyncIterable<[Message<Answer>]>) {
        if ('answer' in message) {
          this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
          return message.answer;
        }
        ({ progress } = message);
      }
      throw new Error('the thread ended without an answer');
    } catch (error) {
      // Whatever it is doing, nobody waits for it any more.
      await this.#end();
      ended.signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      throw new WorkTooCostly('memory', progress, error);
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): Worker {
    const thread = new Worker(this.#program, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.maxHeapBytes / MIB },
    });
    // An idle one keeps no process alive; work is waited for by its time limit.
    thread.unref();
    // Whoever waits hears of an error; one that comes after it was ended is nobody's.
    thread.on('error', () => undefined);
    return thread;
  }
}
