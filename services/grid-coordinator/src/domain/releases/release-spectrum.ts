import type { GridPointParams } from '@almagest/contracts/grid';

/** A spectrum of a release, with the positions of its files in the archive. */
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
