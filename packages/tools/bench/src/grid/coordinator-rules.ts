import type * as Difficulty from '../../../../../services/grid-coordinator/src/domain/points/difficulty.ts';
import type * as FairShare from '../../../../../services/grid-coordinator/src/domain/tasks/fair-share.ts';
import type * as Forecast from '../../../../../services/grid-coordinator/src/domain/workflows/forecast.ts';
import type * as SeedChoice from '../../../../../services/grid-coordinator/src/domain/seeds/seed-choice.ts';
import type * as SeedDirection from '../../../../../services/grid-coordinator/src/domain/seeds/seed-direction.ts';
import type * as SeedDistance from '../../../../../services/grid-coordinator/src/domain/seeds/seed-distance.ts';
import type * as SeedLearning from '../../../../../services/grid-coordinator/src/domain/seeds/seed-learning.ts';
import { programPath } from '../site/program.ts';

const SERVICE = new URL('../../../../../services/grid-coordinator/', import.meta.url);

/** Loads the coordinator's own rules, compiled or from source like this package itself. */
export async function loadRules() {
  const load = async <M>(name: string) => (await import(programPath(SERVICE, `domain/${name}`))) as M;
  return {
    ...(await load<typeof Difficulty>('points/difficulty')),
    ...(await load<typeof FairShare>('tasks/fair-share')),
    ...(await load<typeof Forecast>('workflows/forecast')),
    ...(await load<typeof SeedChoice>('seeds/seed-choice')),
    ...(await load<typeof SeedDirection>('seeds/seed-direction')),
    ...(await load<typeof SeedDistance>('seeds/seed-distance')),
    ...(await load<typeof SeedLearning>('seeds/seed-learning')),
  };
}

export type Rules = Awaited<ReturnType<typeof loadRules>>;
export type Grid = Parameters<Rules['seedMetric']>[0];
export type Params = Parameters<Rules['seedDistance']>[0];
export type RunState = Forecast.RunState;
export type MethodOutcomes = Forecast.MethodOutcomes;
export type Scheduling = FairShare.Scheduling;
export type Settings = Difficulty.Difficulty;
