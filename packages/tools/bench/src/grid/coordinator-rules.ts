import type * as Difficulty from '../../../../../services/grid-coordinator/src/domain/difficulty.ts';
import type * as FairShare from '../../../../../services/grid-coordinator/src/domain/fair-share.ts';
import type * as Forecast from '../../../../../services/grid-coordinator/src/domain/forecast.ts';
import type * as SeedChoice from '../../../../../services/grid-coordinator/src/domain/seed-choice.ts';
import type * as SeedDirection from '../../../../../services/grid-coordinator/src/domain/seed-direction.ts';
import type * as SeedDistance from '../../../../../services/grid-coordinator/src/domain/seed-distance.ts';
import type * as SeedLearning from '../../../../../services/grid-coordinator/src/domain/seed-learning.ts';
import { programPath } from '../site/program.ts';

const SERVICE = new URL('../../../../../services/grid-coordinator/', import.meta.url);

/** Loads the coordinator's own rules, compiled or from source like this package itself. */
export async function loadRules() {
  const load = async <M>(name: string) => (await import(programPath(SERVICE, `domain/${name}`))) as M;
  return {
    ...(await load<typeof Difficulty>('difficulty')),
    ...(await load<typeof FairShare>('fair-share')),
    ...(await load<typeof Forecast>('forecast')),
    ...(await load<typeof SeedChoice>('seed-choice')),
    ...(await load<typeof SeedDirection>('seed-direction')),
    ...(await load<typeof SeedDistance>('seed-distance')),
    ...(await load<typeof SeedLearning>('seed-learning')),
  };
}

export type Rules = Awaited<ReturnType<typeof loadRules>>;
export type Grid = Parameters<Rules['seedMetric']>[0];
export type Params = Parameters<Rules['seedDistance']>[0];
export type RunState = Forecast.RunState;
export type MethodOutcomes = Forecast.MethodOutcomes;
export type Scheduling = FairShare.Scheduling;
export type Settings = Difficulty.Difficulty;
