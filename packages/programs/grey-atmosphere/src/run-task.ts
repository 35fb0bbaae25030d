import { finiteOrNull, runChain, type StageRecord } from './chain.ts';
import { BOLTZMANN } from './constants.ts';
import type { PointParams } from './composition.ts';
import { gasState, type GasState } from './ionisation.ts';
import { formatModel, parseModel } from './model-file.ts';
import { computeSpectrum, formatSpectrum, type WavelengthRange } from './spectrum.ts';
import {
  coldStart,
  continuedStart,
  gasOf,
  seededStart,
  starOf,
  type SeedModel,
  type Star,
  type Structure,
} from './structure.ts';
import type { Task } from './task.ts';

interface Summary {
  readonly name: string;
  readonly params: PointParams;
  readonly converged: boolean;
  readonly final_max_relc: number | null;
  readonly final_chmax: number | null;
  /** The name of the seed, or 'cold'. */
  readonly seed: string;
  readonly atmosphere_has_nan: boolean;
  /**
   * 0 done, 1 no finite flux, 2 invalid wavelengths. Null if no spectrum was requested or the run ended before the
   * spectrum.
   */
  readonly spectrum_rc: number | null;
  readonly spectrum_sec: number | null;
  readonly elapsed_sec: number;
  readonly stages: readonly StageRecord[];
}

interface Result {
  readonly converged: boolean;
  readonly max_relc: number | null;
  /** Null if no atmosphere was computed. */
  readonly iterations: number | null;
  readonly atmosphere_has_nan: boolean;
  readonly failed_stage: 'atmosphere' | 'spectrum' | null;
  readonly error_message: string | null;
  readonly summary: Summary;
}

export interface TaskOutcome {
  readonly result: Result;
  /** The text of the model. Null unless this run has converged, so that only a converged model can become a seed. */
  readonly model: string | null;
  /** The text of the structure at which the iterations ran out. Null if they did not run out. */
  readonly unconverged: string | null;
  /** The spectra. Empty unless all of them were computed. */
  readonly spectra: readonly ComputedSpectrum[];
}

interface ComputedSpectrum {
  readonly product: string | null;
  readonly text: string;
}

interface Atmosphere {
  readonly mass: Float64Array;
  readonly layers: readonly GasState[];
}

interface AtmosphereOutcome {
  readonly atmosphere: Atmosphere | null;
  readonly failure: string | null;
  readonly hasNan: boolean;
  readonly maxRelc: number | null;
  readonly chmax: number | null;
  readonly iterations: number | null;
  /** The structure at which the iterations ran out. Null if they did not run out. */
  readonly unconverged: Atmosphere | null;
  readonly stages: readonly StageRecord[];
}

interface SpectrumOutcome {
  readonly spectra: readonly ComputedSpectrum[];
  readonly rc: number | null;
  readonly seconds: number | null;
  readonly failure: string | null;
}

/**
 * The range in which the opacities are valid. Cooler gas would need H- and molecules, hotter and denser gas electron
 * degeneracy and Compton scattering.
 */
const VALID = { teffK: [10_000, 150_000], loggDex: [0, 9] } as const;
const MOST_WAVELENGTHS = 50_000;

const withoutModel = (failure: string | null, hasNan = false): AtmosphereOutcome => ({
  atmosphere: null,
  failure,
  hasNan,
  maxRelc: null,
  chmax: null,
  iterations: null,
  unconverged: null,
  stages: [],
});

function rangeFault({ teff, logg }: PointParams): string | null {
  if (teff < VALID.teffK[0] || teff > VALID.teffK[1]) return `teff ${teff} K is outside ${VALID.teffK.join(' to ')} K`;
  if (logg < VALID.loggDex[0] || logg > VALID.loggDex[1])
    return `logg ${logg} is outside ${VALID.loggDex.join(' to ')}`;
  return null;
}

/** Returns the layers of a finished model, with the ionisation for this task's composition. */
function layersOf({ temperature, electrons, nuclei }: SeedModel, params: PointParams): GasState[] {
  const { composition } = starOf(params);
  return Array.from(temperature, (value, depth) => {
    const particles = (electrons[depth] ?? 0) + (nuclei[depth] ?? 0);
    return gasState(value, particles * BOLTZMANN * value, composition);
  });
}

function runAtmosphere(task: Task, seedText: string | null, now: () => number): AtmosphereOutcome {
  const fault = rangeFault(task.params);
  if (fault !== null) return withoutModel(fault);
  let seed: SeedModel | null = null;
  if (task.seedName !== null) {
    if (seedText === null) return withoutModel('seed.7 is missing');
    const parsed = parseModel(seedText);
    if (parsed.kind === 'unusable') return withoutModel(`cannot use seed.7: ${parsed.reason}`, parsed.hasNan);
    seed = parsed.model;
    if (!task.computesAtmosphere) {
      const atmosphere = { mass: seed.mass, layers: layersOf(seed, task.params) };
      return { ...withoutModel(null), atmosphere };
    }
  }
  const star = starOf(task.params);
  const outcome = runChain(startOf(task, star, seed), star, task.chain, now);
  const { structure } = outcome;
  const atmosphere = () => ({ mass: structure.mass, layers: gasOf(structure, star) });
  return {
    atmosphere: outcome.converged ? atmosphere() : null,
    unconverged: outcome.stoppedShort ? atmosphere() : null,
    failure: outcome.failure,
    hasNan: !structure.temperature.every(Number.isFinite) || !structure.pressure.every(Number.isFinite),
    maxRelc: outcome.maxRelc,
    chmax: finiteOrNull(outcome.chmax),
    iterations: outcome.iterations,
    stages: outcome.stages,
  };
}

function startOf({ continues }: Task, star: Star, seed: SeedModel | null): Structure {
  if (seed === null) return coldStart(star);
  return continues ? continuedStart(star, seed) : seededStart(star, seed);
}

function wavelengthFault({ minA, maxA, stepA }: WavelengthRange): string | null {
  if (!(minA > 0 && maxA > minA && stepA > 0)) return 'spectrum_params is not a valid wavelength range';
  const count = Math.floor((maxA - minA) / stepA) + 1;
  return count > MOST_WAVELENGTHS
    ? `spectrum_params requests ${count} wavelengths, but at most ${MOST_WAVELENGTHS} are allowed`
    : null;
}

function runSpectrum(task: Task, atmosphere: Atmosphere | null, now: () => number): SpectrumOutcome {
  if (!task.computesSpectrum || atmosphere === null) return { spectra: [], rc: null, seconds: null, failure: null };
  const fault = task.spectra.map(({ wavelengths }) => wavelengthFault(wavelengths)).find((found) => found !== null);
  if (fault !== undefined) return { spectra: [], rc: 2, seconds: 0, failure: fault };
  const began = now();
  const spectra: ComputedSpectrum[] = [];
  for (const { product, wavelengths } of task.spectra) {
    const points = computeSpectrum(atmosphere.mass, atmosphere.layers, wavelengths);
    if (!points.every(({ flux }) => Number.isFinite(flux)))
      return {
        spectra: [],
        rc: 1,
        seconds: now() - began,
        failure: 'the spectrum contains fluxes that are not finite',
      };
    spectra.push({ product, text: formatSpectrum(points) });
  }
  return { spectra, rc: 0, seconds: now() - began, failure: null };
}

/** Computes one task: from its parsed description to the texts of all files. `now` is a clock in seconds. */
export function runTask(task: Task, seedText: string | null, now: () => number): TaskOutcome {
  const began = now();
  const { atmosphere, unconverged, ...run } = runAtmosphere(task, seedText, now);
  const spectrum = runSpectrum(task, atmosphere, now);
  const converged = atmosphere !== null;
  // A structure that was only read cannot fail to converge.
  const ofAtmosphere = !converged && task.computesAtmosphere;
  const failedStage = ofAtmosphere ? 'atmosphere' : converged && spectrum.failure === null ? null : 'spectrum';
  return {
    result: {
      converged,
      max_relc: run.maxRelc,
      iterations: run.iterations,
      atmosphere_has_nan: run.hasNan,
      failed_stage: failedStage,
      error_message: run.failure ?? spectrum.failure,
      summary: {
        name: task.pointName,
        params: task.params,
        converged,
        final_max_relc: run.maxRelc,
        final_chmax: run.chmax,
        seed: task.seedName ?? 'cold',
        atmosphere_has_nan: run.hasNan,
        spectrum_rc: spectrum.rc,
        spectrum_sec: spectrum.seconds,
        elapsed_sec: now() - began,
        stages: run.stages,
      },
    },
    model: atmosphere !== null && task.computesAtmosphere ? formatModel(atmosphere.mass, atmosphere.layers) : null,
    unconverged: unconverged === null ? null : formatModel(unconverged.mass, unconverged.layers),
    spectra: spectrum.spectra,
  };
}
