import { extname } from 'node:path';
import { ProcessPool, ResourceLimitExceeded, type ProcessLimits } from '@almagest/bounded-process';
import { UnreadableFile, type ImportFormat, type ReadLibrary } from './reference.ts';

export interface LibraryRequest {
  readonly format?: ImportFormat | undefined;
}

export interface LibraryFile extends LibraryRequest {
  readonly path: string;
}

export type LibraryReply = { readonly library: ReadLibrary } | { readonly unreadable: string };

/** A megabyte of BibTeX takes half a second and 40 times its size. */
const LIMITS: ProcessLimits = { timeoutMs: 120_000, maxMemoryBytes: 1536 * 1024 ** 2 };
const PROGRAM = new URL(`./library-process${extname(import.meta.url)}`, import.meta.url);

/** Reads files of reference managers one after another, in a process with time and memory limits. */
export class LibraryReader {
  readonly #pool = new ProcessPool<LibraryRequest, LibraryReply>(PROGRAM, { processes: 1, limits: LIMITS });

  /**
   * @throws {UnreadableFile} if the file cannot be read, or not within the limits
   */
  async read({ path, format }: LibraryFile, signal?: AbortSignal): Promise<ReadLibrary> {
    try {
      const reply = await this.#pool.ask({ format }, { signal, files: [path] });
      if ('unreadable' in reply) throw new UnreadableFile(reply.unreadable);
      return reply.library;
    } catch (error) {
      if (!(error instanceof ResourceLimitExceeded)) throw error;
      const what = error.limit === 'time' ? `${LIMITS.timeoutMs / 1000} s` : 'the memory that it may';
      throw new UnreadableFile(`the file needs more than ${what}; split it and import its parts`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#pool.close(new Error('the library reader was closed'));
  }
}
