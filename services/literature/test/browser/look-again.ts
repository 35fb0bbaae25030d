import type { Window } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';

/**
 * Brings the tab to the front repeatedly until it shows a change. The first time can be too early, because data loaded
 * within the last second is not reloaded.
 *
 * @param what what the test waits for
 */
export async function lookAgainUntil(
  page: Window['page'],
  isShown: () => Promise<boolean>,
  what: string,
): Promise<void> {
  await until(async () => {
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    return await isShown();
  }, what);
}
