import type { Readable, Writable } from 'node:stream';

/** Used if a terminal doesn't report its width (in cells). */
export const FALLBACK_WIDTH = 80;

/**
 * The streams and environment of a command line. `process` provides them, and tests that run a command in-process pass
 * their own.
 */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
}

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };
