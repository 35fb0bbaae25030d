// The health check of a service's container: `health-check URL`. Exit code 0 means healthy, 1 unhealthy.
//
// A process that was stopped as a whole (SIGSTOP) never answers, although the kernel still accepts connections for it.
// It cannot end itself, unlike a process with a hanging event loop (WATCHDOG_SEC), and the engine does not restart an
// unhealthy container. So this check kills a process that has not answered for WATCHDOG_SEC, and the restart policy
// restarts it. A process that reports a failure or does not listen yet is left alone.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Shorter than the time limit of the check in docker-compose.yml. */
const TIMEOUT_MS = 10_000;
/** Stores since when there has been no answer (ms). The container's /tmp is empty after every start. */
const SILENT_SINCE = '/tmp/silent-since';

const [url] = process.argv.slice(2);
const limitMs = Number(process.env.WATCHDOG_SEC || 60) * 1_000;

const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => error);
if (answer.name === 'TimeoutError') endIfSilent();
else rmSync(SILENT_SINCE, { force: true });
process.exit(answer.ok ? 0 : 1);

function endIfSilent() {
  // Monotonic and the same for all processes, even if the clock is changed.
  const now = Number(process.hrtime.bigint() / 1_000_000n);
  const since = silentSince();
  if (since === undefined) writeFileSync(SILENT_SINCE, String(now));
  else if (limitMs > 0 && now - since >= limitMs) endOthers();
}

function silentSince() {
  try {
    return Number(readFileSync(SILENT_SINCE, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Kills all processes of this container except this check and `init`, which ends when its child has ended. */
function endOthers() {
  // Only the program that the engine starts in a container has parent 0. Elsewhere, -1 would kill all processes of this
  // user.
  if (process.ppid !== 0)
    throw new Error('this program kills other processes. Run it only as the health check of a container');
  process.kill(-1, 'SIGKILL');
}
