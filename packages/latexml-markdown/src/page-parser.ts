import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { ProcessPool, ResourceLimitError, type ProcessLimits } from '@almagest/bounded-process';
import type { ResponseFacts } from './challenges.ts';
import type { PageReply, PageInspection, PageRequest } from './page-request.ts';
import type { LatexmlPaper } from './parse-paper.ts';

export interface PageFile {
  /** Path of a page in UTF-8. */
  readonly path: string;
  /** Percent-encoded prefix of figure names in the Markdown. */
  readonly imageFolder: string;
}

export class PageLimitError extends Error {
  override readonly name = 'PageLimitError';
}

/** A page of a megabyte takes 0.2 s. Its tree needs about thirty times the size of the page. */
const LIMITS: ProcessLimits = { timeoutMs: 60_000, maxMemoryBytes: 1024 ** 3 };
const MIB = 1024 ** 2;

// The package runs from TypeScript sources or from the build. The program next to this file has the same extension.
const PROGRAM = new URL(`./page-process${extname(import.meta.url)}`, import.meta.url);

export interface PageParserOptions extends Partial<ProcessLimits> {
  /** Maximum number of pages that are read at the same time, each in its own process. Default: 1. */
  readonly processes?: number;
}

/** Reads pages in separate processes, so that a page cannot exhaust the caller's time or memory. */
export class PageParser {
  readonly #pool: ProcessPool<PageRequest, PageReply>;

  constructor({ processes = 1, ...limits }: PageParserOptions = {}) {
    this.#pool = new ProcessPool(PROGRAM, { processes, limits: { ...LIMITS, ...limits } });
  }

  /** Returns the result of `parsePaper` for the file. @throws {PageLimitError} */
  async parse({ path, imageFolder }: PageFile, signal?: AbortSignal): Promise<LatexmlPaper> {
    return (await this.#ask(path, { kind: 'parse', imageFolder }, signal)) as LatexmlPaper;
  }

  /** Classifies the page in the file. The file may have any character encoding. @throws {PageLimitError} */
  async inspect(path: string, response: ResponseFacts, contentType = ''): Promise<PageInspection> {
    return (await this.#ask(path, { kind: 'inspect', response, contentType })) as PageInspection;
  }

  /** Rewrites the page in the file in UTF-8, and adds the base address of its images. @throws {PageLimitError} */
  async load(path: string, address: string, contentType: string): Promise<void> {
    // The process has no write permission.
    await writeFile(path, (await this.#ask(path, { kind: 'load', address, contentType })) as string);
  }

  /** Ends the processes and their current requests. */
  async close(): Promise<void> {
    await this.#pool.close(new Error('the page parser was closed'));
  }

  async #ask(path: string, request: PageRequest, signal?: AbortSignal): Promise<PageReply> {
    try {
      return await this.#pool.ask(request, { signal, files: [path] });
    } catch (error) {
      if (!(error instanceof ResourceLimitError)) throw error;
      const { timeoutMs, maxMemoryBytes } = error.limits;
      throw new PageLimitError(
        error.limit === 'time'
          ? `the page could not be read within ${timeoutMs / 1000} s`
          : `the page needs more than ${Math.round(maxMemoryBytes / MIB)} MiB of memory`,
        { cause: error },
      );
    }
  }
}
