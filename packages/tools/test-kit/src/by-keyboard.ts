import type { Locator, Page } from 'playwright-core';

/** More steps than any page of ours has from its beginning to its end. */
const MOST_STEPS = 150;

/** Waits until something has the focus. */
export async function hasFocus(what: Locator): Promise<void> {
  await what.and(what.page().locator(':focus')).waitFor();
}

/** Goes on to something as a person does who has no mouse. Fails where no key leads to it. */
export async function tabTo(what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await what.waitFor();
  const focused = what.and(what.page().locator(':focus'));
  for (let step = 0; (await focused.count()) === 0; step += 1) {
    if (step === MOST_STEPS) throw new Error(`${key} does not lead to ${String(what)}`);
    await what.page().keyboard.press(key);
  }
}

/** Waits until something is where the next key goes, whatever it is: not the page as a whole. */
export async function hasSomeFocus(page: Page): Promise<void> {
  await page.locator(':focus').waitFor();
}
