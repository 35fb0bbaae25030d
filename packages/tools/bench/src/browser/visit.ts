import { CHROMIUM } from '@almagest/test-kit/chromium';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import type { Site } from '../site/site.ts';

const VIEWPORT = { width: 1440, height: 900 };
/** Loading millions of points or fifty thousand papers takes a while on a busy machine. */
const LIMIT_MS = 300_000;

/** Starts Debian's Chromium without a graphics card. The browser closes with the site. */
export async function launchBrowser(site: Site): Promise<Browser> {
  if (CHROMIUM === undefined)
    throw new Error('no Chromium on the PATH: install the package chromium-headless-shell or chromium');
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--disable-gpu'] });
  site.onClose(async () => await browser.close());
  return browser;
}

/** A browser with an empty profile that opens the application. */
export interface Visit {
  readonly page: Page;
  go(at: string): Promise<void>;
  /** Describes the requests so far. */
  sent(): Promise<string>;
  close(): Promise<void>;
}

/**
 * @param enter runs before the application is opened, for example to sign in
 */
export async function openVisit(
  browser: Browser,
  url: string,
  enter: (context: BrowserContext) => Promise<unknown> = async () => undefined,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' });
  await enter(context);
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  return {
    page,
    go: async (at) => void (await page.goto(`${url}/#${at}`)),
    sent: async () => {
      const sizes = await Promise.all(finished.map(async (request) => await request.sizes()));
      const bodies = sizes.reduce((sum, size) => sum + size.responseBodySize, 0);
      const headers = sizes.reduce((sum, size) => sum + size.responseHeadersSize, 0);
      const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(0);
      return `${finished.length} requests, ${kilobytes(bodies)} kB, and ${kilobytes(headers)} kB of headers`;
    },
    close: async () => await context.close(),
  };
}

/** Returns the processor time of all processes that show pages, in seconds. */
export async function pageCpuSec(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
