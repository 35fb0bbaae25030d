import type { TaskSpec } from '@almagest/contracts/grid';

/** The model that an engine finds as `seed.7`. */
export interface Start {
  /** For messages. */
  readonly what: string;
  /** Below the coordinator's base address. */
  readonly path: string;
}

/**
 * The model that a task starts from: its seed, or the atmosphere whose spectrum it computes. A coordinator that names the
 * version is asked for that one, for the name alone may mean a newer model by now.
 */
export function startOf(task: TaskSpec): Start | undefined {
  const { seed_point_name: seed, atmosphere_ref: atmosphere, start_version: version } = task;
  const name = seed ?? atmosphere;
  if (name === null) return undefined;
  const query = typeof version === 'string' ? `?version=${version}` : '';
  return {
    what: seed === null ? `atmosphere ${name}` : `seed ${name}`,
    path: `api/seed/${encodeURIComponent(name)}${query}`,
  };
}
