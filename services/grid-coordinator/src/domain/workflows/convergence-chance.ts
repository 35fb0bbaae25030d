export interface Place {
  /** The expected difficulty. */
  readonly wave: number;
  /** In grid steps along each axis. */
  readonly place: readonly number[];
}

/** Returns a value for a place, such as a chance or a duration. */
export type Chance = (at: Place) => number;

type Outcomes = Place & { readonly tried: number; readonly converged: number };

/**
 * The prior: this many cold runs that converged in the easiest wave, and as many that failed in the hardest wave.
 * Attempts go from easy to hard, so without this prior, a run would expect no failure until the first failure happens.
 * Contrary measurements soon outweigh the prior.
 */
const PRIOR_RUNS = 3;

/** The weight of a slope of 0, so that a few failures don't lower the chance at all other places too much. */
const WAVE_PRIOR = 4;
const AXIS_PRIOR = 12;

const NEWTON_STEPS = 60;

/** The largest slope of the logit per step, in either direction. */
const STEEPEST = 3;

/**
 * Fits the chance that a cold run converges: a logistic regression on the wave and the axes, by Newton steps in one
 * coordinate at a time (e.g. Bishop 2006, Pattern Recognition and Machine Learning, section 4.3.3). Each slope may have
 * either sign.
 */
export function fitChance(outcomes: readonly Outcomes[]): Chance {
  const tried = outcomes.reduce((total, each) => total + each.tried, 0);
  const axes = 1 + (outcomes[0]?.place.length ?? 0);
  const coordinates = ({ wave, place }: Place) => [wave, ...place];
  const centre = Array.from({ length: axes }, (_, axis) =>
    tried === 0 ? 0 : outcomes.reduce((total, each) => total + (coordinates(each)[axis] ?? 0) * each.tried, 0) / tried,
  );
  const relative = (at: Place) => coordinates(at).map((value, axis) => value - (centre[axis] ?? 0));
  const waves = outcomes.map(({ wave }) => wave);
  const atWave = (wave: number) => centre.map((value, axis) => (axis === 0 ? wave - value : 0));
  const rows = [
    ...outcomes.filter((each) => each.tried > 0).map((each) => ({ ...each, x: relative(each) })),
    { x: atWave(Math.min(...waves)), tried: PRIOR_RUNS, converged: PRIOR_RUNS },
    { x: atWave(Math.max(...waves)), tried: PRIOR_RUNS, converged: 0 },
  ];
  const weights = fit(rows, axes);
  return (at) => logistic([1, ...relative(at)], weights);
}

function logistic(x: readonly number[], weights: readonly number[]): number {
  return 1 / (1 + Math.exp(-x.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0)));
}

/** Returns the intercept, the slope of the wave, and the slopes of the axes. */
function fit(
  rows: readonly { readonly x: readonly number[]; readonly tried: number; readonly converged: number }[],
  axes: number,
): readonly number[] {
  const weights = Array.from({ length: axes + 1 }, () => 0);
  const data = rows.map((row) => ({ ...row, x: [1, ...row.x] }));
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    for (const [index, own] of weights.entries()) {
      const prior = index === 0 ? 0 : index === 1 ? WAVE_PRIOR : AXIS_PRIOR;
      let [gradient, curvature] = [-prior * own, prior];
      for (const { x, tried, converged } of data) {
        const p = logistic(x, weights);
        const by = x[index] ?? 0;
        gradient += (converged - tried * p) * by;
        curvature += tried * p * (1 - p) * by * by;
      }
      const bound = index === 0 ? 8 : STEEPEST;
      if (curvature > 1e-9) weights[index] = Math.min(bound, Math.max(-bound, own + gradient / curvature));
    }
  }
  return weights;
}
