import { readFileSync } from 'node:fs';
import { Environment } from '@almagest/service-kit/environment';
import { readWatchdogSec } from '@almagest/service-kit/watchdog';

/** How often the process is checked within the limit. */
const LOOKS = 10;

/**
 * Calls `kill` once the process has been stopped as a whole (SIGSTOP) for its WATCHDOG_SEC. The process notices all
 * other hangs itself. The time is counted in checks, so that a launcher that was stopped too does not kill a healthy
 * process. Returns a function that ends the checks.
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

/**
 * Returns whether the process is stopped, based on its state in `/proc/<pid>/stat` (proc(5)). Returns false on other
 * systems and for a process that has ended.
 */
function isStopped(pid: number): boolean {
  try {
    return /\) T [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
