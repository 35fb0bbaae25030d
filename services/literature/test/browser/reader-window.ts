import { startBrowser, type TestBrowser, type Window } from '@almagest/test-kit/browser';
import { afterAll, beforeAll } from '@jest/globals';
import { openWorld, type World, type WorldOptions } from '../world.ts';

type ContextOptions = NonNullable<Parameters<TestBrowser['open']>[0]>;

export interface OpenOptions extends ContextOptions {
  /** What follows the `#` in the address. */
  readonly at?: string;
}

/** A literature service and a browser that is pointed at it. */
export interface ReaderWorld {
  readonly world: World;
  open(options?: OpenOptions): Promise<Window>;
}

/**
 * Opens a service and a browser before the tests of a file, and closes both after them. Where there is no browser,
 * nothing is opened, because `browserTest` leaves the tests out.
 *
 * @param prepare what is in the library
 */
export function readerWorld(prepare: (world: World) => Promise<void>, options: WorldOptions = {}): ReaderWorld {
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
    open: async ({ at = '/', ...more } = {}) => {
      const window = await opened().browser.open(more);
      await window.page.goto(`${opened().world.url}/#${at}`);
      return window;
    },
  };
}
