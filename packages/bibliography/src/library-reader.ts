import { extname } from 'node:path';
import { ProcessPool, ResourceLimitError, type ProcessLimits } from '@almagest/bounded-process';
import { UnreadableFileError, type ImportFormat, type ReadLibrary } from './reference.ts';

export interface LibraryRequest {
  readonly path: string;
  readonly format?: ImportFormat | undefined;
}

export type LibraryReply = { readonly library: ReadLibrary } | { readonly unreadable: string };

/** A megabyte of BibTeX takes half a second and 40 times its size. */
const LIMITS: ProcessLimits = { timeoutMs: 120_000, maxMemoryBytes: 1536 * 1024 ** 2 };
const PROGRAM = new URL(`./library-process${extname(import.meta.url)}`, import.meta.url);

/** Reads files of reference managers one after another, in a process with time and memory limits. */
export class LibraryReader {
  readonly #pool = new ProcessPool<LibraryRequest, LibraryReply>(PROGRAM, { processes: 1, limits: LIMITS });

  /**
   * @throws {UnreadableFileError} if the file cannot be read, or not within the limits
   */
  async read(request: LibraryRequest, signal?: AbortSignal): Promise<ReadLibrary> {
    try {
      const reply = await this.#pool.ask(request, { signal });
      if ('unreadable' in reply) throw new UnreadableFileError(reply.unreadable);
      return reply.library;
    } catch (error) {
      if (!(error instanceof ResourceLimitError)) throw error;
      const what = error.limit === 'time' ? `${LIMITS.timeoutMs / 1000} s` : 'the memory that it may';
      throw new UnreadableFileError(`the file needs more than ${what}; split it and import its parts`, {
        cause: error,
      });
    }
  }

  async close(): Promise<void> {
    await this.#pool.close(new Error('the library reader was closed'));
  }
}
