import { extname } from 'node:path';
import { BoundedThread, WorkTooCostly, type ThreadLimits } from '@almagest/bounded-thread';
import type { ResponseFacts } from './challenges.ts';
import type { PageAnswer, PageLook, PageRequest } from './page-request.ts';
import type { LatexmlPaper } from './parse-paper.ts';

export interface PageFile {
  /** Of a page in UTF-8. */
  readonly path: string;
  /** What stands before a figure's name, percent-encoded, in the Markdown. */
  readonly imageFolder: string;
}

/** A page that passed a limit. */
export class PageTooCostly extends Error {
  override readonly name = 'PageTooCostly';
}

/** A page of a megabyte takes 0.2 s; its tree takes some thirty times its size. */
const LIMITS: ThreadLimits = { timeoutMs: 60_000, maxHeapBytes: 1024 ** 3 };
const MIB = 1024 ** 2;

// The sources run as they are, the build as JavaScript: the neighbour has the same extension.
const PROGRAM = new URL(`./page-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads pages in a thread of its own, one after another, so that no page is ever looked at on the caller's event loop.
 * PDFs, whose reader may fail in worse ways, have a process each.
 */
export class PageParser {
  readonly #limits: ThreadLimits;
  readonly #thread: BoundedThread<PageRequest, PageAnswer>;

  constructor(limits: Partial<ThreadLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#thread = new BoundedThread(PROGRAM, this.#limits);
  }

  /**
   * What `parsePaper` makes of the file.
   *
   * @throws {PageTooCostly}
   */
  async parse(page: PageFile, signal?: AbortSignal): Promise<LatexmlPaper> {
    return (await this.#ask({ kind: 'parse', ...page }, signal)) as LatexmlPaper;
  }

  /**
   * What the page in the file is, in whatever character set it came.
   *
   * @throws {PageTooCostly}
   */
  async look(path: string, response: ResponseFacts, contentType = ''): Promise<PageLook> {
    return (await this.#ask({ kind: 'look', path, response, contentType })) as PageLook;
  }

  /**
   * Writes the page in the file anew, in UTF-8 and with the address against which its pictures are to be found.
   *
   * @throws {PageTooCostly}
   */
  async load(path: string, address: string, contentType: string): Promise<void> {
    await this.#ask({ kind: 'load', path, address, contentType });
  }

  /** Ends the thread, and with it what it is doing. */
  async close(): Promise<void> {
    await this.#thread.close(new Error('the reader of pages was closed'));
  }

  async #ask(request: PageRequest, signal?: AbortSignal): Promise<PageAnswer> {
    try {
      return await this.#thread.ask(request, signal);
    } catch (error) {
      if (!(error instanceof WorkTooCostly)) throw error;
      const { timeoutMs, maxHeapBytes } = this.#limits;
      throw new PageTooCostly(
        error.limit === 'time'
          ? `the page could not be read in ${timeoutMs / 1000} s`
          : `the page needs more than ${Math.round(maxHeapBytes / MIB)} MiB of memory`,
        { cause: error },
      );
    }
  }
}
