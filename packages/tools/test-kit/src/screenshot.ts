import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Where screenshots go; without it none are made. */
const FOLDER = process.env['SCREENSHOTS'];

/** Pictures of a view in light and dark, if SCREENSHOTS names a folder for them. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`), fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null });
}
