import Type, { type Static, type TProperties } from 'typebox';
import { KeepRule, MAX_ARTIFACTS_OF_TASK } from './artifacts.ts';
import { NodeTag } from './requirements.ts';
import { SCHEDULING_LIMITS } from './scheduling.ts';
import { AXES, Stage, StagePolicy, type Axis } from './vocabulary.ts';

/** A mapping with optional keys that refuses unknown keys. */
function settings<P extends TProperties>(properties: P, description: string) {
  return { ...Type.Partial(Type.Object(properties)), additionalProperties: false, description };
}

/** A number, which may also be written as quoted text. The coordinator keeps its spelling. */
const decimal = (description?: string) =>
  Type.Union(
    [
      Type.Number(),
      Type.String({ pattern: String.raw`^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$`, maxLength: 256 }),
    ],
    description === undefined ? {} : { description },
  );

const whole = (minimum: number, maximum: number, described: { description: string; default?: number | string }) =>
  Type.Union(
    [Type.Integer({ minimum, maximum }), Type.String({ pattern: String.raw`^[+-]?\d+$`, maxLength: 256 })],
    described,
  );

const truth = (description: string, fallback?: boolean) =>
  Type.Union(
    [
      Type.Boolean(),
      Type.Enum([0, 1]),
      Type.String({
        pattern: '^(?:[yY][eE][sS]|[nN][oO]|[oO][nN]|[oO][fF][fF]|[tT][rR][uU][eE]|[fF][aA][lL][sS][eE]|0|1)$',
      }),
    ],
    { description, ...(fallback === undefined ? {} : { default: fallback }) },
  );

/** A text that YAML may read as a number or a boolean, as in `label: 7`. */
const word = (description: string) =>
  Type.Union([Type.String({ minLength: 1 }), Type.Number(), Type.Boolean()], { description });

const perAxis = <P extends TProperties[string]>(of: (axis: Axis) => P) =>
  Object.fromEntries(AXES.map((axis) => [axis, of(axis)])) as Record<Axis, P>;

const MEANINGS: Readonly<Record<Axis, string>> = {
  teff: 'Effective temperatures in K, each above 0.',
  logg: 'log10 of the surface gravity in cm/s^2.',
  loghe: 'log10 of the number ratio He/H.',
  logc: 'log10 of the number ratio C/H.',
  logn: 'log10 of the number ratio N/H.',
  logo: 'log10 of the number ratio O/H.',
};

const NUMBERS = Type.Record(Type.String(), decimal());

export const AtmosphereStrategy = Type.Enum(['cold_run', 'seed_step', 'continue']);

/** A spectrum has no iterations to continue. */
export const SpectrumStrategy = Type.Enum(['cold_run', 'seed_step']);

/**
 * `continue` is missing, because nodes keep an unconverged model only if the chain says so, before any rule applies.
 */
export const RuleStrategy = Type.Enum(['cold_run', 'seed_step']);

/** The model from which a seed step starts: the nearest model, or a structure interpolated between neighbours. */
export const SeedKind = Type.Enum(['nearest', 'interpolated']);
export type SeedKind = Static<typeof SeedKind>;

/** Whether low (`asc`) or high values of an axis are easy. */
export const AxisOrder = Type.Enum(['asc', 'desc']);
export type AxisOrder = Static<typeof AxisOrder>;

const requirements = (description: string) =>
  settings(
    {
      memory_gb: { ...decimal('Minimum memory of the machine in GB.') },
      cores: whole(1, 65_536, { description: 'Minimum number of cores of the machine.' }),
      arch: Type.String({ pattern: '^[A-Za-z0-9_]{1,32}$', description: 'Its architecture: x64 or arm64.' }),
      tags: Type.Array(NodeTag, { minItems: 1, maxItems: 32, description: 'Tags that the node must have.' }),
    },
    description,
  );

/** Keys of both stages of a task. Only the strategies differ. */
const stageKeys = (enabled: boolean, strategy: typeof AtmosphereStrategy | typeof SpectrumStrategy) => ({
  enabled: truth('Whether this stage is computed.', enabled),
  policy: {
    ...StagePolicy,
    default: 'skip_converged',
    description: 'Which points of an earlier run are computed again.',
  },
  strategies: Type.Array(strategy, {
    minItems: 1,
    maxItems: 32,
    description: 'The strategies for a point, in order. Each failure consumes one strategy.',
  }),
  requirements: requirements('What the machine needs for this stage, in addition to the requirements of the workflow.'),
});

const Rule = Type.Object(
  {
    name: Type.Union([Type.String({ pattern: '^[A-Za-z0-9._+-]{1,64}$' }), Type.Number()], {
      description: 'The name of the rule in explanations and attempts.',
    }),
    when: Type.Object(
      {
        cause: word('Must match the whole cause. Each * matches any characters, and numbers are ignored.'),
        stage: Type.Optional({ ...Stage, default: 'atmosphere', description: 'The stage that failed.' }),
        region: Type.Optional(
          settings(
            perAxis(() => Type.Array(decimal(), { minItems: 2, maxItems: 2 })),
            'Only points within these bounds, inclusive.',
          ),
        ),
      },
      { additionalProperties: false, description: 'The failures to which the rule applies.' },
    ),
    use: Type.Object(
      {
        strategy: { ...RuleStrategy, description: 'The strategy of the next attempt.' },
        chain: Type.Optional(
          Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
            description: 'By stage label: settings that replace settings of the stage in the next attempt.',
          }),
        ),
        spectrum_params: Type.Optional({
          ...NUMBERS,
          description: 'Numbers that replace values of spectrum_params in the next attempt.',
        }),
      },
      { additionalProperties: false, description: 'The action to take instead of the next strategy.' },
    ),
    times: Type.Optional(whole(1, 20, { default: 1, description: 'How often the rule may be applied to a point.' })),
  },
  { additionalProperties: false },
);

/**
 * The configuration of a workflow (`config_yaml`), for editors. The service parses the text itself, because point names
 * keep the spelling of axis values and its error messages say more than a schema can.
 */
export const WorkflowConfiguration = Type.Object(
  {
    grid: Type.Object(
      perAxis((axis) => Type.Array(decimal(), { minItems: 1, description: MEANINGS[axis] })),
      {
        additionalProperties: false,
        description: 'The axes of the grid. The points are all combinations of their values.',
      },
    ),
    extra_points: Type.Optional(
      Type.Array(
        Type.Object(
          perAxis(() => decimal()),
          { additionalProperties: false },
        ),
        {
          maxItems: 5_000,
          description: 'Points in addition to the grid of the axes. Each has a value for every axis.',
        },
      ),
    ),
    chain: Type.Array(
      Type.Object({
        label: word('The name of the stage.'),
        lte: truth('Whether the stage assumes local thermodynamic equilibrium.'),
        niter: whole(0, 1_000_000, { description: 'Maximum number of iterations of the stage.' }),
      }),
      {
        minItems: 1,
        description: "The engine's calculation stages, in order. Other keys are passed to the engine.",
      },
    ),
    atmosphere: Type.Optional(
      settings(
        {
          ...stageKeys(true, AtmosphereStrategy),
          seed: {
            ...SeedKind,
            default: 'nearest',
            description:
              'What a seed_step starts from: the nearest model, or a structure interpolated between models on both sides of the point, if there are any.',
          },
        },
        'How model atmospheres are computed.',
      ),
    ),
    spectrum: Type.Optional(
      settings(
        {
          ...stageKeys(false, SpectrumStrategy),
          products: Type.Array(Type.Object({ name: word('The name of the spectrum.') }), {
            minItems: 1,
            maxItems: 64,
            description:
              'Several spectra per model: the name of each, and the numbers and texts that replace values of spectrum_params, such as the name of a line list.',
          }),
        },
        'How spectra are computed from models.',
      ),
    ),
    spectrum_params: Type.Optional({ ...NUMBERS, description: 'Numbers for the spectrum stage.' }),
    timeout_sec: Type.Optional(
      Type.Union(
        [
          Type.Integer({ minimum: 0, maximum: 31_536_000 }),
          Type.Literal('auto'),
          Type.String({ pattern: String.raw`^[+-]?\d+$` }),
        ],
        {
          default: 3600,
          description:
            'Seconds from the claim to the end of the engine. 0: no limit. auto: learned from measured times.',
        },
      ),
    ),
    timeout_auto: Type.Optional(
      settings(
        {
          default_sec: whole(1, 31_536_000, {
            default: 3600,
            description: 'The limit until there are enough measured times.',
          }),
          floor_sec: whole(1, 31_536_000, { default: 60, description: 'The minimum of learned limits.' }),
        },
        'How the limit of timeout_sec: auto is learned.',
      ),
    ),
    requirements: Type.Optional(requirements('What the machine of a node needs to get tasks of this workflow.')),
    end_overruns: Type.Optional(truth('Whether to end tasks that run far longer than their neighbours did.', false)),
    max_lost_attempts: Type.Optional(
      whole(1, 1000, { default: 3, description: 'After this many consecutive losses, a loss counts as a failure.' }),
    ),
    difficulty: Type.Optional(
      settings(
        {
          weights: settings(
            perAxis(() => whole(1, 1000, { default: 1, description: 'Number of waves per step along the axis.' })),
            'By axis: number of waves per step.',
          ),
          order: settings(
            perAxis(() => AxisOrder),
            'By axis: whether low or high values are easy.',
          ),
          class_edges: settings(
            perAxis(() => Type.Array(decimal(), { minItems: 1 })),
            'By axis: values that seeds must not cross.',
          ),
          d_max: { ...decimal('The maximum distance between a seed and its point, in grid steps.'), default: 4 },
          max_seed_attempts: whole(0, 1000, {
            default: 6,
            description: 'How many seeds may be tried for a point in total.',
          }),
          learn: truth('Whether the outcomes of earlier attempts affect the order of seeds.', false),
        },
        'How points are ordered and seeds are chosen.',
      ),
    ),
    rules: Type.Optional(
      Type.Array(Rule, { minItems: 1, maxItems: 32, description: 'Actions after failures of certain causes.' }),
    ),
    artifacts: Type.Optional(
      settings(
        {
          keep: Type.Record(Type.String({ pattern: '^[a-z0-9_-]{1,32}$' }), KeepRule, {
            description: 'When artifacts are kept, by kind.',
          }),
          default: { ...KeepRule, default: 'converged', description: 'The rule for kinds that `keep` does not list.' },
          max_bytes_per_task: whole(0, 1_000_000_000_000, {
            default: 500_000_000,
            description: 'Maximum bytes kept per attempt.',
          }),
          max_files_per_task: whole(0, MAX_ARTIFACTS_OF_TASK, {
            default: MAX_ARTIFACTS_OF_TASK,
            description: 'Maximum files kept per attempt.',
          }),
        },
        'Which files of an attempt are kept.',
      ),
    ),
    scheduling: Type.Optional(
      settings(
        {
          priority: whole(SCHEDULING_LIMITS.priority.minimum, SCHEDULING_LIMITS.priority.maximum, {
            default: 0,
            description: 'Workflows with a higher priority are served first.',
          }),
          share: whole(SCHEDULING_LIMITS.share.minimum, SCHEDULING_LIMITS.share.maximum, {
            default: 1,
            description: "The workflow's share of the running tasks among workflows of the same priority.",
          }),
          max_slots: Type.Union(
            [
              Type.Integer({ ...SCHEDULING_LIMITS.max_slots }),
              Type.Literal('none'),
              Type.String({ pattern: String.raw`^[+-]?\d+$` }),
            ],
            { default: 'none', description: 'Maximum number of tasks of the workflow that run at the same time.' },
          ),
        },
        'How the workflow shares the nodes with others. These are initial values, which an operator may change.',
      ),
    ),
    assets: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
        description: "Paths in the coordinator's assets folder, which nodes download.",
      }),
    ),
    assets_linelist: Type.Optional(truth('Whether nodes download the line list gfVIS99.dat.', false)),
  },
  {
    title: 'The configuration of an Almagest workflow',
    description: 'Other keys are passed to the node and the engine unchanged.',
  },
);

/**
 * Returns the schema for editors, which is served as `GET /schemas/workflow.json` and stored in
 * `docs/schemas/workflow.json`.
 */
export function workflowSchemaDocument(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    // Converted to plain JSON, because the library marks optional properties with symbols and hidden keys.
    ...(JSON.parse(JSON.stringify(WorkflowConfiguration)) as Record<string, unknown>),
  };
}
