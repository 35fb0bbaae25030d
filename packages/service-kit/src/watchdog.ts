import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Environment } from './environment.ts';
import { monotonicMs } from './monotonic-time.ts';
import { SHARED_SETTINGS } from './shared-settings.ts';
import type { WatchdogHeartbeat } from './watchdog-thread.ts';

/** How long the event loop may hang before the process ends itself, in seconds. 0: for ever. */
export function readWatchdogSec(env: Environment): number {
  return env.integer(SHARED_SETTINGS.watchdogSec);
}

/** Beats that a limit is made of: some may be late on a busy machine. */
const BEATS = 10;

/**
 * Ends this process when its event loop stands still for so long: whatever it should do, it does not, and only a start
 * afresh helps. A thread of its own watches, which a loop that is blocked does not stop.
 *
 * A process that was stopped as a whole (SIGSTOP) cannot end itself; it does so when it goes on (SIGCONT), for what it
 * held has been given to others.
 */
export function startWatchdog(name: string, limitSec: number): void {
  if (limitSec === 0) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const everyMs = (limitSec * 1_000) / BEATS;
  const workerData: WatchdogHeartbeat = { name, beats, everyMs, limitMs: limitSec * 1_000, startedMs: monotonicMs() };
  // The sources run as they are, the build as JavaScript: the neighbour has the same extension.
  const program = new URL(`./watchdog-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(program, { workerData });
  thread.unref();
  setInterval(() => Atomics.add(beats, 0, 1), everyMs).unref();
}
