import type { TaskSpec } from '@almagest/contracts/grid';

/** The model that the engine gets as `seed.7`. */
export interface StartModel {
  /** For messages. */
  readonly what: string;
  /** Below the coordinator's base address. */
  readonly path: string;
}

/**
 * The model that a task starts from: its seed, the unconverged model that it continues, or the atmosphere whose spectrum it computes. If the task names a
 * version, that one is requested, because the name alone may mean a newer model by now.
 */
export function startModelOf(task: TaskSpec): StartModel | undefined {
  const { seed_point_name: seed, atmosphere_ref: atmosphere, start_version: version } = task;
  const name = seed ?? atmosphere;
  if (name === null) return undefined;
  const query = typeof version === 'string' ? `?version=${version}` : '';
  return {
    what: describe(task, name),
    path: `api/seed/${encodeURIComponent(name)}${query}`,
  };
}

function describe({ task_type: type, seed_point_name: seed }: TaskSpec, name: string): string {
  if (seed === null) return `atmosphere ${name}`;
  return type === 'continue' ? `unconverged model ${name}` : `seed ${name}`;
}
