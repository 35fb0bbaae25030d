import { extname } from 'node:path';
import { BoundedThread, ResourceLimitExceeded, type ThreadLimits } from '@almagest/bounded-thread';
import type { ResponseFacts } from './challenges.ts';
import type { PageReply, PageInspection, PageRequest } from './page-request.ts';
import type { LatexmlPaper } from './parse-paper.ts';

export interface PageFile {
  /** Path of a page in UTF-8. */
  readonly path: string;
  /** Percent-encoded prefix of figure names in the Markdown. */
  readonly imageFolder: string;
}

/** A page that exceeded a limit. */
export class PageLimitExceeded extends Error {
  override readonly name = 'PageLimitExceeded';
}

/** A page of a megabyte takes 0.2 s; its tree needs about thirty times its size. */
const LIMITS: ThreadLimits = { timeoutMs: 60_000, maxHeapBytes: 1024 ** 3 };
const MIB = 1024 ** 2;

// The package runs from TypeScript sources or from the build; the program next to this file has the same extension.
const PROGRAM = new URL(`./page-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Parses pages in a separate thread, one after another, so that no page is ever parsed on the caller's event loop.
 * PDFs, whose parser can fail in worse ways, have a process each.
 */
export class PageParser {
  readonly #limits: ThreadLimits;
  readonly #thread: BoundedThread<PageRequest, PageReply>;

  constructor(limits: Partial<ThreadLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#thread = new BoundedThread(PROGRAM, this.#limits);
  }

  /** The result of `parsePaper` for the file. @throws {PageLimitExceeded} */
  async parse(page: PageFile, signal?: AbortSignal): Promise<LatexmlPaper> {
    return (await this.#ask({ kind: 'parse', ...page }, signal)) as LatexmlPaper;
  }

  /** Classifies the page in the file, in any character encoding. @throws {PageLimitExceeded} */
  async inspect(path: string, response: ResponseFacts, contentType = ''): Promise<PageInspection> {
    return (await this.#ask({ kind: 'inspect', path, response, contentType })) as PageInspection;
  }

  /** Rewrites the page in the file in UTF-8, with the base address of its images. @throws {PageLimitExceeded} */
  async load(path: string, address: string, contentType: string): Promise<void> {
    await this.#ask({ kind: 'load', path, address, contentType });
  }

  /** Terminates the thread and its current request. */
  async close(): Promise<void> {
    await this.#thread.close(new Error('the reader of pages was closed'));
  }

  async #ask(request: PageRequest, signal?: AbortSignal): Promise<PageReply> {
    try {
      return await this.#thread.ask(request, signal);
    } catch (error) {
      if (!(error instanceof ResourceLimitExceeded)) throw error;
      const { timeoutMs, maxHeapBytes } = this.#limits;
      throw new PageLimitExceeded(
        error.limit === 'time'
          ? `the page could not be read in ${timeoutMs / 1000} s`
          : `the page needs more than ${Math.round(maxHeapBytes / MIB)} MiB of memory`,
        { cause: error },
      );
    }
  }
}
