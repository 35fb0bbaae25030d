import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The folder for screenshots. If the variable is unset, no screenshots are taken. */
const FOLDER = process.env['SCREENSHOTS'];

/** Takes screenshots of a view in light and dark, if SCREENSHOTS names a folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`), fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null });
}
