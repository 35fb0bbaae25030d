import type { Outcome } from '../../domain/tasks/task-lifecycle.ts';
import type { UnconvergedModel } from '../../domain/tasks/unconverged-model.ts';
import type { DoubtedTask } from '../../persistence/nodes/node-doubt-repository.ts';
import type { PointState } from '../../persistence/points/point-repository.ts';
import type { PointUpdate } from './point-update.ts';

/** Returns the model from which a point would be continued. */
export function unconvergedOf({
  unconverged_sha256: sha256,
  unconverged_max_relc: maxRelc,
}: PointState): UnconvergedModel | null {
  return sha256 === null || maxRelc === null ? null : { sha256, maxRelc };
}

/** Returns the model from which an attempt was continued, when its strategy is given back. */
export function startOf(first: DoubtedTask | undefined): UnconvergedModel | null {
  if (first?.task_type !== 'continue' || first.start_sha256 === null || first.start_max_relc === null) return null;
  return { sha256: first.start_sha256, maxRelc: Math.abs(first.start_max_relc) };
}

/** Returns the point's error after an attempt. Includes why the attempt is not continued although the chain says so. */
export function errorAfter(
  point: PointState,
  { notContinued }: Exclude<Outcome, { kind: 'converged' }>,
  { error = point.last_error, taskType }: PointUpdate,
): string | null {
  if (notContinued !== true || taskType === undefined) return error;
  const why = taskType === 'continue' ? 'it came no closer to convergence' : 'it left no structure to start from';
  return `${error ?? 'failed'}. Not continued: ${why}`;
}
