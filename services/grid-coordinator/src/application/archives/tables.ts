import {
  AXES,
  type ArchivedAttempt,
  type ArchivedPoint,
  type Axis,
  type GridPointParams,
} from '@almagest/contracts/grid';
import { cnoSum } from '../../domain/points/lattice.ts';
import type { TableColumn, TableValue } from '../../files/archive/table-file.ts';
import type { ModelVersion } from '../../persistence/models/model-repository.ts';
import { REPORTED_COLUMNS } from '../../persistence/tasks/reported-columns.ts';

/** A column of a table, with the function that gets its value from a row of the database. */
interface Column<Row> extends TableColumn {
  readonly value: (row: Row) => TableValue | undefined;
  readonly meaning: string;
}

export interface PointSource {
  readonly point: ArchivedPoint & GridPointParams & Readonly<Record<string, TableValue>>;
  /** The attempt that computed the point's model, or the last attempt if the point has no model. */
  readonly attempt: AttemptSource | undefined;
  readonly model: (ModelVersion & { readonly fit: boolean }) | undefined;
}

export type AttemptSource = ArchivedAttempt & Readonly<Record<string, TableValue>>;

const REPORTED_TYPES = { bool: 'boolean', text: 'text', float8: 'number' } as const;

/** The values that nodes report about an attempt. Each becomes a column. */
const REPORTED: readonly Column<AttemptSource>[] = Object.entries(REPORTED_COLUMNS).map(([name, type]) => ({
  name,
  type: REPORTED_TYPES[type],
  value: (attempt) => attempt[name],
  meaning: 'as the node reported it',
}));

export const ATTEMPT_COLUMNS: readonly Column<AttemptSource>[] = [
  { name: 'point', type: 'text', value: (a) => a.point_name, meaning: 'name of the point' },
  { name: 'task_id', type: 'text', value: (a) => a.id, meaning: 'the attempt' },
  { name: 'task_type', type: 'text', value: (a) => a['task_type'], meaning: 'cold_run, seed_step or continue' },
  {
    name: 'stage',
    type: 'text',
    value: (a) => (a['spectrum_only'] === true ? 'spectrum' : 'atmosphere'),
    meaning: 'atmosphere (the attempt computed the model) or spectrum (only the spectrum of a finished model)',
  },
  { name: 'status', type: 'text', value: (a) => a.status, meaning: 'completed, failed or timeout' },
  { name: 'node_id', type: 'text', value: (a) => a['node_id'], meaning: 'the node that computed it' },
  { name: 'created_at', type: 'time', value: (a) => a['created_at'], meaning: 'when the node claimed it, UTC' },
  { name: 'completed_at', type: 'time', value: (a) => a['completed_at'], meaning: 'when it ended, UTC' },
  ...REPORTED,
  {
    name: 'atmosphere_has_nan',
    type: 'boolean',
    value: (a) => a['atmosphere_has_nan'],
    meaning: 'the structure contains NaN',
  },
  { name: 'seed_point_name', type: 'text', value: (a) => a['seed_point_name'], meaning: 'point it was started from' },
  {
    name: 'seed_sha256',
    type: 'text',
    value: (a) => a.start_model?.sha256,
    meaning: 'version of the model it was started from: SHA-256 of the file',
  },
  {
    name: 'rule',
    type: 'text',
    value: (a) => a['rule'],
    meaning: 'the rule of the configuration that was applied after the previous failure',
  },
  { name: 'reclaimed', type: 'boolean', value: (a) => a['reclaimed'], meaning: 'ended by the coordinator' },
  { name: 'error_message', type: 'text', value: (a) => a['error_message'], meaning: 'why it failed' },
];

const MEANING_OF_AXES: Readonly<Record<Axis, string>> = {
  teff: 'effective temperature, K',
  logg: 'log10 of the surface gravity in cm/s^2',
  loghe: 'log10 of the number ratio He/H',
  logc: 'log10 of the number ratio C/H',
  logn: 'log10 of the number ratio N/H',
  logo: 'log10 of the number ratio O/H',
};

export const POINT_COLUMNS: readonly Column<PointSource>[] = [
  { name: 'name', type: 'text', value: ({ point }) => point.name, meaning: 'the point' },
  ...AXES.map((axis) => ({
    name: axis,
    type: 'number' as const,
    value: ({ point }: PointSource) => point[axis],
    meaning: MEANING_OF_AXES[axis],
  })),
  { name: 'cno_sum', type: 'number', value: ({ point }) => cnoSum(point), meaning: 'logc + logn + logo' },
  { name: 'wave', type: 'integer', value: ({ point }) => point.wave, meaning: 'difficulty wave' },
  {
    name: 'status',
    type: 'text',
    value: ({ point }) => point['retired_from'] ?? point.status,
    meaning: 'pending, queued, running, converged or failed',
  },
  {
    name: 'retired',
    type: 'boolean',
    value: ({ point }) => point.status === 'retired',
    meaning: 'the configuration no longer names it',
  },
  {
    name: 'success_method',
    type: 'text',
    value: ({ point }) => point['success_method'],
    meaning: 'how it converged: cold_run, seed_step or continue',
  },
  { name: 'attempts', type: 'integer', value: ({ point }) => point['attempts'], meaning: 'number of attempts' },
  {
    name: 'last_max_relc',
    type: 'number',
    value: ({ point }) => point['last_max_relc'],
    meaning: 'largest relative change in the last iteration',
  },
  {
    name: 'last_completed_at',
    type: 'time',
    value: ({ point }) => point['last_completed_at'],
    meaning: 'when its last attempt ended, UTC',
  },
  {
    name: 'last_error',
    type: 'text',
    value: ({ point }) => point['last_error'],
    meaning: 'why its last attempt failed',
  },
  {
    name: 'model_sha256',
    type: 'text',
    value: ({ model }) => model?.sha256,
    meaning: 'version of its model: SHA-256 of the file, which is models/<name>/<first 16 digits>.7',
  },
  { name: 'model_bytes', type: 'integer', value: ({ model }) => model?.sizeBytes, meaning: 'size of that file' },
  { name: 'model_fit', type: 'boolean', value: ({ model }) => model?.fit, meaning: 'false if it contains NaN or Inf' },
  ...ATTEMPT_COLUMNS.filter(({ name }) => name !== 'point').map(({ name, type, value, meaning }) => ({
    name: `attempt_${name}`,
    type,
    value: ({ attempt }: PointSource) => (attempt === undefined ? null : value(attempt)),
    meaning: `${meaning} (the attempt that computed the model, or the last attempt if the point has no model)`,
  })),
];

export function valuesOf<Row>(columns: readonly Column<Row>[], row: Row): TableValue[] {
  return columns.map(({ value }) => value(row) ?? null);
}

/** Returns the columns as a Markdown list. */
export function describeColumns(columns: readonly { readonly name: string; readonly meaning: string }[]): string {
  return columns.map(({ name, meaning }) => `- \`${name}\`: ${meaning}`).join('\n');
}
