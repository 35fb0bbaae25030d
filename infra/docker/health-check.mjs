// The health check of a service's container: `health-check URL`. Exit codes: 0 the address says that all is well, 1 not.
//
// A process that was stopped as a whole (SIGSTOP) takes connections, since the kernel does, and never answers; it cannot
// end itself, as one does whose loop stands still (WATCHDOG_SEC), and the engine starts none again that only is
// unhealthy. So what has not answered for WATCHDOG_SEC is killed here, and the restart policy serves. Whoever answers
// that something is wrong, or does not listen yet, is left alone.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Below the time that docker-compose.yml gives the check. */
const TIMEOUT_MS = 10_000;
/** In the container's own /tmp, which every start finds empty: since when there is no answer (ms). */
const SILENT_SINCE = '/tmp/silent-since';

const [url] = process.argv.slice(2);
const limitMs = Number(process.env.WATCHDOG_SEC || 60) * 1_000;

const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => error);
if (answer.name === 'TimeoutError') endIfSilent();
else rmSync(SILENT_SINCE, { force: true });
process.exit(answer.ok ? 0 : 1);

function endIfSilent() {
  // Goes on evenly and is the same for all processes, whatever is done to the clock.
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

/** All of this container but the check itself and `init`, which ends with what it has started. */
function endOthers() {
  // Only what an engine runs in a container has a parent outside of it; elsewhere -1 would mean everything of this user.
  if (process.ppid !== 0)
    throw new Error('this ends what it finds, so it runs as the health check of a container only');
  process.kill(-1, 'SIGKILL');
}
