import { afterAll, beforeAll } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { startBrowser, type TestBrowser, type Window } from './browser.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** What follows the `#` in the address. */
  readonly at?: string;
}

/** A service and a browser that is pointed at it. */
export interface BrowserWorld<World> {
  readonly world: World;
  /** Opens a window; `enter` is done before it is led to its address. */
  open(options?: OpenOptions, enter?: (window: Window) => Promise<void>): Promise<Window>;
}

/**
 * Opens a service and a browser before the tests of a file, and closes both after them. Where there is no browser,
 * nothing is opened, because `browserTest` leaves the tests out.
 *
 * @param openWorld starts the service
 * @param prepare brings into it what the tests look at
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
    if (browser === undefined || world === undefined) throw new Error('there is no browser');
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
