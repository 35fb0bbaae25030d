import type { Browser, Page, Request } from 'playwright-core';
import type { Coordinator } from '../grid/coordinator.ts';

const VIEWPORT = { width: 1440, height: 900 };
/** A grid of millions takes its time where the machine does other work too. */
const LIMIT_MS = 300_000;

/** A browser of somebody who has signed in and never seen the console. */
export interface Visit {
  readonly page: Page;
  /** Opens a page of the console. */
  go(at: string): Promise<void>;
  /** What was asked for so far, as text. */
  sent(): Promise<string>;
  close(): Promise<void>;
}

export async function openVisit(browser: Browser, { port, adminToken }: Coordinator): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' });
  const url = `http://127.0.0.1:${port}`;
  await context.request.post(`${url}/login`, { data: { username: 'admin', password: adminToken } });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  return {
    page,
    go: async (at) => void (await page.goto(`${url}/#${at}`)),
    sent: async () => {
      const sizes = await Promise.all(finished.map(async (request) => await request.sizes()));
      const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
      return `${finished.length} requests, ${(bytes / 1_000).toFixed(0)} kB`;
    },
    close: async () => await context.close(),
  };
}
