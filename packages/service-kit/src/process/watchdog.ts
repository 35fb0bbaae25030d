import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Environment } from './environment.ts';
import { monotonicMs } from './monotonic-time.ts';
import { SHARED_SETTINGS } from './shared-settings.ts';
import type { WatchdogHeartbeat } from './watchdog-thread.ts';

/** Reads how long the event loop may hang before the process exits, in seconds. 0 means no limit. */
export function readWatchdogSec(env: Environment): number {
  return env.integer(SHARED_SETTINGS.watchdogSec);
}

/** The limit spans this many heartbeats, because some may be late on a busy machine. */
const BEATS = 10;

/**
 * Ends this process if its event loop is blocked for too long. Only a restart helps such a process. A separate thread
 * watches, because a blocked loop does not stop it.
 *
 * A process that was stopped (SIGSTOP) exits when it continues (SIGCONT), because others have taken over its work
 * by then.
 */
export function startWatchdog(name: string, limitSec: number): void {
  if (limitSec === 0) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const everyMs = (limitSec * 1_000) / BEATS;
  const workerData: WatchdogHeartbeat = { name, beats, everyMs, limitMs: limitSec * 1_000, startedMs: monotonicMs() };
  // The source runs as TypeScript and the build as JavaScript. Both programs have the same extension.
  const program = new URL(`./watchdog-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(program, { workerData });
  thread.unref();
  setInterval(() => Atomics.add(beats, 0, 1), everyMs).unref();
}
