import type { TaskSpec } from '@almagest/contracts/grid';

/** The model that the engine gets as `seed.7`. */
export interface StartModel {
  /** How messages name the model. */
  readonly what: string;
  /** Relative to the coordinator's base address. */
  readonly path: string;
  /** The SHA-256 that the file must have. Undefined if the coordinator pins no version. */
  readonly version: string | undefined;
}

/**
 * Returns the model that a task starts from: its seed, the unconverged model that it continues, or the atmosphere whose
 * spectrum it computes. Requests the pinned version if the task names a version, because the name may refer to a newer
 * model by now.
 */
export function startModelOf(task: TaskSpec): StartModel | undefined {
  const { seed_point_name: seed, atmosphere_ref: atmosphere, start_version: version } = task;
  const name = seed ?? atmosphere;
  if (name === null) return undefined;
  const isPinned = typeof version === 'string';
  const query = isPinned ? `?version=${version}` : '';
  return {
    version: isPinned && /^[0-9a-f]{64}$/.test(version) ? version : undefined,
    what: describe(task, name),
    path: `api/seed/${encodeURIComponent(name)}${query}`,
  };
}

function describe({ task_type: type, seed_point_name: seed }: TaskSpec, name: string): string {
  if (seed === null) return `atmosphere ${name}`;
  return type === 'continue' ? `unconverged model ${name}` : `seed ${name}`;
}
