import type { QuantityDifference } from '@almagest/contracts/grid';

/** A file of a point, its model or a spectrum, as the database knows it. */
export interface StructureFile {
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
}

/** A prediction of a file from others: places in the list of files, with their weights. */
interface Prediction {
  /** The place of the file that is predicted. */
  readonly of: number;
  readonly from: readonly { readonly file: number; readonly weight: number }[];
}

/** Two files of one point whose quantities are compared. */
export interface DifferenceRequest {
  readonly content: 'model_difference' | 'spectrum_difference';
  readonly files: readonly [StructureFile, StructureFile];
}

/** What the thread of structure-reader.ts is asked to average and predict. Each file is read once. */
export interface StructureRequest {
  readonly content: 'model' | 'spectrum';
  readonly files: readonly StructureFile[];
  /** The files that are averaged, with their weights; the others are only compared. */
  readonly blend: readonly { readonly file: number; readonly weight: number }[];
  readonly predictions: readonly Prediction[];
}

/** The depths of a model, from the surface inward. */
export interface DepthProfile {
  /** g/cm^2. */
  readonly column_mass: number[];
  /** K. */
  readonly temperature: number[];
}

export interface StructureResult {
  readonly kind: 'structure';
  /** The file of the mean; null if nothing was to be averaged. */
  readonly text: string | null;
  /** Null in an unknown layout. */
  readonly profile: DepthProfile | null;
  readonly quantity: 'temperature' | 'all_positive';
  /** One for each prediction: the relative difference; null where nothing can be compared. */
  readonly residuals: readonly (number | null)[];
}

export interface SpectrumResult {
  readonly kind: 'spectrum';
  /** The text of the mean. */
  readonly text: string;
  /** Whether spectra with different wavelengths were averaged. */
  readonly resampled: boolean;
  /** As those of structures. */
  readonly residuals: readonly (number | null)[];
}

export interface DifferenceResult {
  readonly kind: 'difference';
  readonly quantities: readonly QuantityDifference[];
}

export type StructureAnswer =
  | StructureResult
  | SpectrumResult
  | DifferenceResult
  /** The files say why they give no result; `damaged`: one is missing or not what was stored. */
  | { readonly kind: 'unreadable' | 'damaged'; readonly reason: string };
