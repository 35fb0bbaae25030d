import { AxeBuilder } from '@axe-core/playwright';
import { test } from '@jest/globals';
import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { CHROMIUM, CHROMIUM_IS_DUE } from './chromium.ts';

const WITHOUT_BROWSER = CHROMIUM === undefined && !CHROMIUM_IS_DUE;

/** Defines a test in a browser. Without Chromium the test is skipped, or fails if the environment requires Chromium. */
export const browserTest: (name: string, run: () => Promise<void>) => void = WITHOUT_BROWSER ? test.skip : test;

/** The widths of windows in CSS pixels: a common phone and a common screen. */
export const WIDTHS = { phone: 390, desktop: 1440 } as const;

/** A page that records its own faults. Tests expect that `faults` is empty. */
export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The page's error messages, thrown errors, and violations of its policy. */
  readonly faults: readonly string[];
}

export interface TestBrowser {
  /** Opens a window with its own cookies and storage. */
  open(options?: BrowserContextOptions): Promise<Window>;
  close(): Promise<void>;
}

/** Starts a headless browser. Returns undefined if browser tests are skipped. */
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
      // Long enough for a busy machine.
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

/** Returns by how many CSS pixels the page is wider than its window. 0 means no horizontal scrolling. */
export async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - innerWidth)');
}

/** Ends animations. Waiting would never end while a progress indicator rotates. */
const END_ANIMATIONS = `for (const animation of document.getAnimations())
  if (animation.effect.getComputedTiming().endTime === Infinity) animation.cancel();
  else animation.finish();`;

/** The axe rules that check colours. All other rules check the document, which is the same in both schemes. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * This rule treats links to our views as links within the page, because their addresses follow a `#`. It then reports
 * links that are scrolled out of sight. `skipsToContent` tests the link to the content instead.
 */
const CONFUSED_RULES = ['skip-link'];

const NOTHING = 'void 0';

/**
 * Returns the faults that axe finds on the page in light and in dark colours, one line per element. Ends animations
 * first.
 */
export async function listAccessibilityFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(END_ANIMATIONS);
    // axe has half a megabyte of code. A page keeps the code until the page is reloaded.
    const isThere = await page.evaluate<boolean>('"axe" in globalThis');
    // Our pages have no frames, so axe can use its legacy mode, which doesn't open another page to gather results.
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

/** Returns whether the first link of a freshly loaded page moves the keyboard focus past the bar to the content. */
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
