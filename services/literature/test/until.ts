import { jest } from '@jest/globals';

/** Not a measure but an end: what takes so long, on a machine however slow, never comes. */
const LIMIT_MS = 120_000;
jest.setTimeout(2 * LIMIT_MS);

const POLL_MS = 10;

/** Polls until the condition holds; fails, naming what was waited for, when it does not. */
export async function until<T>(
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  what = 'the condition',
): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`not within ${LIMIT_MS / 1000} s: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
