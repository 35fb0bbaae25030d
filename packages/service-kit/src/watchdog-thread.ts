// The program of the thread that watchdog.ts starts.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { monotonicMs } from './monotonic-time.ts';

export interface WatchdogHeartbeat {
  /** As the log names the process. */
  readonly name: string;
  /** Counted up by the event loop that is watched. */
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
  // This thread slept as well: the whole process was stopped. The monotonic clock of Linux rests with a machine that
  // sleeps.
  if (now - lookedAt > limitMs)
    end(`the process was stopped for ${seconds(now - lookedAt)} s; what it held is others' now`);
  lookedAt = now;
  const count = Atomics.load(beats, 0);
  if (count !== seen) {
    seen = count;
    seenAt = now;
  } else if (now - seenAt > limitMs) end(`the event loop has stood still for ${seconds(now - seenAt)} s`);
}, everyMs);

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}

/**
 * SIGABRT, since a thread cannot choose the exit code of its process, and a handler of SIGTERM would wait for the loop.
 */
function end(message: string): void {
  // Nothing of the other thread's log may be waited for.
  writeSync(1, `${JSON.stringify({ level: FATAL, time: Date.now(), name, pid: process.pid, msg: message })}\n`);
  process.kill(process.pid, 'SIGABRT');
}
