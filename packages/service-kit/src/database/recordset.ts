import { sql, type RawBuilder } from 'kysely';

/** The JavaScript type of each PostgreSQL type. */
interface Values {
  readonly bool: boolean;
  readonly float4: number;
  readonly float8: number;
  readonly int2: number;
  readonly int4: number;
  /** Exact up to 2^53. */
  readonly int8: number;
  readonly jsonb: unknown;
  readonly text: string;
  readonly uuid: string;
}

/** The columns of a recordset in order, with their PostgreSQL types. */
type RecordColumns = Readonly<Record<string, keyof Values>>;

type RowOf<Columns extends RecordColumns> = {
  readonly [Name in keyof Columns]: Values[Columns[Name]] | null | undefined;
};

/**
 * Returns rows as a table in a statement, for use after `from`, `join` or `using`.
 *
 * All rows are one parameter, and the SQL text depends only on the columns and the alias, so the statement is prepared
 * once. Undefined, NaN and infinities become null, as in JSON. Properties without a column are ignored.
 */
export function recordset<const Columns extends RecordColumns>(
  rows: readonly RowOf<NoInfer<Columns>>[],
  columns: Columns,
  alias: string,
): RawBuilder<unknown> {
  const list = Object.entries(columns).map(([name, type]) => `${quote(name)} ${type}`);
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.raw(`${quote(alias)}(${list.join(', ')})`)}`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
