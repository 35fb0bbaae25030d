import type { Readable, Writable } from 'node:stream';

/** The width of a terminal that does not tell it (cells). */
export const FALLBACK_WIDTH = 80;

/** What a command line reads and writes. The process itself is one; a test that runs a command within its own process gives another. */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
}

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };
