import { join } from 'node:path';
import type { Page } from 'playwright-core';

export { screenshot } from '@almagest/test-kit/screenshot';

/** Where screenshots go; without it none are made. */
const FOLDER = process.env['SCREENSHOTS'];

/** A window whose picture stays small: those of `docs/images` are under 60 kB. */
const SMALL = { width: 1_200, height: 720 };
const QUALITY = 45;

/** A small picture for the documents, if SCREENSHOTS names a folder for it. */
export async function picture(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  if (FOLDER === undefined || before === null) return;
  await page.setViewportSize(SMALL);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await page.screenshot({ path: join(FOLDER, `console-${name}.jpg`), type: 'jpeg', quality: QUALITY });
  await page.setViewportSize(before);
}
