// The program of the thread that watchdog.ts starts.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { monotonicMs } from './monotonic-time.ts';

export interface WatchdogHeartbeat {
  /** The name of the process in the log. */
  readonly name: string;
  /** The watched event loop increments this counter. */
  readonly beats: Int32Array<SharedArrayBuffer>;
  readonly everyMs: number;
  readonly limitMs: number;
  /** As returned by `monotonicMs`. */
  readonly startedMs: number;
}

const { name, beats, everyMs, limitMs, startedMs } = workerData as WatchdogHeartbeat;

const FATAL = 60; // pino's level

let seen = Atomics.load(beats, 0);
let seenAt = startedMs;
let lookedAt = seenAt;

setInterval(() => {
  const now = monotonicMs();
  // This thread slept too, so the whole process was stopped. Linux's monotonic clock does not advance while the machine
  // sleeps.
  if (now - lookedAt > limitMs)
    end(`the process was stopped for ${seconds(now - lookedAt)} s. Other processes have taken over its work`);
  lookedAt = now;
  const count = Atomics.load(beats, 0);
  if (count !== seen) {
    seen = count;
    seenAt = now;
  } else if (now - seenAt > limitMs) end(`the event loop was blocked for ${seconds(now - seenAt)} s`);
}, everyMs);

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}

/**
 * Uses SIGABRT, because a thread cannot set the exit code of its process, and a SIGTERM handler would wait for the
 * blocked event loop.
 */
function end(message: string): void {
  // Write directly, because the main thread's log may never flush.
  writeSync(1, `${JSON.stringify({ level: FATAL, time: Date.now(), name, pid: process.pid, msg: message })}\n`);
  process.kill(process.pid, 'SIGABRT');
}
