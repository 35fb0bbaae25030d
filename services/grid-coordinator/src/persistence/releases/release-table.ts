import type { GridPointParams, ReleaseContent, ReleaseMetadata, ReleaseStatus } from '@almagest/contracts/grid';
import type { ColumnType, Generated } from 'kysely';

interface ReleaseTable {
  id: Generated<number>;
  slug: string;
  version: string;
  workflow_id: number;
  workflow_name: string;
  metadata: ColumnType<ReleaseMetadata, string, never>;
  status: Generated<ReleaseStatus>;
  created_at: ColumnType<Date, never, never>;
  /** When a worker last worked on it. */
  touched_at: ColumnType<Date, never, Date>;
  published_at: ColumnType<Date | null, never, Date>;
  withdrawn_at: ColumnType<Date | null, never, Date>;
  note: ColumnType<string | null, never, string | null>;
  content: ColumnType<ReleaseContent | null, never, string>;
}

/** A spectrum of a release, with the places of its files in the archive. */
export interface ReleaseSpectrum extends GridPointParams {
  readonly number: number;
  readonly point_name: string;
  readonly product: string | null;
  /** SHA-256 of the text. */
  readonly sha256: string;
  readonly text_at: number;
  readonly text_bytes: number;
  readonly fits_at: number;
  readonly fits_bytes: number;
  readonly samples: number;
  /** In the unit of the release's wavelengths. */
  readonly wave_min: number;
  readonly wave_max: number;
}

export interface ReleaseTables {
  release: ReleaseTable;
  release_spectrum: { -readonly [K in keyof ReleaseSpectrum]: ReleaseSpectrum[K] } & { release_id: number };
}
