import { sql, type RawBuilder } from 'kysely';

/** What a row holds for a column of each PostgreSQL type. */
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

/** The columns of a table of rows, in their order: the name and the PostgreSQL type of each. */
type RecordColumns = Readonly<Record<string, keyof Values>>;

type RowOf<Columns extends RecordColumns> = {
  readonly [Name in keyof Columns]: Values[Columns[Name]] | null | undefined;
};

/**
 * Rows as a table in a statement, to stand after `from`, `join` or `using`. They are one parameter, however many they
 * are, and the text depends on the columns and the alias alone, so that the statement is prepared once.
 *
 * Undefined, NaN and the infinities become null, as in JSON. Properties that have no column are not read.
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
