import { readFileSync } from 'node:fs';
import { Environment } from '@almagest/service-kit/environment';
import { readWatchdogSec } from '@almagest/service-kit/watchdog';

/** Looks that a limit is made of. */
const LOOKS = 10;

/**
 * Calls `kill` once the process has been stopped as a whole (SIGSTOP) for its WATCHDOG_SEC: whatever else makes it stand
 * still, it notices itself. Counted in looks, so that a launcher that was stopped too takes nobody for dead. Returns
 * what ends the looking.
 */
export function watchForStop(
  pid: number,
  environment: NodeJS.ProcessEnv,
  kill: (limitSec: number) => void,
): () => void {
  const limitSec = readWatchdogSec(new Environment(environment));
  if (limitSec === 0) return () => undefined;
  let stopped = 0;
  const look = () => {
    stopped = isStopped(pid) ? stopped + 1 : 0;
    if (stopped === LOOKS) kill(limitSec);
  };
  const timer = setInterval(look, (limitSec * 1_000) / LOOKS).unref();
  return () => clearInterval(timer);
}

/** As Linux tells in the state that follows the name (proc(5)); elsewhere, and of a process that is gone: no. */
function isStopped(pid: number): boolean {
  try {
    return /\) T [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
