import Type, { type Static, type TNull, type TOptional, type TSchema, type TUnion } from 'typebox';
import { Nullable } from '../schema.ts';

/** A number, a flag or a word that a node reports about an attempt. */
interface ReportedField {
  readonly schema: TSchema;
  /** The origin of the value: the engine writes it to `result.json`, or the node agent adds it to the report. */
  readonly measuredBy: 'engine' | 'node';
  /** The heading in the attempts of a point. A field without a heading is stored but not shown. */
  readonly title?: string;
  readonly unit?: string;
  /** `relative`: a relative change, shown with two digits and an exponent. */
  readonly format?: 'relative';
}

/**
 * Values that nodes report about an attempt in addition to its outcome. Each field is declared only here. The result
 * file of engines, the report, the columns of the table `task`, the attempts of a point, gridctl and the console follow
 * this list.
 *
 * A value may be null or missing: nodes may be older or newer than the coordinator, and failed attempts have none.
 */
export const REPORTED_FIELDS = {
  /** The largest relative change of the last iteration. */
  max_relc: { schema: Type.Number(), measuredBy: 'engine', title: 'Max. rel. change', format: 'relative' },
  /** The total iterations of all stages of the atmosphere. */
  iterations: { schema: Type.Integer({ minimum: 0 }), measuredBy: 'engine', title: 'Iterations' },
  elapsed_sec: { schema: Type.Number({ minimum: 0 }), measuredBy: 'node', unit: 's' },
  /** The program that ran the engine. */
  agent_version: { schema: Type.String(), measuredBy: 'node' },
  /** The engine's own name, under `engine` in its result file. */
  engine_name: { schema: Type.String(), measuredBy: 'node' },
  engine_version: { schema: Type.String(), measuredBy: 'node' },
} as const satisfies Record<string, ReportedField>;

type Fields = typeof REPORTED_FIELDS;
type FieldName = keyof Fields;
type EngineField = { [Name in FieldName]: Fields[Name] extends { measuredBy: 'engine' } ? Name : never }[FieldName];
type ShownField = { [Name in FieldName]: Fields[Name] extends { title: string } ? Name : never }[FieldName];

type NullableProperties<Name extends FieldName> = { [N in Name]: TUnion<[Fields[N]['schema'], TNull]> };
type OptionalProperties<Name extends FieldName> = { [N in Name]: TOptional<NullableProperties<Name>[N]> };

const NAMES = Object.keys(REPORTED_FIELDS) as FieldName[];
const OF_ENGINES = NAMES.filter((name) => fieldOf(name).measuredBy === 'engine') as EngineField[];
const SHOWN = NAMES.filter((name) => fieldOf(name).title !== undefined) as ShownField[];

export const reportedProperties = optional(NAMES);

/** The properties of an engine's result file. */
export const engineProperties = optional(OF_ENGINES);

/** The properties of a displayed attempt. */
export const shownProperties = Object.fromEntries(
  SHOWN.map((name) => [name, Nullable(REPORTED_FIELDS[name].schema)]),
) as NullableProperties<ShownField>;

/** How to display a field of an attempt. */
export interface ShownFieldInfo {
  readonly name: ShownField;
  readonly title: string;
  readonly unit: string | null;
  readonly format: 'relative' | null;
}

/** The fields of an attempt in display order. */
export const SHOWN_FIELDS: readonly ShownFieldInfo[] = SHOWN.map((name) => {
  const { title = name, unit = null, format = null } = fieldOf(name);
  return { name, title, unit, format };
});

/** The values of one attempt. */
export type ReportedValues = { readonly [Name in FieldName]: Static<Fields[Name]['schema']> | null };

/** Returns the reported values in a report or a row. Missing values are null. */
export function reportedValues(source: {
  readonly [Name in FieldName]?: ReportedValues[Name] | null | undefined;
}): ReportedValues {
  return Object.fromEntries(NAMES.map((name) => [name, source[name] ?? null])) as ReportedValues;
}

/**
 * Returns the numbers of `source` that must be replaced, by the name of their field. A number outside the range of its
 * field is clamped and a fraction rounded. A number that is not finite becomes null. These values only inform, so they
 * must never cost a result.
 */
export function clampedValues(source: unknown): Readonly<Record<string, number | null>> {
  if (typeof source !== 'object' || source === null) return {};
  const clamped: Record<string, number | null> = {};
  for (const name of NAMES) {
    const value = (source as Readonly<Record<string, unknown>>)[name];
    if (typeof value !== 'number') continue;
    const fitting = clampedTo(fieldOf(name).schema, value);
    if (fitting !== value) clamped[name] = fitting;
  }
  return clamped;
}

function clampedTo(schema: TSchema, value: number): number | null {
  if (!Number.isFinite(value)) return null;
  const { type, minimum = -Infinity } = schema as { readonly type?: string; readonly minimum?: number };
  const inRange = Math.max(value, minimum);
  return type === 'integer' ? Math.round(inRange) : inRange;
}

/** Returns the displayed values. */
export function shownValues(values: ReportedValues): Pick<ReportedValues, ShownField> {
  return Object.fromEntries(SHOWN.map((name) => [name, values[name]])) as Pick<ReportedValues, ShownField>;
}

function optional<Name extends FieldName>(names: readonly Name[]): OptionalProperties<Name> {
  return Object.fromEntries(
    names.map((name) => [name, Type.Optional(Nullable(REPORTED_FIELDS[name].schema))]),
  ) as OptionalProperties<Name>;
}

function fieldOf(name: FieldName): ReportedField {
  return REPORTED_FIELDS[name];
}
