import { finiteOrNull, runChain, type StageRecord } from './chain.ts';
import { BOLTZMANN } from './constants.ts';
import type { PointParams } from './composition.ts';
import { gasState, type GasState } from './ionisation.ts';
import { formatModel, parseModel } from './model-file.ts';
import { computeSpectrum, formatSpectrum, type WavelengthRange } from './spectrum.ts';
import { coldStart, gasOf, seededStart, starOf, type SeedModel } from './structure.ts';
import type { Task } from './task.ts';

/** The diagnostic record of one model. */
interface Summary {
  readonly name: string;
  readonly params: PointParams;
  readonly converged: boolean;
  readonly final_max_relc: number | null;
  readonly final_chmax: number | null;
  /** Name of the seed, or 'cold'. */
  readonly seed: string;
  readonly atmosphere_has_nan: boolean;
  /** 0 done, 1 no finite flux, 2 wavelengths that cannot be; null when no spectrum was asked for or reached. */
  readonly spectrum_rc: number | null;
  readonly spectrum_sec: number | null;
  readonly elapsed_sec: number;
  readonly stages: readonly StageRecord[];
}

/** What result.json holds. */
interface Result {
  readonly converged: boolean;
  readonly max_relc: number | null;
  readonly atmosphere_has_nan: boolean;
  readonly failed_stage: 'atmosphere' | 'spectrum' | null;
  readonly error_message: string | null;
  readonly summary: Summary;
}

export interface TaskOutcome {
  readonly result: Result;
  /** Text of out.7; null unless this run has converged, so that nothing else can become a seed. */
  readonly model: string | null;
  /** Text of spectrum.dat. */
  readonly spectrum: string | null;
}

interface Atmosphere {
  readonly mass: Float64Array;
  readonly layers: readonly GasState[];
}

/** What the atmosphere stage hands on. */
interface AtmosphereOutcome {
  readonly atmosphere: Atmosphere | null;
  readonly failure: string | null;
  readonly hasNan: boolean;
  readonly maxRelc: number | null;
  readonly chmax: number | null;
  readonly stages: readonly StageRecord[];
}

interface SpectrumOutcome {
  readonly text: string | null;
  readonly rc: number | null;
  readonly seconds: number | null;
  readonly failure: string | null;
}

/**
 * Where the opacities mean something: cooler gas would need H- and molecules, hotter and denser gas electron
 * degeneracy and Compton scattering.
 */
const VALID = { teffK: [10_000, 150_000], loggDex: [0, 9] } as const;
const MOST_WAVELENGTHS = 50_000;

const withoutModel = (failure: string, hasNan = false): AtmosphereOutcome => ({
  atmosphere: null,
  failure,
  hasNan,
  maxRelc: null,
  chmax: null,
  stages: [],
});

function rangeFault({ teff, logg }: PointParams): string | null {
  if (teff < VALID.teffK[0] || teff > VALID.teffK[1]) return `teff ${teff} K is outside ${VALID.teffK.join(' to ')} K`;
  if (logg < VALID.loggDex[0] || logg > VALID.loggDex[1])
    return `logg ${logg} is outside ${VALID.loggDex.join(' to ')}`;
  return null;
}

/** Layers of a finished model, with the ionisation of this task's composition. */
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
    if (parsed.kind === 'unusable') return withoutModel(`seed.7 cannot be used: ${parsed.reason}`, parsed.hasNan);
    seed = parsed.model;
    if (!task.computesAtmosphere) {
      const atmosphere = { mass: seed.mass, layers: layersOf(seed, task.params) };
      return { atmosphere, failure: null, hasNan: false, maxRelc: null, chmax: null, stages: [] };
    }
  }
  const star = starOf(task.params);
  const outcome = runChain(seed === null ? coldStart(star) : seededStart(star, seed), star, task.chain, now);
  const { structure } = outcome;
  return {
    atmosphere: outcome.converged ? { mass: structure.mass, layers: gasOf(structure, star) } : null,
    failure: outcome.failure,
    hasNan: !structure.temperature.every(Number.isFinite) || !structure.pressure.every(Number.isFinite),
    maxRelc: outcome.maxRelc,
    chmax: finiteOrNull(outcome.chmax),
    stages: outcome.stages,
  };
}

function wavelengthFault({ minA, maxA, stepA }: WavelengthRange): string | null {
  if (!(minA > 0 && maxA > minA && stepA > 0)) return 'spectrum_params do not describe a range of wavelengths';
  const count = Math.floor((maxA - minA) / stepA) + 1;
  return count > MOST_WAVELENGTHS ? `spectrum_params ask for ${count} wavelengths, at most ${MOST_WAVELENGTHS}` : null;
}

function runSpectrum(task: Task, atmosphere: Atmosphere | null, now: () => number): SpectrumOutcome {
  if (!task.computesSpectrum || atmosphere === null) return { text: null, rc: null, seconds: null, failure: null };
  const fault = wavelengthFault(task.wavelengths);
  if (fault !== null) return { text: null, rc: 2, seconds: 0, failure: fault };
  const began = now();
  const points = computeSpectrum(atmosphere.mass, atmosphere.layers, task.wavelengths);
  const seconds = now() - began;
  if (!points.every(({ flux }) => Number.isFinite(flux))) {
    return { text: null, rc: 1, seconds, failure: 'the spectrum holds fluxes that are not finite' };
  }
  return { text: formatSpectrum(points), rc: 0, seconds, failure: null };
}

/** One task from its parsed description to the texts of all files; `now` is a clock in seconds. */
export function runTask(task: Task, seedText: string | null, now: () => number): TaskOutcome {
  const began = now();
  const { atmosphere, ...run } = runAtmosphere(task, seedText, now);
  const spectrum = runSpectrum(task, atmosphere, now);
  const converged = atmosphere !== null;
  // A structure that was only to be read has not failed to converge.
  const ofAtmosphere = !converged && task.computesAtmosphere;
  const failedStage = ofAtmosphere ? 'atmosphere' : converged && spectrum.failure === null ? null : 'spectrum';
  return {
    result: {
      converged,
      max_relc: run.maxRelc,
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
    spectrum: spectrum.text,
  };
}
