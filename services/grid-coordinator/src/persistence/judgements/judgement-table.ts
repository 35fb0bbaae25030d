import type { TaskType, JudgementKind } from '@almagest/contracts/grid';
import type { ColumnType, Generated } from 'kysely';

/** The result of a point before its model was rejected. */
export interface FormerResult {
  readonly successMethod: TaskType | null;
  readonly spectrumDone: boolean;
  readonly error: string | null;
  /** The run to which the result belonged. Missing in rows of earlier versions. */
  readonly run?: number;
}

interface JudgementTable {
  id: Generated<number>;
  workflow_id: ColumnType<number, number, never>;
  point_name: ColumnType<string, string, never>;
  kind: ColumnType<JudgementKind, JudgementKind, never>;
  sha256: ColumnType<string | null, string | null, never>;
  attempts: ColumnType<number, number, never>;
  note: ColumnType<string, string, never>;
  judged_by: ColumnType<string, string, never>;
  judged_at: ColumnType<Date, never, never>;
  former: ColumnType<FormerResult | null, string | null, never>;
}

export interface JudgementTables {
  judgement: JudgementTable;
  model_residual: { workflow_id: number };
  residual_pass: { workflow_id: number };
}
