import type { GridPointParams } from '@almagest/contracts/grid';
import * as rules from '@almagest/grid-coordinator/rules';
import { runTask } from '@almagest/grey-atmosphere/run-task';
import { readTask } from '@almagest/grey-atmosphere/task';

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

/** Runs the sample engine cold or from a seed, with the demonstration's chain or with enough iterations. */
export function runEngine(params: GridPointParams, seed: string | null, chain: unknown = CHAIN): Run {
  const task = {
    params,
    task_type: seed === null ? 'cold_run' : 'seed_step',
    atmosphere_config: { enabled: true, chain },
  };
  const { model, result } = runTask(readTask(JSON.stringify(task)), seed, () => 0);
  const iterations = result.summary.stages.map(({ note }) => Number(/iterations: (\d+)/.exec(note ?? '')?.[1] ?? NaN));
  return { model, iterations: iterations.reduce((sum, count) => sum + count, 0) };
}

/** Enough iterations for every point that has a solution. */
export const PATIENT = [
  { label: 'grey', lte: true, niter: 60 },
  { label: 'refine', lte: false, niter: 30 },
];

export function blendOf(terms: readonly { readonly model: string; readonly weight: number }[]): string {
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
export function differenceOf(model: string, other: string): number {
  const [one, two] = [model, other].map(
    (text) => rules.comparedQuantities(rules.readStructure('a model', text)).logarithms,
  );
  if (one === undefined || two === undefined) throw new Error('the comparison needs two models');
  return rules.residualOf(one, [{ logarithms: two, weight: 1 }]) ?? NaN;
}
