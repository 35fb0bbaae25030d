import type { Locator, Page } from 'playwright-core';

/** More steps than any of our pages needs. */
const MOST_STEPS = 150;

export async function hasFocus(what: Locator): Promise<void> {
  await what.and(what.page().locator(':focus')).waitFor();
}

/** Moves the focus to an element by pressing a key repeatedly. Fails if the element never gets the focus. */
export async function tabTo(what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await what.waitFor();
  const focused = what.and(what.page().locator(':focus'));
  for (let step = 0; (await focused.count()) === 0; step += 1) {
    if (step === MOST_STEPS) throw new Error(`${key} does not lead to ${String(what)}`);
    await what.page().keyboard.press(key);
  }
}

/** Waits until any element other than the page itself has the focus. */
export async function hasSomeFocus(page: Page): Promise<void> {
  await page.locator(':focus').waitFor();
}
