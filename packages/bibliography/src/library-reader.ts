import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ProcessPool, ResourceLimitError, type ProcessLimits } from '@almagest/bounded-process';
import { UnreadableFileError, type ImportFormat, type ReadEntry, type ReadLibrary } from './reference.ts';

export interface LibraryRequest {
  readonly format?: ImportFormat | undefined;
}

export interface LibraryFile extends LibraryRequest {
  readonly path: string;
}

/** A library whose entries are lists in JSON, in the order of the file. */
type Packed = Omit<ReadLibrary, 'entries'> & { readonly parts: readonly string[] };

export type LibraryReply = Packed | { readonly unreadable: string };

/** A file whose entries are read in parts, so that a long file does not delay other work. */
export type LibraryInParts = Omit<ReadLibrary, 'entries'> & { readonly parts: () => AsyncGenerator<ReadEntry[]> };

/** A megabyte of BibTeX takes half a second and 40 MB. */
const LIMITS: ProcessLimits = { timeoutMs: 120_000, maxMemoryBytes: 1536 * 1024 ** 2 };
const PROGRAM = new URL(`./library-process${extname(import.meta.url)}`, import.meta.url);

/** Reads files of reference managers one after another, in a process with time and memory limits. */
export class LibraryReader {
  readonly #pool = new ProcessPool<LibraryRequest, LibraryReply>(PROGRAM, { processes: 1, limits: LIMITS });

  /** @throws {UnreadableFileError} if the file cannot be read, or exceeds the limits */
  async read({ path, format: named }: LibraryFile, signal?: AbortSignal): Promise<LibraryInParts> {
    try {
      const reply = await this.#pool.ask({ format: named }, { signal, files: [path] });
      if ('unreadable' in reply) throw new UnreadableFileError(reply.unreadable);
      const { format, collections, parts } = reply;
      return { format, collections, parts: () => unpacked(parts) };
    } catch (error) {
      if (!(error instanceof ResourceLimitError)) throw error;
      const what = error.limit === 'time' ? `${LIMITS.timeoutMs / 1000} s` : 'the allowed memory';
      throw new UnreadableFileError(`the file needs more than ${what}. Split it and import its parts`, {
        cause: error,
      });
    }
  }

  async close(): Promise<void> {
    await this.#pool.close(new Error('the library reader was closed'));
  }
}

async function* unpacked(parts: readonly string[]): AsyncGenerator<ReadEntry[]> {
  for (const part of parts) {
    await setImmediate();
    yield JSON.parse(part) as ReadEntry[];
  }
}
