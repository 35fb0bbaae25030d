import type { Window } from '@almagest/test-kit/browser';
import { browserWorld, type OpenOptions } from '@almagest/test-kit/browser-world';
import { expect } from '@jest/globals';
import { ADMIN_TOKEN, openWorld, type World, type WorldOptions } from '../world.ts';

interface ConsoleOptions extends OpenOptions {
  readonly signedIn?: boolean;
}

/**
 * Opens a coordinator and a browser at its console. Windows are signed in by default.
 *
 * @param prepare adds test data to the coordinator
 */
export function consoleWorld(prepare: (world: World) => Promise<void>, options: WorldOptions = {}) {
  const opened = browserWorld(async () => await openWorld(options), prepare);
  const signIn = async ({ context }: Window) => {
    const data = { username: 'admin', password: ADMIN_TOKEN };
    const reply = await context.request.post(`${opened.world.url}/login`, { data });
    expect(reply.status()).toBe(200);
  };
  return {
    get world() {
      return opened.world;
    },
    open: async ({ signedIn = true, ...more }: ConsoleOptions = {}) =>
      await opened.open(more, signedIn ? signIn : undefined),
  };
}
