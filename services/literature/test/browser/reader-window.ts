import { browserWorld } from '@almagest/test-kit/browser-world';
import { openWorld, type World, type WorldOptions } from '../world.ts';

/**
 * Starts a literature service and a browser that opens its reader.
 *
 * @param prepare fills the library
 */
export const readerWorld = (prepare: (world: World) => Promise<void>, options: WorldOptions = {}) =>
  browserWorld(async () => await openWorld(options), prepare);
