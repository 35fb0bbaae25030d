import { afterAll, beforeAll } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { startBrowser, type TestBrowser, type Window } from './browser.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** The part of the address after the `#`. */
  readonly at?: string;
}

export interface BrowserWorld<World> {
  readonly world: World;
  /** Opens a window. `enter` runs before the window goes to its address. */
  open(options?: OpenOptions, enter?: (window: Window) => Promise<void>): Promise<Window>;
}

/**
 * Opens a service and a browser before the tests of a file, and closes both afterwards. Without a browser it opens
 * nothing, because `browserTest` skips the tests.
 *
 * @param openWorld starts the service
 * @param prepare fills the service with what the tests need
 */
export function browserWorld<World extends { readonly url: string; close(): Promise<void> }>(
  openWorld: () => Promise<World>,
  prepare: (world: World) => Promise<void>,
): BrowserWorld<World> {
  let browser: TestBrowser | undefined;
  let world: World | undefined;
  beforeAll(async () => {
    browser = await startBrowser();
    if (browser === undefined) return;
    world = await openWorld();
    await prepare(world);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });
  const opened = () => {
    if (browser === undefined || world === undefined) throw new Error('the browser is missing');
    return { browser, world };
  };
  return {
    get world() {
      return opened().world;
    },
    open: async ({ at = '/', ...options } = {}, enter) => {
      const window = await opened().browser.open(options);
      await enter?.(window);
      await window.page.goto(`${opened().world.url}/#${at}`);
      return window;
    },
  };
}
