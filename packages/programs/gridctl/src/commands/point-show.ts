import { AXES, SHOWN_FIELDS, type Attempt, type GridPointRow } from '@almagest/contracts/grid';
import type { Context } from '../context.ts';
import { layoutFields, type Cell, type Column } from '../output/table.ts';
import {
  NO_VALUE,
  orDash,
  plural,
  relativeChange,
  reportedValue,
  statusCell,
  taskKind,
  time,
} from '../output/wording.ts';

const ATTEMPT_COLUMNS: readonly Column[] = [
  { heading: 'STARTED' },
  { heading: 'ENDED' },
  { heading: 'TYPE' },
  { heading: 'STATUS' },
  ...SHOWN_FIELDS.map(({ title, unit }): Column => {
    return { heading: (unit === null ? title : `${title}, ${unit}`).toUpperCase(), align: 'right' };
  }),
  { heading: 'NAN' },
  { heading: 'NODE' },
  { heading: 'SEED' },
  { heading: 'RULE' },
  { heading: 'ERROR' },
];

export async function showPoint({ client, terminal, signal }: Context, name: string, point: string): Promise<void> {
  const { data } = await client.call('readPoint', { params: { name, point } }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.lines(layoutFields(pointFields(data.point), terminal.layout));
  await terminal.lines(['']);
  if (data.attempts.length === 0) await terminal.lines(['no attempts yet']);
  else await terminal.table(ATTEMPT_COLUMNS, data.attempts.map(attemptRow));
  if (!data.conv) return terminal.lines(['', 'no diagnostic record']);
  await terminal.lines(['', 'diagnostic record']);
  const { stages, ...others } = data.conv;
  await terminal.lines(layoutFields(recordFields(others), terminal.layout));
  const { columns, rows } = stageTable(stages);
  if (rows.length > 0) {
    await terminal.lines(['']);
    await terminal.table(columns, rows);
  }
}

function pointFields(point: GridPointRow): [string, Cell][] {
  return [
    ['point', point.name],
    ['status', statusCell(point.status)],
    ['parameters', AXES.map((axis) => `${axis} ${point[axis]}`).join(', ')],
    ['wave', String(point.wave)],
    ['converged by', orDash(point.success_method)],
    ['attempts', attemptsInWords(point)],
    ['last run', orDash(point.last_task_type)],
    ['max relc', relativeChange(point.last_max_relc)],
    ['seed', orDash(point.seed_point_name)],
    ['node', orDash(point.node_id)],
    ['completed', time(point.last_completed_at)],
    ['error', orDash(point.last_error)],
  ];
}

/** Counts the attempts at the model, and separately the attempts that only computed its spectrum in a later run. */
function attemptsInWords({ attempt_count: attempts, spectrum_attempts: ofSpectrum = 0 }: GridPointRow): string {
  return ofSpectrum === 0 ? String(attempts) : `${attempts}, and ${plural(ofSpectrum, 'spectrum-only attempt')}`;
}

function attemptRow(attempt: Attempt): Cell[] {
  const status = { text: attempt.status, colour: attempt.status === 'completed' ? ('green' as const) : undefined };
  return [
    time(attempt.created_at),
    time(attempt.completed_at),
    taskKind(attempt),
    status,
    ...SHOWN_FIELDS.map(({ name, format }) => reportedValue(attempt[name], format)),
    attempt.atmosphere_has_nan === null ? NO_VALUE : attempt.atmosphere_has_nan ? 'yes' : 'no',
    orDash(attempt.node_id),
    attempt.continues_attempt === undefined ? orDash(attempt.seed_point_name) : `attempt ${attempt.continues_attempt}`,
    orDash(attempt.rule ?? null),
    orDash(attempt.error_message),
  ];
}

/**
 * Lists the fields of the diagnostic record, which may contain anything. Plain values are printed unchanged, others as
 * JSON.
 */
function recordFields(record: Readonly<Record<string, unknown>>): [string, Cell][] {
  return Object.entries(record).map(([key, value]) => [key, valueInWords(value)]);
}

function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return NO_VALUE;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Builds a table with one row per calculation stage and the columns that the engine wrote. Returns an empty table if
 * the engine wrote something else.
 */
function stageTable(stages: unknown): { columns: Column[]; rows: Cell[][] } {
  const records = Array.isArray(stages)
    ? stages.filter((stage): stage is Record<string, unknown> => typeof stage === 'object' && stage !== null)
    : [];
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return {
    columns: keys.map((key) => ({ heading: key.replaceAll('_', ' ').toUpperCase() })),
    rows: records.map((record) => keys.map((key) => valueInWords(record[key]))),
  };
}
