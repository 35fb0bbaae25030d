import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import { ruleWithSettings, triedInVain } from '../../domain/tasks/failure-rules.ts';
import { reseedRadius } from '../../domain/seeds/seed-choice.ts';
import {
  coordinate,
  sameClass,
  seedDistance,
  STEP_WEIGHTS,
  type AxisRange,
  type SeedMetric,
} from '../../domain/seeds/seed-distance.ts';
import type { Tx } from '../../persistence/database.ts';
import { lockWaiting, paramsOf, type PointState } from '../../persistence/points/point-repository.ts';
import type { StoredSeed } from '../../persistence/seeds/seed-repository.ts';
import { listTriedSeeds } from '../../persistence/seeds/tried-seeds.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import { OutcomeRecorder } from '../tasks/outcome-recorder.ts';

const PAGE = 500;

/**
 * Queues the points of a workflow that a new seed fits: pending points that wait for a seed, and failed points that the
 * seed can reseed. The caller has locked the workflow.
 *
 * Reads at most `maxPages` pages of points, in name order after `after`. Returns the name after which to continue, or
 * null if all have been read.
 */
export async function releaseWaiting(
  trx: Tx,
  workflow: WorkflowState,
  config: RunConfig,
  { seed, after: from, maxPages }: { readonly seed: StoredSeed; readonly after: string; readonly maxPages: number },
): Promise<string | null> {
  if (seed.signature !== null && seed.signature !== config.signature) return null;
  const box = boxAround(seed.params, config.difficulty.maxSeedDistance, config.metric);
  let after = from;
  for (let page = 0; page < maxPages; page += 1) {
    const points = await lockWaiting(trx, workflow.id, box, { after, limit: PAGE });
    const reached = points.filter((point) => isReached(point, seed, config));
    const tried = await listTriedSeeds(
      trx,
      workflow.id,
      workflow.run,
      reached.map(({ name }) => name),
    );
    const recorder = new OutcomeRecorder(trx);
    for (const point of reached) {
      const rule = ruleWithSettings(config.rules, point.next_rule);
      if (!triedInVain(tried.get(point.name) ?? [], rule).includes(seed.name)) recorder.release(point, config);
    }
    await recorder.store();
    const last = points.at(-1);
    if (points.length < PAGE || last === undefined) return null;
    after = last.name;
  }
  return after;
}

function isReached(point: PointState, seed: StoredSeed, { metric, difficulty }: RunConfig): boolean {
  if (point.name === seed.name || !sameClass(seed.params, point, difficulty)) return false;
  const radius =
    point.status === 'pending'
      ? difficulty.maxSeedDistance
      : reseedRadius({ seedTries: point.seed_tries, nearestTried: point.nearest_tried }, metric);
  return radius !== null && seedDistance(seed.params, paramsOf(point), metric) <= radius + 1e-6;
}

/**
 * Returns a box with every point that the seed could reach. The box is too wide on the easy side, so the caller checks
 * the exact distance.
 */
function boxAround(seed: GridPointParams, radius: number, { steps }: SeedMetric): Record<Axis, AxisRange> {
  const entries = AXES.map((axis) => {
    const reach = ((radius + 1e-6) / STEP_WEIGHTS[axis]) * steps[axis];
    const place = coordinate(axis, seed[axis]);
    const [from, to] =
      axis === 'teff' ? [10 ** (place - reach), 10 ** (place + reach)] : [place - reach, place + reach];
    return [axis, { from, to }] as const;
  });
  return Object.fromEntries(entries) as Record<Axis, AxisRange>;
}
