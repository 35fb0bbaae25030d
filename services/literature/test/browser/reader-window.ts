import { browserWorld } from '@almagest/test-kit/browser-world';
import { openWorld, type World, type WorldOptions } from '../world.ts';

/**
 * A literature service and a browser that is pointed at its reader.
 *
 * @param prepare what is in the library
 */
export const readerWorld = (prepare: (world: World) => Promise<void>, options: WorldOptions = {}) =>
  browserWorld(async () => await openWorld(options), prepare);
