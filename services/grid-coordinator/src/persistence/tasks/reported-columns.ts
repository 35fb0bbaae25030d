import { REPORTED_FIELDS, type ReportedValues } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';

type FieldName = keyof ReportedValues;
type ColumnType<Value> = Value extends boolean ? 'bool' : Value extends string ? 'text' : 'float8';

const COLUMN_TYPES: Readonly<Record<string, 'bool' | 'text' | 'float8'>> = { boolean: 'bool', string: 'text' };

/** The columns of `task` that hold reported values, by field name, with their PostgreSQL types. */
export const REPORTED_COLUMNS = Object.fromEntries(
  Object.entries(REPORTED_FIELDS).map(([name, { schema }]) => [name, COLUMN_TYPES[schema.type] ?? 'float8']),
) as { readonly [Name in FieldName]: ColumnType<NonNullable<ReportedValues[Name]>> };

export const REPORTED_NAMES = Object.keys(REPORTED_COLUMNS) as FieldName[];

/** Returns assignments for `update ... set` that set every reported column to its value in the row `from`. */
export function setReported(from: string): RawBuilder<unknown> {
  return sql.join(REPORTED_NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${from}.${name}`)}`));
}
