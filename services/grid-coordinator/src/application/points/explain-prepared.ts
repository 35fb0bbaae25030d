import type { PointExplanation } from '@almagest/contracts/grid';
import type { Db } from '../../persistence/database.ts';
import type { PointState } from '../../persistence/points/point-repository.ts';
import { findPreparedSeeds, listParents, preparedKey } from '../../persistence/seeds/prepared-seed-repository.ts';
import type { RunConfig } from '../run-configs.ts';

/** Returns the prepared seed of a point's next or running attempt. */
export async function explainPrepared(
  db: Db,
  point: PointState,
  { atmosphere }: RunConfig,
): Promise<Pick<PointExplanation, 'prepared_seed'>> {
  if (atmosphere.seed !== 'interpolated') return {};
  const key = { workflowId: point.workflow_id, name: point.name };
  const found = (await findPreparedSeeds(db, [key])).get(preparedKey(key));
  const attempts = point.attempts - Number(point.status === 'running');
  if (found?.run !== point.run || found.attempts !== attempts) return {};
  const { status, reason, model } = found;
  const parents = model === null ? undefined : (await listParents(db, [model.id])).get(model.id);
  return { prepared_seed: { status, reason, interpolated_from: [...(parents ?? [])] } };
}
