import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@almagest/service-kit/refusal';

/** What the drawing process answers, once. */
export type DrawReply = { readonly png: Uint8Array } | { readonly fault: string };

const TIMEOUT_MS = 20_000;

/** Plots with many thousands of points have some megabytes. */
const MAX_SVG_BYTES = 10 * 1024 * 1024;

/**
 * Draws an SVG as a PNG on white. It comes from elsewhere, and native code draws it: so in a process of its own, that
 * has no environment, can write nothing and is killed when it takes too long.
 */
export async function drawSvg(svg: Buffer, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  if (svg.byteLength > MAX_SVG_BYTES) throw undrawn(`it has more than ${MAX_SVG_BYTES} bytes`);
  // The sources run as they are, the build as JavaScript: the neighbour has the same extension.
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
