import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LatexmlPaper } from './parse-paper.ts';

export interface PageFile {
  /** Of a page in UTF-8. */
  readonly path: string;
  /** What stands before a figure's name, percent-encoded, in the Markdown. */
  readonly imageFolder: string;
}

/** What a page may cost at most; beyond it its thread is ended. */
export interface PageLimits {
  /** Wall time, default 60 s: a page of a megabyte takes 0.2 s. */
  readonly timeoutMs?: number;
  /** Of the thread's heap, default 1 GiB: the tree of a page takes some thirty times its size. */
  readonly maxHeapBytes?: number;
}

/** A page that passed a limit. */
export class PageTooCostly extends Error {
  override readonly name = 'PageTooCostly';
}

const TIMEOUT_MS = 60_000;
const MAX_HEAP_BYTES = 1024 ** 3;
const MIB = 1024 ** 2;
/** A thread without work gives its memory back after this. */
const IDLE_MS = 30_000;

/**
 * Reads pages in a thread of its own, one after another, so that a large one does not hold up the caller's event loop.
 * The thread stays for the next page: to load the parser takes longer than most pages do. PDFs, whose reader may fail
 * in worse ways, have a process each.
 */
export class PageParser {
  readonly #timeoutMs: number;
  readonly #maxHeapBytes: number;
  #thread: Worker | undefined;
  #running: AbortController | undefined;
  #idle: NodeJS.Timeout | undefined;
  #line: Promise<void> = Promise.resolve();

  constructor({ timeoutMs = TIMEOUT_MS, maxHeapBytes = MAX_HEAP_BYTES }: PageLimits = {}) {
    this.#timeoutMs = timeoutMs;
    this.#maxHeapBytes = maxHeapBytes;
  }

  /**
   * What `parsePaper` makes of the file.
   *
   * @throws {PageTooCostly}
   */
  async parse(page: PageFile, signal?: AbortSignal): Promise<LatexmlPaper> {
    signal?.throwIfAborted();
    const before = this.#line;
    const { promise: done, resolve: leave } = Promise.withResolvers<void>();
    this.#line = before.then(() => done);
    const ended = new AbortController();
    const onAbort = () => ended.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([before, once(ended.signal, 'abort')]);
      ended.signal.throwIfAborted();
      return await this.#read(page, ended);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      leave();
    }
  }

  /** Ends the thread, and with it what it is doing. */
  async close(): Promise<void> {
    this.#running?.abort(new Error('the reader of pages was closed'));
    await this.#end();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  async #read(page: PageFile, ended: AbortController): Promise<LatexmlPaper> {
    clearTimeout(this.#idle);
    this.#running = ended;
    const thread = (this.#thread ??= this.#start());
    const timer = setTimeout(() => {
      ended.abort(new PageTooCostly(`the page could not be read in ${this.#timeoutMs / 1000} s`));
    }, this.#timeoutMs);
    try {
      thread.postMessage(page);
      const [paper] = (await once(thread, 'message', { signal: ended.signal })) as [LatexmlPaper];
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
      return paper;
    } catch (error) {
      // Whatever it is doing, nobody waits for it any more.
      await this.#end();
      ended.signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      const mebibytes = Math.round(this.#maxHeapBytes / MIB);
      throw new PageTooCostly(`the page needs more than ${mebibytes} MiB of memory`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): Worker {
    // The sources run as they are, the build as JavaScript: the neighbour has the same extension.
    const thread = new Worker(new URL(`./page-thread${extname(import.meta.url)}`, import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: this.#maxHeapBytes / MIB },
    });
    // An idle one keeps no process alive; a page in work is waited for by its time limit.
    thread.unref();
    // Whoever waits hears of an error; one that comes after it was ended is nobody's.
    thread.on('error', () => undefined);
    return thread;
  }
}
