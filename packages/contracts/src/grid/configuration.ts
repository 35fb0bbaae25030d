import Type, { type TProperties } from 'typebox';
import { KeepRule } from './artifacts.ts';
import { SCHEDULING_LIMITS } from './scheduling.ts';
import { AXES, Stage, StagePolicy, type Axis } from './vocabulary.ts';

/** A mapping of which any key may be missing, and which refuses keys that it does not have. */
function settings<P extends TProperties>(properties: P, description: string) {
  return { ...Type.Partial(Type.Object(properties)), additionalProperties: false, description };
}

/** A number may also be written as a text in quotes. The coordinator reads it as it is written. */
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

/** A text that YAML may take for a number or a boolean, as in `label: 7`. */
const word = (description: string) =>
  Type.Union([Type.String({ minLength: 1 }), Type.Number(), Type.Boolean()], { description });

const perAxis = <P extends TProperties[string]>(of: (axis: Axis) => P) =>
  Object.fromEntries(AXES.map((axis) => [axis, of(axis)])) as Record<Axis, P>;

const MEANINGS: Readonly<Record<Axis, string>> = {
  teff: 'Effective temperatures in K, each above 0.',
  logg: 'log10 of the surface gravities in cm/s^2.',
  loghe: 'log10 of the number ratios He/H.',
  logc: 'log10 of the number ratios C/H.',
  logn: 'log10 of the number ratios N/H.',
  logo: 'log10 of the number ratios O/H.',
};

const NUMBERS = Type.Record(Type.String(), decimal());

/** What follows for both stages of a task; the strategies differ. */
const stageKeys = (enabled: boolean, strategies: readonly string[]) => ({
  enabled: truth('Whether this stage is computed.', enabled),
  policy: {
    ...StagePolicy,
    default: 'skip_converged',
    description: 'Which points of an earlier run are computed again.',
  },
  strategies: Type.Array(Type.Enum([...strategies]), {
    minItems: 1,
    maxItems: 32,
    description: 'How a point is tried, in this order; each failure consumes one.',
  }),
});

const Rule = Type.Object(
  {
    name: Type.Union([Type.String({ pattern: '^[A-Za-z0-9._+-]{1,64}$' }), Type.Number()], {
      description: 'Names the rule in explanations and attempts.',
    }),
    when: Type.Object(
      {
        cause: word('The whole cause, in which each * stands for any characters; numbers do not matter.'),
        stage: Type.Optional({ ...Stage, default: 'atmosphere', description: 'The stage that failed.' }),
        region: Type.Optional(
          settings(
            perAxis(() => Type.Array(decimal(), { minItems: 2, maxItems: 2 })),
            'Only points within these bounds, both included.',
          ),
        ),
      },
      { additionalProperties: false, description: 'The failures that the rule is for.' },
    ),
    use: Type.Object(
      {
        strategy: { ...Type.Enum(['cold_run', 'seed_step']), description: 'The strategy of the next attempt.' },
        chain: Type.Optional(
          Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
            description: "By label: settings in which the engine's stages differ in that attempt.",
          }),
        ),
        spectrum_params: Type.Optional({
          ...NUMBERS,
          description: 'Numbers in which spectrum_params differ in that attempt.',
        }),
      },
      { additionalProperties: false, description: 'What is done instead of taking the next strategy.' },
    ),
    times: Type.Optional(
      whole(1, 20, { default: 1, description: 'How often the rule is applied to a point, at most.' }),
    ),
  },
  { additionalProperties: false },
);

/**
 * The configuration of a workflow (`config_yaml`) as editors know it. The service reads the text itself, because the
 * text of an axis value spells the names of points, and says more about a fault than a schema can.
 */
export const WorkflowConfiguration = Type.Object(
  {
    grid: Type.Object(
      perAxis((axis) => Type.Array(decimal(), { minItems: 1, description: MEANINGS[axis] })),
      {
        additionalProperties: false,
        description: 'The axes of the grid. Its points are all combinations of their values.',
      },
    ),
    extra_points: Type.Optional(
      Type.Array(
        Type.Object(
          perAxis(() => decimal()),
          { additionalProperties: false },
        ),
        { maxItems: 5_000, description: 'Points beside those of the axes. Each names a value for every axis.' },
      ),
    ),
    chain: Type.Array(
      Type.Object({
        label: word('The name of the stage.'),
        lte: truth('Whether the stage assumes local thermodynamic equilibrium.'),
        niter: whole(0, 1_000_000, { description: 'How many iterations the stage may take.' }),
      }),
      {
        minItems: 1,
        description: "The engine's calculation stages, in their order. Other keys are handed to the engine.",
      },
    ),
    atmosphere: Type.Optional(
      settings(
        {
          ...stageKeys(true, ['cold_run', 'seed_step', 'continue']),
          seed: {
            ...Type.Enum(['nearest', 'interpolated']),
            default: 'nearest',
            description:
              'What a seed_step starts from: the nearest model, or a structure interpolated between the models on both sides of the point where there are such.',
          },
        },
        'How model atmospheres are computed.',
      ),
    ),
    spectrum: Type.Optional(
      settings(
        {
          ...stageKeys(false, ['cold_run', 'seed_step']),
          products: Type.Array(Type.Object({ name: word('Names the spectrum.') }), {
            minItems: 1,
            maxItems: 64,
            description:
              'Several spectra of each model: a name, and the numbers in which it differs from spectrum_params.',
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
        { default: 3600, description: 'Seconds from the claim to the end of the engine; 0: no limit; auto: learned.' },
      ),
    ),
    timeout_auto: Type.Optional(
      settings(
        {
          default_sec: whole(1, 31_536_000, {
            default: 3600,
            description: 'The limit until there are enough measured times.',
          }),
          floor_sec: whole(1, 31_536_000, { default: 60, description: 'No learned limit is below it.' }),
        },
        'How the limit of timeout_sec: auto is learned.',
      ),
    ),
    end_overruns: Type.Optional(truth('Whether tasks are ended that run far longer than their neighbours did.', false)),
    max_lost_attempts: Type.Optional(
      whole(1, 1000, { default: 3, description: 'After so many losses in a row the loss counts as a failure.' }),
    ),
    difficulty: Type.Optional(
      settings(
        {
          weights: settings(
            perAxis(() =>
              whole(1, 1000, { default: 1, description: 'How many waves one step along the axis is worth.' }),
            ),
            'By axis: how many waves one step is worth.',
          ),
          order: settings(
            perAxis(() => Type.Enum(['asc', 'desc'])),
            'By axis: whether low or high values are easy.',
          ),
          class_edges: settings(
            perAxis(() => Type.Array(decimal(), { minItems: 1 })),
            'By axis: values that a seed does not cross.',
          ),
          d_max: { ...decimal('How far a seed may lie from its point, in grid steps.'), default: 4 },
          max_seed_attempts: whole(0, 1000, {
            default: 6,
            description: 'How many seeds a point may be tried from, in all.',
          }),
          learn: truth('Whether the order of seeds follows how attempts went so far.', false),
        },
        'The order in which points are tried, and which seeds they start from.',
      ),
    ),
    rules: Type.Optional(
      Type.Array(Rule, { minItems: 1, maxItems: 32, description: 'What is done after failures of certain causes.' }),
    ),
    artifacts: Type.Optional(
      settings(
        {
          keep: Type.Record(Type.String({ pattern: '^[a-z0-9_-]{1,32}$' }), KeepRule, {
            description: 'By kind: when artifacts are kept.',
          }),
          default: { ...KeepRule, default: 'converged', description: 'The rule of the kinds that keep does not name.' },
          max_bytes_per_task: whole(0, 1_000_000_000_000, {
            default: 500_000_000,
            description: 'How many bytes are kept of one attempt.',
          }),
          max_files_per_task: whole(0, 1000, { default: 1000, description: 'How many files are kept of one attempt.' }),
        },
        'Which files of an attempt are kept.',
      ),
    ),
    scheduling: Type.Optional(
      settings(
        {
          priority: whole(SCHEDULING_LIMITS.priority.minimum, SCHEDULING_LIMITS.priority.maximum, {
            default: 0,
            description: 'Workflows of a higher priority are served first.',
          }),
          share: whole(SCHEDULING_LIMITS.share.minimum, SCHEDULING_LIMITS.share.maximum, {
            default: 1,
            description: "The workflow's part of the running tasks among those of its priority.",
          }),
          max_slots: Type.Union(
            [
              Type.Integer({ ...SCHEDULING_LIMITS.max_slots }),
              Type.Literal('none'),
              Type.String({ pattern: String.raw`^[+-]?\d+$` }),
            ],
            { default: 'none', description: 'The most tasks of the workflow that run at the same time.' },
          ),
        },
        'How the workflow shares the nodes with others. First values; an operator may change them.',
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
    description: 'Other keys are handed to the node and the engine as they are written.',
  },
);

/** The document for editors, as `GET /schemas/workflow.json` answers it and `docs/schemas/workflow.json` has it. */
export function workflowSchemaDocument(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    // As JSON: the library marks optional properties by symbols and hidden keys.
    ...(JSON.parse(JSON.stringify(WorkflowConfiguration)) as Record<string, unknown>),
  };
}
