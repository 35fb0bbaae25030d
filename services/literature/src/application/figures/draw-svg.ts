import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@almagest/service-kit/refusal';

/** The single reply of the rendering process. */
export type DrawReply = { readonly png: Uint8Array } | { readonly fault: string };

const TIMEOUT_MS = 20_000;

/** A plot with many thousands of points can have some megabytes. */
const MAX_SVG_BYTES = 10 * 1024 * 1024;

/**
 * Renders an SVG as a PNG on white. The SVG is untrusted and native code renders it, so this happens in a separate
 * process that has no environment, cannot write, and is killed at a time limit.
 */
export async function drawSvg(svg: Buffer, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  if (svg.byteLength > MAX_SVG_BYTES) throw undrawn(`it has more than ${MAX_SVG_BYTES} bytes`);
  // The service runs from TypeScript sources or from the build; the program next to this file has the same extension.
  const program = fileURLToPath(new URL(`./draw-svg-process${extname(import.meta.url)}`, import.meta.url));
  const child = fork(program, [], {
    env: {},
    execArgv: ['--permission', '--allow-fs-read=*', '--allow-addons', '--max-old-space-size=256', '--no-warnings'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const { promise, resolve, reject } = Promise.withResolvers<DrawReply>();
  const timer = setTimeout(() => resolve({ fault: `it takes more than ${TIMEOUT_MS / 1000} s to draw` }), TIMEOUT_MS);
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  child.once('message', (message) => resolve(message as DrawReply));
  child.once('error', reject);
  child.once('close', () => resolve({ fault: 'it brings down what draws it' }));
  try {
    child.send(svg);
    const reply = await promise;
    if ('fault' in reply) throw undrawn(reply.fault);
    return Buffer.from(reply.png);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
  }
}

function undrawn(why: string): Refusal {
  return new Refusal('malformed', `the figure is an SVG that cannot be drawn: ${why}`);
}
