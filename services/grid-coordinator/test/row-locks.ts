import { lockIn, type Locked } from '@almagest/test-kit/row-locks';
import type { World } from './world.ts';

/** Keeps rows of the coordinator locked by `statement` until they are released. */
export async function lockRows(world: World, statement: string, values: readonly unknown[] = []): Promise<Locked> {
  return await lockIn({ url: world.databaseUrl, schema: 'grid' }, statement, values);
}
