import { extname } from 'node:path';
import { ProcessEndedError, ProcessPool, ResourceLimitError } from '@almagest/bounded-process';
import { Refusal } from '@almagest/service-kit/refusal';

export type DrawReply = { readonly png: Uint8Array } | { readonly fault: string };

const LIMITS = { timeoutMs: 20_000, maxMemoryBytes: 512 * 1024 ** 2 };

/** A plot with many thousands of points can take several megabytes. */
const MAX_SVG_BYTES = 10 * 1024 * 1024;

// The service runs from TypeScript sources or from the build. The program next to this file has the same extension.
const PROGRAM = new URL(`./draw-svg-process${extname(import.meta.url)}`, import.meta.url);

/** Rendering is native code, so each process renders only one picture. */
const pool = new ProcessPool<Uint8Array, DrawReply>(PROGRAM, {
  processes: 2,
  limits: LIMITS,
  allowAddons: true,
  maxRequests: 1,
});

/**
 * Renders an SVG as a PNG on white. The SVG is untrusted and native code renders it, so this happens in a separate
 * process that has no environment, cannot write, and is killed at a limit.
 */
export async function drawSvg(svg: Buffer, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  if (svg.byteLength > MAX_SVG_BYTES) throw undrawn(`it is larger than ${MAX_SVG_BYTES} bytes`);
  const reply = await pool.ask(svg, { signal }).catch((error: unknown): DrawReply => ({ fault: reasonOf(error) }));
  if ('fault' in reply) throw undrawn(reply.fault);
  return Buffer.from(reply.png);
}

/**
 * @throws the error if the SVG did not cause it
 */
function reasonOf(error: unknown): string {
  if (error instanceof ProcessEndedError) return 'the renderer crashed on it';
  if (!(error instanceof ResourceLimitError)) throw error;
  const { timeoutMs, maxMemoryBytes } = error.limits;
  return error.limit === 'time'
    ? `rendering it takes more than ${timeoutMs / 1000} s`
    : `rendering it needs more than ${maxMemoryBytes / 1024 ** 2} MiB of memory`;
}

function undrawn(why: string): Refusal {
  return new Refusal('malformed', `the figure is an SVG that cannot be drawn: ${why}`);
}
