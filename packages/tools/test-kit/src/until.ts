/**
 * How long `until` waits without progress (ms). This limit is far longer than any condition takes, even on a slow
 * machine. The time limit of a test is longer (`jest.config.js`), so that the failure names what was waited for.
 */
export const LIMIT_MS = 240_000;

/** Polls often at first and less often later, because each poll may be a request to busy processes. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 75;
/**
 * The maximum time that one poll counts. If the machine stalls, it runs neither this process nor the tested processes.
 */
const LONGEST_POLL_MS = 1_000;

type Falsy = undefined | null | false | 0 | '';
type Progress = string | number | undefined;

/**
 * Polls until the condition returns a truthy value, and returns this value. Fails after the limit with a message that
 * names `what` (by default the condition's source).
 *
 * If the condition takes many steps, `progress` returns something that changes with each step, such as converged points
 * or lines of a log. The limit restarts whenever that value changes, so that a slow machine may take as long as it
 * needs.
 */
export async function until<T>(
  condition: () => Promise<T | Falsy> | T | Falsy,
  what = condition.toString(),
  progress: () => Promise<Progress> | Progress = () => undefined,
): Promise<T> {
  let pause = FIRST_PAUSE_MS;
  let seen = await progress();
  for (let waitedMs = 0; waitedMs < LIMIT_MS; pause = Math.min(pause * 1.3, LONGEST_PAUSE_MS)) {
    const begin = performance.now();
    const value = await condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, pause));
    waitedMs += Math.min(performance.now() - begin, LONGEST_POLL_MS);
    const now = await progress();
    if (now !== seen) waitedMs = 0;
    seen = now;
  }
  const reached = seen === undefined ? '' : ` (no progress after ${String(seen).slice(0, 200)})`;
  throw new Error(`not within ${LIMIT_MS / 1_000} s: ${what}${reached}`);
}
