import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@jest/globals';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { FULL_CHROMIUM, FULL_CHROMIUM_IS_DUE } from './chromium.ts';
import { until } from './until.ts';

const WITHOUT_EXTENSIONS = FULL_CHROMIUM === undefined && !FULL_CHROMIUM_IS_DUE;

/** Defines a test with an extension. The headless shell has no extensions, so the test needs the package chromium. */
export const extensionTest: (name: string, run: () => Promise<void>) => void = WITHOUT_EXTENSIONS ? test.skip : test;

export interface ExtensionBrowser {
  readonly page: Page;
  /** Clicks the button of the extension on the shown page. The extension then has access to this page only. */
  openPopup(): Promise<Page>;
  close(): Promise<void>;
}

/** Starts Chromium with an extension. All hosts below `example.test` are this machine. */
export async function startExtension(folder: string): Promise<ExtensionBrowser | undefined> {
  if (WITHOUT_EXTENSIONS) return undefined;
  if (FULL_CHROMIUM === undefined)
    throw new Error('no chromium on the PATH: install the package, or set WITHOUT_EXTENSIONS=1 to skip its tests');
  const profile = await mkdtemp(join(tmpdir(), 'chromium-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: FULL_CHROMIUM,
    // Playwright's headless mode is the shell, which has no extensions.
    headless: false,
    args: [
      '--headless=new',
      '--disable-gpu',
      '--remote-debugging-port=0',
      '--enable-unsafe-extension-debugging',
      `--load-extension=${folder}`,
      `--disable-extensions-except=${folder}`,
      '--host-resolver-rules=MAP *.example.test 127.0.0.1',
    ],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(120_000);
  const port = await until(async () => {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    return text.split('\n')[0];
  }, 'the port of the browser');
  const id = await idOf(context);
  return {
    page,
    openPopup: async () => {
      const session = await context.browser()?.newBrowserCDPSession();
      if (session === undefined) throw new Error('the browser has ended');
      const findTarget = async (type: string, url: string) => {
        const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type }] });
        return targetInfos.find((target) => target.url.startsWith(url));
      };
      const targetId = (await findTarget('tab', page.url()))?.targetId;
      // The protocol's types do not have this command yet.
      const send = session.send.bind(session) as unknown as (method: string, params: object) => Promise<unknown>;
      await send('Extensions.triggerAction', { id, targetId });
      await until(async () => await findTarget('page', `chrome-extension://${id}/`), 'the popup of the extension');
      return await popupOf(`http://127.0.0.1:${port}`, `chrome-extension://${id}/`);
    },
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function idOf(context: BrowserContext): Promise<string> {
  const [worker = await context.waitForEvent('serviceworker', { timeout: 120_000 })] = context.serviceWorkers();
  return new URL(worker.url()).host;
}

/** Returns the page of an open popup. Only connections that are made while the popup is open see it as a page. */
async function popupOf(browserUrl: string, origin: string): Promise<Page> {
  const connected = await chromium.connectOverCDP(browserUrl);
  const pages = connected.contexts().flatMap((context) => context.pages());
  const popup = pages.find((one) => one.url().startsWith(origin));
  if (popup === undefined) throw new Error('the popup is gone');
  popup.setDefaultTimeout(120_000);
  return popup;
}
