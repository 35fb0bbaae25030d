import type { ReleaseContent, ReleaseMetadata, ReleaseStatus } from '@almagest/contracts/grid';
import type { ColumnType, Generated } from 'kysely';
import type { ReleaseSpectrum } from '../../domain/releases/release-spectrum.ts';

interface ReleaseTable {
  id: Generated<number>;
  slug: string;
  version: string;
  workflow_id: number;
  workflow_name: string;
  metadata: ColumnType<ReleaseMetadata, string, never>;
  status: Generated<ReleaseStatus>;
  created_at: ColumnType<Date, never, never>;
  /** When a worker last worked on the release. */
  touched_at: ColumnType<Date, never, Date>;
  published_at: ColumnType<Date | null, never, Date>;
  withdrawn_at: ColumnType<Date | null, never, Date>;
  note: ColumnType<string | null, never, string | null>;
  content: ColumnType<ReleaseContent | null, never, string>;
}

export interface ReleaseTables {
  release: ReleaseTable;
  release_spectrum: { -readonly [K in keyof ReleaseSpectrum]: ReleaseSpectrum[K] } & { release_id: number };
}
