import { join } from 'node:path';
import type { Page } from 'playwright-core';

export { screenshot } from '@almagest/test-kit/screenshot';

/** The folder for screenshots. If undefined, no screenshots are taken. */
const FOLDER = process.env['SCREENSHOTS'];

/** Keeps images below 60 kB, the limit for `docs/images`. */
const SMALL = { width: 1_200, height: 720 };
const QUALITY = 45;

/** Takes a small screenshot for the documents, if SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  if (FOLDER === undefined || before === null) return;
  await page.setViewportSize(SMALL);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await page.screenshot({ path: join(FOLDER, `console-${name}.jpg`), type: 'jpeg', quality: QUALITY });
  await page.setViewportSize(before);
}
