import type { ChainStage } from './chain.ts';
import type { PointParams } from './composition.ts';
import type { WavelengthRange } from './spectrum.ts';

/** The parts of a TaskSpec that this engine uses. */
export interface Task {
  readonly pointName: string;
  readonly params: PointParams;
  /** The name of the model in seed.7 from which the run starts. Null for a cold start. */
  readonly seedName: string | null;
  /**
   * Whether the structure in seed.7 comes from an earlier run of this point that stopped. If so, the structure is used
   * unchanged.
   */
  readonly continues: boolean;
  readonly chain: readonly ChainStage[];
  /** If false, the structure in seed.7 is used unchanged and only the spectrum is computed. */
  readonly computesAtmosphere: boolean;
  readonly computesSpectrum: boolean;
  readonly spectra: readonly SpectrumTask[];
}

interface SpectrumTask {
  /** Null for a single product, which needs no name. */
  readonly product: string | null;
  readonly wavelengths: WavelengthRange;
}

/** A fault in task.json. The message names the key. */
export class TaskError extends Error {}

/** The largest relative change allowed in a stage without `chmax`. */
const CHMAX = 1e-3;
const REFINED_CHMAX = 1e-4;
const DEFAULT_CHAIN: readonly ChainStage[] = [{ label: 'lte', lte: true, niter: 30, chmax: CHMAX }];
const DEFAULT_WAVELENGTHS: WavelengthRange = { minA: 900, maxA: 10_000, stepA: 5 };

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOr = (value: unknown, otherwise: Json): Json => (isObject(value) ? value : otherwise);

function numberAt(object: Json, key: string, where: string): number {
  const value = object[key];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TaskError(`${where}.${key} is not a number`);
  return value;
}

const TRUE_WORDS = new Set(['true', 'yes', 'on', '1', 't', 'y', '.true.']);
const FALSE_WORDS = new Set(['false', 'no', 'off', '0', 'f', 'n', '.false.']);

/** Accepts every spelling of a boolean, because both YAML 1.1 and Fortran write this key. */
function booleanLike(value: unknown, where: string): boolean {
  const word = String(value).trim().toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  if (FALSE_WORDS.has(word)) return false;
  throw new TaskError(`${where} is neither yes nor no: ${word}`);
}

function readStage(value: unknown, index: number): ChainStage {
  const where = `atmosphere_config.chain[${index}]`;
  if (!isObject(value)) throw new TaskError(`${where} is not an object`);
  const lte = value.lte === undefined ? true : booleanLike(value.lte, `${where}.lte`);
  const niter = numberAt(value, 'niter', where);
  if (!Number.isInteger(niter) || niter < 1) throw new TaskError(`${where}.niter is not a positive integer`);
  const chmax = value.chmax === undefined ? (lte ? CHMAX : REFINED_CHMAX) : numberAt(value, 'chmax', where);
  if (chmax <= 0) throw new TaskError(`${where}.chmax is not positive`);
  return { label: typeof value.label === 'string' ? value.label : `stage ${index + 1}`, lte, niter, chmax };
}

function readChain(value: unknown): readonly ChainStage[] {
  if (value === undefined || value === null) return DEFAULT_CHAIN;
  if (!Array.isArray(value) || value.length === 0)
    throw new TaskError('atmosphere_config.chain is not a list of stages');
  return value.map(readStage);
}

function readWavelengths(params: Json, where: string): WavelengthRange {
  const at = (key: string, otherwise: number): number =>
    params[key] === undefined || params[key] === null ? otherwise : numberAt(params, key, where);
  return {
    minA: at('wavelength_min_a', DEFAULT_WAVELENGTHS.minA),
    maxA: at('wavelength_max_a', DEFAULT_WAVELENGTHS.maxA),
    stepA: at('wavelength_step_a', DEFAULT_WAVELENGTHS.stepA),
  };
}

/**
 * Returns the spectra of the stage: its products, each with its changes to the common parameters, or a single unnamed
 * spectrum.
 */
function readSpectra(products: unknown, params: unknown): readonly SpectrumTask[] {
  const common = objectOr(params, {});
  if (products === undefined || products === null)
    return [{ product: null, wavelengths: readWavelengths(common, 'spectrum_params') }];
  if (!Array.isArray(products)) throw new TaskError('spectrum_config.products is not a list');
  return products.map((product: unknown, index) => {
    const where = `spectrum_config.products[${index}]`;
    if (!isObject(product) || typeof product.name !== 'string' || !/^\w[\w.+-]*$/.test(product.name))
      throw new TaskError(`${where}.name is not a valid file name`);
    return { product: product.name, wavelengths: readWavelengths({ ...common, ...product }, where) };
  });
}

/** Reads the text of a task.json. Ignores unknown keys, which are for the coordinator. */
export function readTask(text: string): Task {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TaskError('it is not JSON');
  }
  if (!isObject(value) || !isObject(value.params)) throw new TaskError('params is missing');
  const { params } = value;
  const axis = (key: keyof PointParams): number => numberAt(params, key, 'params');
  const atmosphere = objectOr(value.atmosphere_config, {});
  const spectrum = objectOr(value.spectrum_config, {});
  const computesAtmosphere = atmosphere.enabled !== false && (value.atmosphere_ref ?? null) === null;
  const continues = value.task_type === 'continue' && computesAtmosphere;
  const wantsSeed = value.task_type === 'seed_step' || continues || !computesAtmosphere;
  const named = [value.seed_point_name, value.atmosphere_ref].find((name) => typeof name === 'string');
  return {
    pointName: typeof value.point_name === 'string' ? value.point_name : '',
    params: {
      teff: axis('teff'),
      logg: axis('logg'),
      loghe: axis('loghe'),
      logc: axis('logc'),
      logn: axis('logn'),
      logo: axis('logo'),
    },
    seedName: wantsSeed ? (named ?? 'seed.7') : null,
    continues,
    chain: readChain(atmosphere.chain),
    computesAtmosphere,
    computesSpectrum: spectrum.enabled === true,
    spectra: readSpectra(spectrum.products, value.spectrum_params),
  };
}
