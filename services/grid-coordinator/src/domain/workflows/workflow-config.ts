import {
  AtmosphereStrategy,
  AXES,
  AxisOrder,
  SeedKind,
  SpectrumStrategy,
  StagePolicy,
  WorkflowConfiguration,
  type Axis,
  type TaskType,
} from '@almagest/contracts/grid';
import type { ArtifactConfig } from '../artifacts/artifact-policy.ts';
import { readArtifacts } from '../artifacts/artifact-config.ts';
import { readAssets } from '../assets/asset-list.ts';
import {
  boolean,
  fault,
  integer,
  isNumber,
  mapping,
  number,
  numbers,
  oneOf,
  positive,
  readItems,
  readParts,
  refuseOtherKeys,
  scalar,
  sequence,
} from './config-values.ts';
import { greatestWave, type Difficulty } from '../points/difficulty.ts';
import { limitsOf, mostItems } from './config-limits.ts';
import type { LearnedTimeout } from '../tasks/task-durations.ts';
import { readRules } from './failure-rules-config.ts';
import type { FailureRule } from '../tasks/failure-rules.ts';
import type { Scheduling } from '../tasks/fair-share.ts';
import type { TaskRequirements } from '../tasks/requirements.ts';
import { readRequirements, taskRequirements } from './requirements-config.ts';
import { readPoints } from './grid-config.ts';
import type { ExtraPoint, Grid } from '../points/lattice.ts';

/** How the atmosphere or the spectrum of a point is computed. */
export interface StageConfig {
  readonly enabled: boolean;
  readonly policy: StagePolicy;
  readonly strategies: readonly TaskType[];
}

interface AtmosphereConfig extends StageConfig {
  /** How the structure of a seed step is found. Default: `nearest`. */
  readonly seed?: SeedKind;
}

/** A spectrum of a model: its name and the parameters that differ from `spectrum_params`, such as a line list. */
export type SpectrumProduct = Readonly<Record<string, number | string>> & { readonly name: string };

interface SpectrumConfig extends StageConfig {
  /** Default: one spectrum without a name. */
  readonly products?: readonly SpectrumProduct[];
}

/** A calculation stage of the engine. Keys that the contract does not name are passed on. */
interface ChainStage {
  readonly label: string;
  readonly lte: boolean;
  readonly niter: number;
}

/** A workflow's configuration as a run uses it. */
export interface WorkflowConfig {
  readonly grid: Grid;
  /** Points outside the axes. */
  readonly extraPoints: readonly ExtraPoint[];
  /** The model's calculation stages, for the engine. */
  readonly chain: readonly ChainStage[];
  /** Seeds fit only runs with the same signature, because the stages determine the file layout. */
  readonly signature: string;
  readonly atmosphere: AtmosphereConfig;
  readonly spectrum: SpectrumConfig;
  readonly spectrumParams: Readonly<Record<string, number>> | null;
  /** 0 means no limit. Ignored if the limit is learned. */
  readonly timeoutSec: number;
  /** Null if `timeoutSec` is the limit of every task. */
  readonly learnedTimeout: LearnedTimeout | null;
  /** Whether tasks that run far longer than their neighbours are ended. */
  readonly endOverruns: boolean;
  readonly maxLostAttempts: number;
  readonly difficulty: Difficulty;
  /** Reactions to failures with certain causes. The first match wins. */
  readonly rules: readonly FailureRule[];
  readonly artifacts: ArtifactConfig;
  /** Paths of the assets that the nodes of the workflow download. */
  readonly assets: readonly string[];
  /** The initial scheduling. An operator may change the values while the workflow runs. */
  readonly scheduling: Scheduling;
  /** The workflow's tasks go only to nodes that meet these requirements. Missing without requirements. */
  readonly requirements?: TaskRequirements;
  /** Keys for the node and the engine, passed on as they were written. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * A document parsed twice. `texts` has every scalar as it was written, which point names need. `values` is the same
 * tree with the types of YAML.
 */
export interface ConfigDocument {
  readonly texts: unknown;
  readonly values: unknown;
}

/** Reads a configuration, or refuses it with the path of the first fault: `grid.teff[2]: not a number`. */
export function readWorkflowConfig({ texts, values }: ConfigDocument, maxGridPoints: number): WorkflowConfig {
  const root = mapping('the configuration', texts);
  const typed = mapping('the configuration', values);
  const { points, chain, stages, timeout, requirements, ...config } = readParts({
    points: () => readPoints(root, maxGridPoints),
    chain: () => readChain(root['chain'], typed['chain']),
    stages: () => readStages(root, typed),
    spectrumParams: () =>
      root['spectrum_params'] === undefined ? null : numbers('spectrum_params', root['spectrum_params']),
    timeout: () => readTimeout(root['timeout_sec'], root['timeout_auto']),
    endOverruns: () => (root['end_overruns'] === undefined ? false : boolean('end_overruns', root['end_overruns'])),
    maxLostAttempts: () => integer('max_lost_attempts', root['max_lost_attempts'], limitsOf('max_lost_attempts')),
    difficulty: () => readDifficulty(root['difficulty']),
    rules: () => readRules(root['rules'], typed['rules'], labelsIn(root['chain'])),
    artifacts: () => readArtifacts(root['artifacts']),
    assets: () => readAssets(root, typed),
    scheduling: () => readScheduling(root['scheduling']),
    requirements: () => readRequirements(root),
  });
  const waves = greatestWave(points.grid, config.difficulty);
  if (waves > MOST_WAVES)
    fault('difficulty.weights', `spread the points over ${waves} waves, but at most ${MOST_WAVES} are allowed`);
  return {
    ...config,
    ...points,
    ...chain,
    ...stages,
    ...timeout,
    ...taskRequirements(requirements, stages),
    extra: Object.fromEntries(Object.entries(typed).filter(([key]) => !OWN_KEYS.has(key))),
  };
}

function readStages(
  root: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, unknown>>,
): Pick<WorkflowConfig, 'atmosphere' | 'spectrum'> {
  const stages = readParts({
    atmosphere: () => readAtmosphere(root['atmosphere']),
    spectrum: () => readSpectrum(root['spectrum'], typed['spectrum']),
  });
  if (!stages.atmosphere.enabled && !stages.spectrum.enabled)
    fault('atmosphere.enabled', 'this key and spectrum.enabled are both false, so there is nothing to compute');
  return stages;
}

/** Expansion needs memory for each wave up to the last wave. A grid of a few million points needs no higher waves. */
const MOST_WAVES = 1_000_000;

/** These keys are passed on although the coordinator reads them, because nodes download these files. */
const FOR_NODES: readonly string[] = ['assets', 'assets_linelist'];

const OWN_KEYS: ReadonlySet<string> = new Set(
  Object.keys(WorkflowConfiguration.properties).filter((key) => !FOR_NODES.includes(key)),
);

/**
 * Keys of the contract are passed on as typed values, because some engines treat the text `no` as true. Other keys keep
 * their YAML types.
 */
function readChain(node: unknown, typed: unknown): Pick<WorkflowConfig, 'chain' | 'signature'> {
  const stages = readItems(sequence('chain', node), (item, index) => {
    const path = `chain[${index}]`;
    const stage = mapping(path, item);
    return readParts({
      label: () => {
        const label = scalar(`${path}.label`, stage['label']);
        if (label === '') fault(`${path}.label`, 'is empty');
        return label;
      },
      niter: () => integer(`${path}.niter`, stage['niter'], limitsOf('chain.niter')),
      lte: () => boolean(`${path}.lte`, stage['lte']),
    });
  });
  const others = typed as readonly Readonly<Record<string, unknown>>[];
  return {
    chain: stages.map((stage, index) => ({ ...others[index], ...stage })),
    // Iteration counts do not affect the structure of a file, so they are not part of the signature.
    signature: JSON.stringify(stages.map(({ label, lte }) => [label, lte])),
  };
}

/** Returns the readable labels of the stages, even if other parts of the chain are invalid. */
function labelsIn(chain: unknown): ReadonlySet<string> {
  const stages: unknown[] = Array.isArray(chain) ? chain : [];
  return new Set(
    stages.flatMap((stage) => {
      const label: unknown = (stage as { readonly label?: unknown } | null)?.label;
      return typeof label === 'string' ? [label] : [];
    }),
  );
}

const STRATEGIES = { atmosphere: AtmosphereStrategy.enum, spectrum: SpectrumStrategy.enum };

function readStage(
  path: keyof typeof STRATEGIES,
  node: unknown,
  defaults: Pick<StageConfig, 'enabled' | 'strategies'>,
  otherKeys: readonly string[] = [],
): StageConfig {
  const stage = node === undefined ? {} : mapping(path, node);
  refuseOtherKeys(path, stage, ['enabled', 'policy', 'strategies', 'requirements', ...otherKeys]);
  const enabled = stage['enabled'] === undefined ? defaults.enabled : boolean(`${path}.enabled`, stage['enabled']);
  const policy =
    stage['policy'] === undefined ? 'skip_converged' : oneOf(`${path}.policy`, stage['policy'], StagePolicy.enum);
  const strategies =
    stage['strategies'] === undefined
      ? defaults.strategies
      : readItems(sequence(`${path}.strategies`, stage['strategies']), (item, index) =>
          oneOf<TaskType>(`${path}.strategies[${index}]`, item, STRATEGIES[path]),
        );
  if (strategies[0] === 'continue')
    fault(`${path}.strategies[0]`, 'continue needs an earlier attempt: name another strategy before it');
  const most = mostItems(`${path}.strategies`);
  if (strategies.length > most) fault(`${path}.strategies`, `has more than ${most} entries`);
  return { enabled, policy, strategies };
}

function readAtmosphere(node: unknown): AtmosphereConfig {
  const defaults = { enabled: true, strategies: ['cold_run', 'seed_step'] } as const;
  const stage = readStage('atmosphere', node, defaults, ['seed']);
  const seed = node === undefined ? undefined : mapping('atmosphere', node)['seed'];
  return seed === undefined ? stage : { ...stage, seed: oneOf('atmosphere.seed', seed, SeedKind.enum) };
}

function readSpectrum(node: unknown, typed: unknown): SpectrumConfig {
  const defaults = { enabled: false, strategies: ['cold_run'] } as const;
  const stage = readStage('spectrum', node, defaults, ['products']);
  const products = node === undefined ? undefined : mapping('spectrum', node)['products'];
  return products === undefined
    ? stage
    : { ...stage, products: readProducts(products, mapping('spectrum', typed)['products']) };
}

const PRODUCT_NAME = /^[A-Za-z0-9._+-]{1,64}$/;

/** `typed`: the same list with the types of YAML, which distinguish text from numbers. */
function readProducts(node: unknown, typed: unknown): SpectrumProduct[] {
  const seen = new Set<string>();
  const products = readItems(sequence('spectrum.products', node), (item, index) => {
    const path = `spectrum.products[${index}]`;
    const { name: given, ...others } = mapping(path, item);
    const name = scalar(`${path}.name`, given);
    if (!PRODUCT_NAME.test(name) || name.startsWith('.'))
      fault(`${path}.name`, 'must be 1 to 64 characters of A-Z, a-z, 0-9, ., _, + and -, and not begin with a dot');
    if (seen.has(name)) fault(`${path}.name`, `${name} occurs twice`);
    seen.add(name);
    const types = (typed as readonly Readonly<Record<string, unknown>>[])[index];
    const values = Object.entries(others).map(([key, value]) => {
      return [key, productValue(`${path}.${key}`, value, types?.[key])] as const;
    });
    return { ...Object.fromEntries(values), name };
  });
  const most = mostItems('spectrum.products');
  if (products.length > most) fault('spectrum.products', `has more than ${most} entries`);
  return products;
}

const MOST_TEXT = 256;
// oxlint-disable-next-line no-control-regex -- these are the characters to refuse
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Reads a number or a text, such as the name of a line list. */
function productValue(path: string, node: unknown, typed: unknown): number | string {
  if (typeof typed !== 'string' || isNumber(node)) return number(path, node);
  if (typed === '' || typed.length > MOST_TEXT || CONTROL.test(typed))
    fault(path, `must be a number or a text of 1 to ${MOST_TEXT} characters without control characters`);
  return typed;
}

function readDifficulty(node: unknown): Difficulty {
  const given = node === undefined ? {} : mapping('difficulty', node);
  refuseOtherKeys('difficulty', given, ['weights', 'order', 'class_edges', 'max_seed_attempts', 'd_max', 'learn']);
  const perAxis = <T>(key: string, read: (path: string, value: unknown) => T): Partial<Record<Axis, T>> => {
    const map = given[key] === undefined ? {} : mapping(`difficulty.${key}`, given[key]);
    const entries = Object.entries(map).map(([axis, value]) => {
      oneOf(`difficulty.${key}.${axis}`, axis, AXES);
      return [axis, read(`difficulty.${key}.${axis}`, value)];
    });
    return Object.fromEntries(entries) as Partial<Record<Axis, T>>;
  };
  const weights = perAxis('weights', (path, value) => integer(path, value, limitsOf(path)));
  return {
    weights: Object.fromEntries(AXES.map((axis) => [axis, weights[axis] ?? 1])) as Record<Axis, number>,
    order: perAxis('order', (path, value) => oneOf(path, value, AxisOrder.enum)),
    classEdges: perAxis('class_edges', (path, value) =>
      sequence(path, value).map((item, index) => number(`${path}[${index}]`, item)),
    ),
    maxSeedAttempts: integer(
      'difficulty.max_seed_attempts',
      given['max_seed_attempts'],
      limitsOf('difficulty.max_seed_attempts'),
    ),
    maxSeedDistance: given['d_max'] === undefined ? 4 : positive('difficulty.d_max', given['d_max']),
    learn: given['learn'] === undefined ? false : boolean('difficulty.learn', given['learn']),
  };
}

function readTimeout(node: unknown, auto: unknown): Pick<WorkflowConfig, 'timeoutSec' | 'learnedTimeout'> {
  if (node !== 'auto') {
    if (auto !== undefined) fault('timeout_auto', 'needs timeout_sec: auto');
    return { timeoutSec: integer('timeout_sec', node, limitsOf('timeout_sec')), learnedTimeout: null };
  }
  const given = auto === undefined ? {} : mapping('timeout_auto', auto);
  refuseOtherKeys('timeout_auto', given, ['default_sec', 'floor_sec']);
  const seconds = (key: string) => integer(`timeout_auto.${key}`, given[key], limitsOf(`timeout_auto.${key}`));
  const defaultSec = seconds('default_sec');
  return { timeoutSec: defaultSec, learnedTimeout: { defaultSec, floorSec: seconds('floor_sec') } };
}

function readScheduling(node: unknown): Scheduling {
  const given = node === undefined ? {} : mapping('scheduling', node);
  refuseOtherKeys('scheduling', given, ['priority', 'share', 'max_slots']);
  const read = (key: string) => integer(`scheduling.${key}`, given[key], limitsOf(`scheduling.${key}`));
  return {
    priority: read('priority'),
    share: read('share'),
    maxSlots: given['max_slots'] === undefined || given['max_slots'] === 'none' ? null : read('max_slots'),
  };
}
