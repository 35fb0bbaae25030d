/** Not a measure but an end: what takes so long, on a machine however slow, never comes. */
export const LIMIT_MS = 120_000;

/** Looked at often in the beginning, and seldom once it takes long: each look may be a request to busy processes. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 75;

/** Polls until the condition holds; fails, naming what was waited for, when it does not. */
export async function until<T>(
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  what = 'the condition',
): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.3, LONGEST_PAUSE_MS)) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`not within ${LIMIT_MS / 1000} s: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
}
