import type { Window } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';

/**
 * Looks at the page's tab again and again, as somebody does who goes to and fro, until it shows what changed meanwhile. Once
 * may be too early: what was asked within the last second is not asked again.
 *
 * @param what what is waited for
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
