import { extname } from 'node:path';
import { ProcessEndedError, ProcessPool, ResourceLimitError } from '@almagest/bounded-process';
import { Refusal } from '@almagest/service-kit/refusal';

export type DrawReply = { readonly png: Uint8Array } | { readonly fault: string };

const LIMITS = { timeoutMs: 20_000, maxMemoryBytes: 512 * 1024 ** 2 };

/** The SVG of a plot with many thousands of points can have several megabytes. */
const MAX_SVG_BYTES = 10 * 1024 * 1024;

// The service runs from TypeScript sources or from the build. The program has the same extension as this file.
const PROGRAM = new URL(`./draw-svg-process${extname(import.meta.url)}`, import.meta.url);

/** Native code renders an untrusted picture, so each process renders only one picture. */
const pool = new ProcessPool<Uint8Array, DrawReply>(PROGRAM, {
  processes: 2,
  limits: LIMITS,
  allowAddons: true,
  maxRequests: 1,
});

/**
 * Renders an SVG as a PNG on white. The SVG is untrusted and native code renders it, so a separate process does the
 * work. That process has no environment variables, cannot write files, and is killed when it exceeds a limit.
 */
export async function drawSvg(svg: Buffer, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  if (svg.byteLength > MAX_SVG_BYTES) throw undrawn(`it is larger than ${MAX_SVG_BYTES} bytes`);
  const reply = await pool.ask(svg, { signal }).catch((error: unknown): DrawReply => ({ fault: reasonOf(error) }));
  if ('fault' in reply) throw undrawn(reply.fault);
  return Buffer.from(reply.png);
}

/** Returns why the SVG could not be rendered. Rethrows errors that the SVG did not cause. */
function reasonOf(error: unknown): string {
  if (error instanceof ProcessEndedError) return 'the renderer crashed';
  if (!(error instanceof ResourceLimitError)) throw error;
  const { timeoutMs, maxMemoryBytes } = error.limits;
  return error.limit === 'time'
    ? `rendering it takes more than ${timeoutMs / 1000} s`
    : `rendering it needs more than ${maxMemoryBytes / 1024 ** 2} MiB of memory`;
}

function undrawn(why: string): Refusal {
  return new Refusal('malformed', `the figure is an SVG that cannot be drawn: ${why}`);
}
