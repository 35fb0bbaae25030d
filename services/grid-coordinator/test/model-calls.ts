import { openDatabase } from '@almagest/service-kit/database';
import { Diagnostics } from '../src/files/diagnostics.ts';
import { SeedStore } from '../src/files/seed-store.ts';
import type { Database } from '../src/persistence/database.ts';
import { findReferenced } from '../src/persistence/models/model-repository.ts';
import { findExisting } from '../src/persistence/workflows/workflow-repository.ts';
import { start, type TestNode, type World } from './world.ts';

export const POINT = 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';
export const NEIGHBOUR = 't20000_g5.0_he0.0_c-4.0_n-4.0_o-4.0';
export const COLD = 'atmosphere: {strategies: [cold_run]}';
export const SPECTRUM = 'spectrum: {enabled: true, policy: force_recompute}';
export async function download(from: TestNode, name: string, query = ''): Promise<string> {
  const { body } = await from.world.as(from.token, 'get', `/api/seed/${name}${query}`).expect(200);
  return (body as Buffer).toString();
}

/** Saves another configuration and restarts the workflow. */
export async function runAgain(world: World, name: string, yaml: string): Promise<void> {
  await world.admin('put', `/api/workflows/${name}`).send({ name, description: null, config_yaml: yaml }).expect(200);
  await start(world, name);
}

/** Runs the worker's hourly sweep for unreferenced files. */
export async function sweepFiles(world: World): Promise<void> {
  const { db } = openDatabase<Database>(
    { url: world.databaseUrl, schema: 'grid' },
    { max: 1, onFault: () => undefined },
  );
  const seeds = await SeedStore.open(world.dataDir, 1024);
  await seeds.sweep(3_600_000, (files) => findReferenced(db, files));
  const diagnostics = await Diagnostics.open(world.dataDir);
  await diagnostics.sweep((workflowIds) => findExisting(db, workflowIds));
  await db.destroy();
}
