import type { PointDetail } from '@almagest/contracts/grid';
import { afterEach } from '@jest/globals';
import type { World } from './world.ts';

/** Returns a point with its attempts and diagnostic record. */
export async function detailOf(world: World, workflow: string, point: string): Promise<PointDetail> {
  const { body } = await world
    .admin('get', `/api/workflows/${workflow}/points/${encodeURIComponent(point)}`)
    .expect(200);
  return (body as { data: PointDetail }).data;
}

export async function deleteWorkflows(world: World): Promise<void> {
  const { body } = await world.admin('get', '/api/workflows').expect(200);
  for (const { name } of (body as { data: { name: string }[] }).data)
    await world.admin('delete', `/api/workflows/${name}`).expect(200);
}

export function useCleanWorkflows(world: World): void {
  afterEach(async () => await deleteWorkflows(world));
}

/** Deletes all workflows and models after each test. */
export function useCleanGrid(world: World): void {
  afterEach(async () => {
    await deleteWorkflows(world);
    await world.sql('delete from current_model');
    await world.sql('delete from model');
  });
}

/** Returns the content of a point's seed, or undefined if it has none. */
export async function seedOf(world: World, point: string): Promise<string | undefined> {
  const answer = await world.admin('get', `/api/seed/${point}`);
  return answer.status === 404 ? undefined : (answer.body as Buffer).toString();
}
