import { AXES, type Axis, type StagePolicy, type TaskType } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { AxisOrder, Difficulty } from './difficulty.ts';
import { countPoints, longestName, type AxisValue, type Grid } from './lattice.ts';

/** How one calculation of a point, atmosphere or spectrum, is gone about. */
export interface StageConfig {
  readonly enabled: boolean;
  readonly policy: StagePolicy;
  readonly strategies: readonly TaskType[];
}

/** A workflow's configuration as a run uses it. */
export interface WorkflowConfig {
  readonly grid: Grid;
  /** The model's calculation stages, for the engine. */
  readonly chain: readonly unknown[];
  /** Seeds fit only runs of the same stages: the file layout follows from them. */
  readonly signature: string;
  readonly atmosphere: StageConfig;
  readonly spectrum: StageConfig;
  readonly spectrumParams: Readonly<Record<string, number>> | null;
  /** 0: no limit. */
  readonly timeoutSec: number;
  readonly maxLostAttempts: number;
  readonly difficulty: Difficulty;
  /** Keys that the coordinator does not read, for the engine. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * A document read twice: `texts` holds every scalar in the text it was written in, which point names need,
 * `values` holds the same tree with YAML's own types.
 */
export interface ConfigDocument {
  readonly texts: unknown;
  readonly values: unknown;
}

/** Reads a configuration, or refuses it with the path of the first fault: `grid.teff[2]: not a number`. */
export function readWorkflowConfig({ texts, values }: ConfigDocument, maxGridPoints: number): WorkflowConfig {
  const root = mapping('the configuration', texts);
  const typed = mapping('the configuration', values);
  const grid = readGrid(root['grid'], maxGridPoints);
  const chain = readChain(root['chain'], typed['chain']);
  const atmosphere = readStage('atmosphere', root['atmosphere'], {
    enabled: true,
    strategies: ['cold_run', 'seed_step'],
  });
  const spectrum = readStage('spectrum', root['spectrum'], { enabled: false, strategies: ['cold_run'] });
  if (!atmosphere.enabled && !spectrum.enabled)
    fault('atmosphere.enabled', 'false, as is spectrum.enabled: nothing to compute');
  return {
    grid,
    ...chain,
    atmosphere,
    spectrum,
    spectrumParams: readSpectrumParams(root['spectrum_params']),
    timeoutSec: integer('timeout_sec', root['timeout_sec'], { fallback: 3600, min: 0, max: 31_536_000 }),
    maxLostAttempts: integer('max_lost_attempts', root['max_lost_attempts'], { fallback: 3, min: 1, max: 1000 }),
    difficulty: readDifficulty(root['difficulty']),
    extra: Object.fromEntries(Object.entries(typed).filter(([key]) => !OWN_KEYS.has(key))),
  };
}

const OWN_KEYS: ReadonlySet<string> = new Set([
  'grid',
  'chain',
  'atmosphere',
  'spectrum',
  'spectrum_params',
  'timeout_sec',
  'max_lost_attempts',
  'difficulty',
]);

/** The longest name that the paths of the API take. */
const MAX_NAME_LENGTH = 128;

function readGrid(node: unknown, maxGridPoints: number): Grid {
  const lists = mapping('grid', node);
  for (const key of Object.keys(lists)) {
    if (!(AXES as readonly string[]).includes(key))
      fault(`grid.${key}`, `no such axis; the axes are ${AXES.join(', ')}`);
  }
  const grid = Object.fromEntries(AXES.map((axis) => [axis, readAxis(axis, lists[axis])])) as Record<Axis, AxisValue[]>;
  const points = countPoints(grid);
  if (points > maxGridPoints) fault('grid', `spans ${points} points; at most ${maxGridPoints} are allowed`);
  if (longestName(grid) > MAX_NAME_LENGTH)
    fault('grid', `has point names longer than ${MAX_NAME_LENGTH} characters; write shorter values`);
  return grid;
}

function readAxis(axis: Axis, node: unknown): AxisValue[] {
  const path = `grid.${axis}`;
  const seen = new Map<number, string>();
  return sequence(path, node).map((item, index) => {
    const value = number(`${path}[${index}]`, item);
    const text = item as string;
    const same = seen.get(value);
    if (same !== undefined) fault(`${path}[${index}]`, `${text} stands twice (as ${same})`);
    if (axis === 'teff' && value <= 0) fault(`${path}[${index}]`, 'an effective temperature is above 0 K');
    seen.set(value, text);
    return { text, value };
  });
}

/**
 * The keys that the contract names are handed on as what they mean: the text `no` is true in many an engine's language.
 * The others keep YAML's own types.
 */
function readChain(node: unknown, typed: unknown): Pick<WorkflowConfig, 'chain' | 'signature'> {
  const stages = sequence('chain', node).map((item, index) => {
    const path = `chain[${index}]`;
    const stage = mapping(path, item);
    const label = scalar(`${path}.label`, stage['label']);
    if (label === '') fault(`${path}.label`, 'is empty');
    const niter = integer(`${path}.niter`, stage['niter'], { min: 0, max: 1_000_000 });
    return { label, lte: boolean(`${path}.lte`, stage['lte']), niter };
  });
  const others = typed as readonly Readonly<Record<string, unknown>>[];
  return {
    chain: stages.map((stage, index) => ({ ...others[index], ...stage })),
    // Iteration counts do not change what a file holds, so they are no part of the signature.
    signature: JSON.stringify(stages.map(({ label, lte }) => [label, lte])),
  };
}

function readStage(path: string, node: unknown, defaults: Pick<StageConfig, 'enabled' | 'strategies'>): StageConfig {
  const stage = node === undefined ? {} : mapping(path, node);
  refuseOtherKeys(path, stage, ['enabled', 'policy', 'strategies']);
  const enabled = stage['enabled'] === undefined ? defaults.enabled : boolean(`${path}.enabled`, stage['enabled']);
  const policy =
    stage['policy'] === undefined
      ? 'skip_converged'
      : oneOf(`${path}.policy`, stage['policy'], ['skip_converged', 'force_recompute', 'skip_failed']);
  const strategies =
    stage['strategies'] === undefined
      ? defaults.strategies
      : sequence(`${path}.strategies`, stage['strategies']).map((item, index) =>
          oneOf(`${path}.strategies[${index}]`, item, ['cold_run', 'seed_step']),
        );
  if (strategies.length > 32) fault(`${path}.strategies`, 'has more than 32 entries');
  return { enabled, policy, strategies };
}

function readSpectrumParams(node: unknown): Record<string, number> | null {
  if (node === undefined) return null;
  const entries = Object.entries(mapping('spectrum_params', node));
  return Object.fromEntries(entries.map(([key, value]) => [key, number(`spectrum_params.${key}`, value)]));
}

function readDifficulty(node: unknown): Difficulty {
  const given = node === undefined ? {} : mapping('difficulty', node);
  refuseOtherKeys('difficulty', given, ['weights', 'order', 'class_edges', 'max_seed_attempts', 'd_max']);
  const perAxis = <T>(key: string, read: (path: string, value: unknown) => T): Partial<Record<Axis, T>> => {
    const map = given[key] === undefined ? {} : mapping(`difficulty.${key}`, given[key]);
    const entries = Object.entries(map).map(([axis, value]) => {
      oneOf(`difficulty.${key}.${axis}`, axis, AXES);
      return [axis, read(`difficulty.${key}.${axis}`, value)];
    });
    return Object.fromEntries(entries) as Partial<Record<Axis, T>>;
  };
  const weights = perAxis('weights', (path, value) => integer(path, value, { min: 1, max: 1000 }));
  return {
    weights: Object.fromEntries(AXES.map((axis) => [axis, weights[axis] ?? 1])) as Record<Axis, number>,
    order: perAxis<AxisOrder>('order', (path, value) => oneOf(path, value, ['asc', 'desc'])),
    classEdges: perAxis('class_edges', (path, value) =>
      sequence(path, value).map((item, index) => number(`${path}[${index}]`, item)),
    ),
    maxSeedAttempts: integer('difficulty.max_seed_attempts', given['max_seed_attempts'], {
      fallback: 6,
      min: 0,
      max: 1000,
    }),
    maxSeedDistance: given['d_max'] === undefined ? 4 : positive('difficulty.d_max', given['d_max']),
  };
}

function fault(path: string, what: string): never {
  // Keys and values may be as long as the whole configuration.
  throw new Refusal('malformed', `config_yaml: ${path.slice(0, 200)}: ${what.slice(0, 300)}`);
}

function mapping(path: string, node: unknown): Record<string, unknown> {
  if (node === undefined) fault(path, 'is missing');
  if (typeof node !== 'object' || node === null || Array.isArray(node))
    fault(path, 'must be a mapping of keys to values');
  return node as Record<string, unknown>;
}

/** A misspelt setting must not vanish. */
function refuseOtherKeys(path: string, given: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const other = Object.keys(given).find((key) => !known.includes(key));
  if (other !== undefined) fault(`${path}.${other}`, `no such key; known are ${known.join(', ')}`);
}

function sequence(path: string, node: unknown): unknown[] {
  if (node === undefined) fault(path, 'is missing');
  if (!Array.isArray(node)) fault(path, 'must be a list');
  const list = node as unknown[];
  if (list.length === 0) fault(path, 'must have at least one entry');
  return list;
}

function scalar(path: string, node: unknown): string {
  if (node === undefined || node === null) fault(path, 'is missing');
  if (typeof node !== 'string') fault(path, 'must be a single value');
  return node;
}

/** Twice what a whole point name may hold: a longer text meets no pattern. */
const MAX_NUMBER_LENGTH = 256;

/** Each digit can be matched in one way only, so that no text takes more steps than it has characters. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;

function number(path: string, node: unknown): number {
  if (typeof node !== 'string') fault(path, 'not a number');
  if (node.length > MAX_NUMBER_LENGTH) fault(path, `not a number: longer than ${MAX_NUMBER_LENGTH} characters`);
  if (!DECIMAL.test(node) || !Number.isFinite(Number(node))) fault(path, 'not a number');
  return Number(node);
}

function positive(path: string, node: unknown): number {
  const value = number(path, node);
  if (value <= 0) fault(path, 'must be above 0');
  return value;
}

function integer(
  path: string,
  node: unknown,
  { fallback, min, max }: { fallback?: number; min: number; max: number },
): number {
  if (node === undefined && fallback !== undefined) return fallback;
  const text = scalar(path, node);
  const isInteger = text.length <= MAX_NUMBER_LENGTH && INTEGER.test(text);
  if (!isInteger) fault(path, `'${text.slice(0, MAX_NUMBER_LENGTH)}' is not an integer`);
  const value = Number(text);
  if (value < min || value > max) fault(path, `${text} is outside ${min} to ${max}`);
  return value;
}

const YES: readonly string[] = ['yes', 'on', 'true', '1'];
const NO: readonly string[] = ['no', 'off', 'false', '0'];

function boolean(path: string, node: unknown): boolean {
  const text = scalar(path, node).slice(0, MAX_NUMBER_LENGTH).toLowerCase();
  if (!YES.includes(text) && !NO.includes(text)) fault(path, 'must be one of yes, no, on, off, true, false, 1, 0');
  return YES.includes(text);
}

function oneOf<const V extends string>(path: string, node: unknown, values: readonly V[]): V {
  const value = values.find((known) => known === node);
  if (value === undefined) fault(path, `must be one of ${values.join(', ')}`);
  return value;
}
