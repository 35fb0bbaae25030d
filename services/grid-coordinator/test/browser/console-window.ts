import { startBrowser, type TestBrowser, type Window } from '@almagest/test-kit/browser';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { ADMIN_TOKEN, openWorld, type World, type WorldOptions } from '../world.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** What follows the `#` in the address. */
  readonly at?: string;
  readonly signedIn?: boolean;
}

/** A coordinator and a browser that is pointed at it. */
export interface ConsoleWorld {
  readonly world: World;
  open(options?: OpenOptions): Promise<Window>;
}

/**
 * Opens a coordinator and a browser before the tests of a file, and closes both after them. Where there is no browser,
 * nothing is opened, because `browserTest` leaves the tests out.
 *
 * @param prepare what is in the coordinator
 */
export function consoleWorld(prepare: (world: World) => Promise<void>, options: WorldOptions = {}): ConsoleWorld {
  let browser: TestBrowser | undefined;
  let world: World | undefined;
  beforeAll(async () => {
    browser = await startBrowser();
    if (browser === undefined) return;
    world = await openWorld(options);
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
    open: async ({ at = '/', signedIn = true, ...more } = {}) => {
      const window = await opened().browser.open(more);
      const { url } = opened().world;
      if (signedIn) {
        const reply = await window.context.request.post(`${url}/login`, {
          data: { username: 'admin', password: ADMIN_TOKEN },
        });
        expect(reply.status()).toBe(200);
      }
      await window.page.goto(`${url}/#${at}`);
      return window;
    },
  };
}
