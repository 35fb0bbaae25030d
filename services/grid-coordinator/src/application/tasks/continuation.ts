import type { UnconvergedModel } from '../../domain/tasks/unconverged-model.ts';
import type { DoubtedTask } from '../../persistence/nodes/node-doubt-repository.ts';
import type { PointState } from '../../persistence/points/point-repository.ts';

/** Returns the model from which a point would be continued. */
export function unconvergedOf({
  unconverged_sha256: sha256,
  unconverged_max_relc: maxRelc,
}: PointState): UnconvergedModel | null {
  return sha256 === null || maxRelc === null ? null : { sha256, maxRelc };
}

/** Returns the model from which an attempt was continued. Needed when the strategy of the attempt is restored. */
export function startOf(first: DoubtedTask | undefined): UnconvergedModel | null {
  if (first?.task_type !== 'continue' || first.start_sha256 === null || first.start_max_relc === null) return null;
  return { sha256: first.start_sha256, maxRelc: Math.abs(first.start_max_relc) };
}
