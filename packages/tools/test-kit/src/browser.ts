import { AxeBuilder } from '@axe-core/playwright';
import { test } from '@jest/globals';
import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { CHROMIUM, CHROMIUM_IS_DUE } from './chromium.ts';

const WITHOUT_BROWSER = CHROMIUM === undefined && !CHROMIUM_IS_DUE;

/** A test in a browser. Where there is no Chromium it is skipped, and fails where it is due. */
export const browserTest: (name: string, run: () => Promise<void>) => void = WITHOUT_BROWSER ? test.skip : test;

/** The width of a window in CSS pixels: a common phone, and a common screen. */
export const WIDTHS = { phone: 390, desktop: 1440 } as const;

/** A page whose own faults are kept: a test ends with `expectNoFaults`. */
export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page wrote as an error, threw, or was refused by its policy. */
  readonly faults: readonly string[];
}

export interface TestBrowser {
  /** Each window has its own cookies and storage. */
  open(options?: BrowserContextOptions): Promise<Window>;
  close(): Promise<void>;
}

/** Starts a browser without a screen. Undefined where tests in a browser are left out. */
export async function startBrowser(): Promise<TestBrowser | undefined> {
  if (WITHOUT_BROWSER) return undefined;
  if (CHROMIUM === undefined)
    throw new Error(
      'no Chromium on the PATH: install the package chromium-headless-shell or chromium, or set WITHOUT_CHROMIUM=1 to skip its tests',
    );
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--disable-gpu'] });
  return {
    open: async (options = {}) => {
      const context = await browser.newContext({
        viewport: { width: WIDTHS.desktop, height: 900 },
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
        ...options,
      });
      const page = await context.newPage();
      // A machine that does many other things takes its time; what does not come by then, never will.
      page.setDefaultTimeout(120_000);
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
      });
      return { page, context, faults };
    },
    close: async () => await browser.close(),
  };
}

/** By how many CSS pixels the page is wider than its window: 0 if nobody has to scroll sideways. */
export async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - innerWidth)');
}

/** Waiting would take for ever where a sign of progress goes round until something has been loaded. */
const END_ANIMATIONS = `for (const animation of document.getAnimations())
  if (animation.effect.getComputedTiming().endTime === Infinity) animation.cancel();
  else animation.finish();`;

/** The rules of axe that look at colours. All others judge the document, which is the same in both schemes. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Takes every link to one of our views, whose addresses follow a `#`, for a link within the page, and says so of those that are
 * scrolled out of sight. The link to the content is tried by hand (`skipsToContent`).
 */
const CONFUSED_RULES = ['skip-link'];

/** A script that does nothing. */
const NOTHING = 'void 0';

/** What axe finds wrong on the page in light and in dark colours, one line for each element. Ends what moves before. */
export async function listAccessibilityFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(END_ANIMATIONS);
    // Half a megabyte, which stays in a page until it is loaded anew.
    const isThere = await page.evaluate<boolean>('"axe" in globalThis');
    // Our pages have no frames, whose results would be gathered on a further page.
    const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: NOTHING } : {}) })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] });
    if (colorScheme === 'dark') axe.withRules(RULES_OF_COLOURS);
    else axe.disableRules(CONFUSED_RULES);
    const { violations } = await axe.analyze();
    for (const { id, help, nodes } of violations)
      for (const { target, failureSummary = '' } of nodes)
        found.push(`${colorScheme}: ${id} (${help}) at ${String(target)}: ${failureSummary.replaceAll(/\s+/g, ' ')}`);
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}

/** Whether the first link of a page that was just loaded leads the keyboard past the bar to the content. */
export async function skipsToContent(page: Page): Promise<boolean> {
  await page.reload();
  await page.getByRole('main').waitFor();
  await page.keyboard.press('Tab');
  await page
    .locator(':focus')
    .and(page.getByRole('link', { name: 'Skip to content' }))
    .press('Enter');
  return await page.evaluate<boolean>('document.activeElement === document.querySelector("main")');
}
