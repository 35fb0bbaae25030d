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

/** One iteration run: at most `niter` corrections until the largest relative change is below `chmax`. */
export interface RunLimits {
  readonly niter: number;
  readonly chmax: number;
}

export interface RunOutcome {
  readonly structure: Structure;
  readonly converged: boolean;
  readonly iterations: number;
  /** Largest relative change of the last iteration; NaN when no iteration was run. */
  readonly lastMaxRelc: number;
  readonly bestMaxRelc: number;
  /** Why there is no model, when there is none. */
  readonly failure: string | null;
}

/** Radiative over gravitational acceleration at one depth. */
interface Support {
  readonly gamma: number;
  readonly tau: number;
}

/**
 * No variable may halve or double in one iteration. That keeps them positive and stops the first, wildest corrections
 * near the Eddington limit from throwing the structure out; a change below a factor of two passes undamped.
 */
const CHANGE_LIMITS: ChangeLimits = { shrink: 0.5, grow: 2 };

/** Successive iterates without hydrostatic support that prove it: a single one may be an overshoot. */
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
 * Electron scattering is the part of the opacity that no lower pressure can take away. Where its acceleration alone
 * reaches gravity the layer has no hydrostatic solution at all (Mihalas 1978, ch. 7).
 */
function scatteringSupport(layers: readonly GasState[], structure: Structure, star: Star): Support {
  const scattering = Float64Array.from(layers, ({ electrons, density }) => (electrons * THOMSON) / density);
  return strongestSupport(scattering, structure, star);
}

const eddingtonReason = ({ gamma, tau }: Support, source: string): string =>
  `radiative acceleration exceeds gravity at tau=${tau.toExponential(2)}: Gamma=${gamma.toFixed(3)} (${source})`;

const isAllFinite = ({ temperature, pressure, tau }: Structure): boolean =>
  [temperature, pressure, tau].every((values) => values.every(Number.isFinite));

/** A model whose total opacity pushes a layer outward is no static atmosphere, however well its equations are met. */
function inversionOf(structure: Structure, star: Star): string | null {
  const support = strongestSupport(opacitiesOf(gasOf(structure, star)), structure, star);
  return support.gamma >= 1 ? eddingtonReason(support, 'total opacity of the converged structure') : null;
}

/**
 * Iterates a start structure. The derivatives of the opacity are taken once, at the start, and kept (Kantorovich's
 * variant of Newton's method, as Hubeny & Lanz 1992, A&A 262, 501 use it): an iteration costs a third, the fixed
 * point is the same, but the way there depends on how well the start's derivatives describe the solution. From a
 * close model a few iterations do; from a start far off they are many, or the iterates wander.
 */
export function iterate(start: Structure, star: Star, { niter, chmax }: RunLimits): RunOutcome {
  let structure = start;
  let slopes: OpacityField | null = null;
  let unsupported = 0;
  let lastMaxRelc = Number.NaN;
  let bestMaxRelc = Number.POSITIVE_INFINITY;
  const outcome = (iterations: number, failure: string | null, converged = false): RunOutcome => ({
    structure,
    converged,
    iterations,
    lastMaxRelc,
    bestMaxRelc,
    failure,
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
    structure = corrected(structure, change, CHANGE_LIMITS);
    if (!isAllFinite(structure)) return outcome(iteration, `structure is not finite after iteration ${iteration}`);
    if (lastMaxRelc < chmax) {
      const inversion = inversionOf(structure, star);
      return outcome(iteration, inversion, inversion === null);
    }
  }
  const reached = `largest relative change ${lastMaxRelc.toExponential(2)}, limit ${chmax.toExponential(1)}`;
  return outcome(niter, `no convergence in ${niter} iterations: ${reached}`);
}
