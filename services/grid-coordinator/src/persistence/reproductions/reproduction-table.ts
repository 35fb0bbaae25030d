import type { ComparedAttempt, Difference, ReproductionStatus } from '@almagest/contracts/grid';
import type { ColumnType, Generated } from 'kysely';

/** The part of an attempt's spectrum that is compared. */
export interface ComparedSpectrum {
  readonly path: string;
  readonly product: string | null;
  readonly sha256: string;
  /** The attempt that left it. Missing in rows of earlier versions, and for the spectra of a reproduction. */
  readonly task_id?: string;
}

type WrittenOnce<T> = ColumnType<T, T, never>;

/** A reproduction of a point. */
export interface ReproductionTable {
  id: Generated<number>;
  workflow_id: WrittenOnce<number>;
  point_name: WrittenOnce<string>;
  sha256: WrittenOnce<string>;
  original_task: WrittenOnce<string>;
  original_node: WrittenOnce<string>;
  spectra: ColumnType<ComparedSpectrum[], string, never>;
  status: ColumnType<ReproductionStatus, ReproductionStatus | undefined, ReproductionStatus>;
  note: WrittenOnce<string | null>;
  requested_by: WrittenOnce<string>;
  requested_at: ColumnType<Date, never, never>;
  ended_at: ColumnType<Date | null, never, Date | null>;
  task_id: ColumnType<string | null, never, string | null>;
  losses: ColumnType<number, never, number>;
  model_sha256: ColumnType<string | null, never, string | null>;
  found_spectra: ColumnType<ComparedSpectrum[] | null, never, string | null>;
  reproduced: ColumnType<ComparedAttempt | null, never, string | null>;
  difference: ColumnType<Difference | null, never, string | null>;
  error: ColumnType<string | null, never, string | null>;
}
