import type { GridPointParams } from '@almagest/contracts/grid';
import type * as InterpolatedSeed from '../../../../../services/grid-coordinator/src/domain/seeds/interpolated-seed.ts';
import type * as InterpolationError from '../../../../../services/grid-coordinator/src/domain/models/interpolation-error.ts';
import type * as Interpolation from '../../../../../services/grid-coordinator/src/domain/models/interpolation.ts';
import type * as Lattice from '../../../../../services/grid-coordinator/src/domain/points/lattice.ts';
import type * as Outliers from '../../../../../services/grid-coordinator/src/domain/models/outliers.ts';
import type * as PointLines from '../../../../../services/grid-coordinator/src/domain/points/point-lines.ts';
import type * as SeedDistance from '../../../../../services/grid-coordinator/src/domain/seeds/seed-distance.ts';
import type * as StructureBlend from '../../../../../services/grid-coordinator/src/domain/models/structure-blend.ts';
import type * as StructureResidual from '../../../../../services/grid-coordinator/src/domain/models/structure-residual.ts';
import type * as StructureText from '../../../../../services/grid-coordinator/src/domain/models/structure-text.ts';
import type * as RunTask from '../../../../programs/grey-atmosphere/src/run-task.ts';
import type * as Task from '../../../../programs/grey-atmosphere/src/task.ts';
import { programPath } from '../site/program.ts';

const COORDINATOR = new URL('../../../../../services/grid-coordinator/', import.meta.url);
const ENGINE = new URL('../../../../programs/grey-atmosphere/', import.meta.url);

/** The coordinator's rules of interpolation, and the sample engine. */
export type Rules = typeof Interpolation &
  typeof InterpolatedSeed &
  typeof InterpolationError &
  typeof Lattice &
  typeof Outliers &
  typeof PointLines &
  typeof SeedDistance &
  typeof StructureBlend &
  typeof StructureResidual &
  typeof StructureText &
  typeof RunTask &
  typeof Task;

/** Loads the coordinator's rules and the sample engine, compiled or from source like this package itself. */
export async function loadRules(): Promise<Rules> {
  const load = async <M>(root: URL, name: string) => (await import(programPath(root, name))) as M;
  return {
    ...(await load<typeof Interpolation>(COORDINATOR, 'domain/models/interpolation')),
    ...(await load<typeof InterpolatedSeed>(COORDINATOR, 'domain/seeds/interpolated-seed')),
    ...(await load<typeof InterpolationError>(COORDINATOR, 'domain/models/interpolation-error')),
    ...(await load<typeof Lattice>(COORDINATOR, 'domain/points/lattice')),
    ...(await load<typeof Outliers>(COORDINATOR, 'domain/models/outliers')),
    ...(await load<typeof PointLines>(COORDINATOR, 'domain/points/point-lines')),
    ...(await load<typeof SeedDistance>(COORDINATOR, 'domain/seeds/seed-distance')),
    ...(await load<typeof StructureBlend>(COORDINATOR, 'domain/models/structure-blend')),
    ...(await load<typeof StructureResidual>(COORDINATOR, 'domain/models/structure-residual')),
    ...(await load<typeof StructureText>(COORDINATOR, 'domain/models/structure-text')),
    ...(await load<typeof RunTask>(ENGINE, 'run-task')),
    ...(await load<typeof Task>(ENGINE, 'task')),
  };
}

export interface Run {
  /** The model's file. Null if the run did not converge. */
  readonly model: string | null;
  /** The number of corrections of the structure in all stages. */
  readonly iterations: number;
}

const CHAIN = [
  { label: 'grey', lte: true, niter: 7 },
  { label: 'refine', lte: false, niter: 6 },
];

/** Runs the sample engine from a seed or cold, with the demonstration's chain or with enough iterations. */
export function runEngine(rules: Rules, params: GridPointParams, seed: string | null, chain: unknown = CHAIN): Run {
  const task = {
    params,
    task_type: seed === null ? 'cold_run' : 'seed_step',
    atmosphere_config: { enabled: true, chain },
  };
  const { model, result } = rules.runTask(rules.readTask(JSON.stringify(task)), seed, () => 0);
  const iterations = result.summary.stages.map(({ note }) => Number(/iterations: (\d+)/.exec(note ?? '')?.[1] ?? NaN));
  return { model, iterations: iterations.reduce((sum, count) => sum + count, 0) };
}

/** Enough iterations for every point that has a solution. */
export const PATIENT = [
  { label: 'grey', lte: true, niter: 60 },
  { label: 'refine', lte: false, niter: 30 },
];

export function blendOf(rules: Rules, terms: readonly { readonly model: string; readonly weight: number }[]): string {
  const texts = terms.map(({ model, weight }, index) => ({
    weight,
    text: rules.readStructure(`model ${index}`, model),
  }));
  const [heaviest] = texts.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  if (heaviest === undefined) throw new Error('the mean needs at least one model');
  const mean = new rules.StructureBlend(heaviest.text);
  for (const { text, weight } of texts) mean.add(text, weight);
  return mean.format();
}

/** Returns the relative difference between the temperatures of two models, root mean square over depths. */
export function differenceOf(rules: Rules, model: string, other: string): number {
  const [one, two] = [model, other].map(
    (text) => rules.comparedQuantities(rules.readStructure('a model', text)).logarithms,
  );
  if (one === undefined || two === undefined) throw new Error('the comparison needs two models');
  return rules.residualOf(one, [{ logarithms: two, weight: 1 }]) ?? NaN;
}
