import type { GridPointParams } from '@almagest/contracts/grid';
import type request from 'supertest';
import type { World } from './world.ts';

/** A normal mixture at medium temperature and gravity. */
export const NORMAL: GridPointParams = { teff: 20_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 };

export interface Imported {
  readonly name: string;
  readonly params?: Partial<GridPointParams>;
  readonly converged?: boolean;
  readonly final_max_relc?: number | null;
  /** Null omits the part. */
  readonly seed?: string | null;
  readonly method?: string;
  readonly workflow?: string;
}

/** Imports a historical result. Converged results have a seed by default. */
export function importResult(world: World, { name, params, seed, method, workflow, ...more }: Imported): request.Test {
  const summary = { name, params: { ...NORMAL, ...params }, converged: true, final_max_relc: 1e-4, ...more };
  const query = workflow === undefined ? '' : `?workflow=${encodeURIComponent(workflow)}`;
  const call = world.admin('post', `/api/admin/import_seed${query}`).field('report', JSON.stringify(summary));
  if (method !== undefined) void call.field('success_method', method);
  const content = seed === undefined && summary.converged ? `seed of ${name}` : seed;
  if (typeof content === 'string') void call.attach('seed_file', Buffer.from(content), `${name}.7`);
  return call;
}
