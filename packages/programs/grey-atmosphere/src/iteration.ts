import { THOMSON } from './constants.ts';
import type { GasState } from './ionisation.ts';
import {
  corrected,
  largestRelativeChange,
  newtonCorrection,
  opacityField,
  type ChangeLimits,
  type OpacityField,
} from './linearisation.ts';
import { gasOf, opacitiesOf, type Star, type Structure } from './structure.ts';

/** The limits of one iteration run: at most `niter` corrections, until the largest relative change is below `chmax`. */
export interface RunLimits {
  readonly niter: number;
  readonly chmax: number;
}

export interface RunOutcome {
  readonly structure: Structure;
  readonly converged: boolean;
  readonly iterations: number;
  /** The largest relative change of the last iteration. NaN before the first iteration. */
  readonly lastMaxRelc: number;
  readonly bestMaxRelc: number;
  /** The largest relative change of each iteration. */
  readonly maxRelcs: readonly number[];
  /** The reason for a missing model. Null if the run has a model. */
  readonly failure: string | null;
  /** The run had too few iterations. More iterations may lead from the structure to a model. */
  readonly stoppedShort: boolean;
}

/** Ratio of radiative to gravitational acceleration at one depth. */
interface Support {
  readonly gamma: number;
  readonly tau: number;
}

/**
 * Limits the change in one iteration: no variable is more than halved or doubled. This keeps the variables positive and
 * stops the first large corrections near the Eddington limit from destroying the structure. Smaller changes are not
 * damped.
 */
const CHANGE_LIMITS: ChangeLimits = { shrink: 0.5, grow: 2 };

/** This many successive iterates without hydrostatic support count as proof. A single iterate may be an overshoot. */
const UNSUPPORTED_ITERATES = 2;

function strongestSupport(opacity: Float64Array, { tau }: Structure, star: Star): Support {
  let strongest = { gamma: 0, tau: 0 };
  opacity.forEach((kappa, depth) => {
    const gamma = (kappa * star.thrust) / star.gravity;
    if (gamma > strongest.gamma) strongest = { gamma, tau: tau[depth] ?? 0 };
  });
  return strongest;
}

/**
 * Returns the strongest support by electron scattering, the part of the opacity that does not decrease with pressure.
 * If the acceleration by scattering alone reaches gravity, the layer has no hydrostatic solution (Mihalas 1978, ch. 7).
 */
function scatteringSupport(layers: readonly GasState[], structure: Structure, star: Star): Support {
  const scattering = Float64Array.from(layers, ({ electrons, density }) => (electrons * THOMSON) / density);
  return strongestSupport(scattering, structure, star);
}

const eddingtonReason = ({ gamma, tau }: Support, source: string): string =>
  `radiative acceleration exceeds gravity at tau=${tau.toExponential(2)}: Gamma=${gamma.toFixed(3)} (${source})`;

const isAllFinite = ({ temperature, pressure, tau }: Structure): boolean =>
  [temperature, pressure, tau].every((values) => values.every(Number.isFinite));

/**
 * Returns why a converged structure is not a static atmosphere: the total opacity pushes a layer outward although the
 * equations are satisfied.
 */
function inversionOf(structure: Structure, star: Star): string | null {
  const support = strongestSupport(opacitiesOf(gasOf(structure, star)), structure, star);
  return support.gamma >= 1 ? eddingtonReason(support, 'total opacity of the converged structure') : null;
}

/**
 * Iterates a structure until it converges, fails or runs out of iterations.
 *
 * The derivatives of the opacity are computed only once, at the start (Kantorovich's variant of Newton's method, as in
 * Hubeny & Lanz 1992, A&A 262, 501). This makes an iteration three times faster and does not change the fixed point.
 * The path to the fixed point depends on how well these derivatives describe the solution. A close model needs few
 * iterations. A distant start needs many, or does not converge.
 */
export function iterate(start: Structure, star: Star, { niter, chmax }: RunLimits): RunOutcome {
  let structure = start;
  let slopes: OpacityField | null = null;
  let unsupported = 0;
  let lastMaxRelc = Number.NaN;
  let bestMaxRelc = Number.POSITIVE_INFINITY;
  const maxRelcs: number[] = [];
  const outcome = (iterations: number, failure: string | null, converged = false): RunOutcome => ({
    structure,
    converged,
    iterations,
    lastMaxRelc,
    bestMaxRelc,
    maxRelcs,
    failure,
    stoppedShort: false,
  });
  for (let iteration = 1; iteration <= niter; iteration += 1) {
    const layers = gasOf(structure, star);
    const support = scatteringSupport(layers, structure, star);
    unsupported = support.gamma >= 1 ? unsupported + 1 : 0;
    if (unsupported >= UNSUPPORTED_ITERATES) {
      return outcome(iteration - 1, eddingtonReason(support, 'electron scattering alone'));
    }
    slopes ??= opacityField(structure, star);
    const change = newtonCorrection(structure, star, { ...slopes, value: opacitiesOf(layers) });
    lastMaxRelc = largestRelativeChange(structure, change);
    bestMaxRelc = Math.min(bestMaxRelc, lastMaxRelc);
    maxRelcs.push(lastMaxRelc);
    structure = corrected(structure, change, CHANGE_LIMITS);
    if (!isAllFinite(structure)) return outcome(iteration, `structure is not finite after iteration ${iteration}`);
    if (lastMaxRelc < chmax) {
      const inversion = inversionOf(structure, star);
      return outcome(iteration, inversion, inversion === null);
    }
  }
  const reached = `largest relative change ${lastMaxRelc.toExponential(2)}, limit ${chmax.toExponential(1)}`;
  return { ...outcome(niter, `no convergence in ${niter} iterations: ${reached}`), stoppedShort: true };
}
