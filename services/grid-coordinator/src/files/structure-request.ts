import type { QuantityDifference } from '@almagest/contracts/grid';
import type { PlacedResidual } from '../domain/models/part-residuals.ts';
import type { SpectrumWindow } from '../domain/models/spectrum-windows.ts';
import type { RangeResidual } from '../domain/models/structure-residual.ts';

/** A model or spectrum file of a point, as recorded in the database. */
export interface StructureFile {
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
  /** The position of the spectrum within the file. If undefined, the spectrum is the whole file. */
  readonly part?: { readonly at: number; readonly bytes: number };
}

/** A prediction of a file from other files, which are given by index and weight. */
interface Prediction {
  /** The index of the predicted file. */
  readonly of: number;
  readonly from: readonly { readonly file: number; readonly weight: number }[];
}

/** Two files of one point to compare. */
interface DifferenceRequest {
  readonly content: 'model_difference' | 'spectrum_difference';
  readonly files: readonly [StructureFile, StructureFile];
}

export interface ResidualRequest {
  readonly content: 'model_residuals' | 'spectrum_residuals';
  readonly files: readonly StructureFile[];
  readonly predictions: readonly Prediction[];
  /** The product of the spectra, for the answer. */
  readonly product: string | null;
}

export type ReaderRequest = StructureRequest | DifferenceRequest | ResidualRequest;

/** A request to structure-reader.ts to average and predict. Each file is read once. */
export interface StructureRequest {
  readonly content: 'model' | 'spectrum';
  readonly files: readonly StructureFile[];
  /** The files to average, with their weights. The other files are only compared. */
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
  /** The text of the mean. Null if the request averages no files. */
  readonly text: string | null;
  /** Null if the layout of the model is unknown. */
  readonly profile: DepthProfile | null;
  readonly quantity: 'temperature' | 'all_positive';
  /** The relative difference for each prediction. Null without comparable values. */
  readonly residuals: readonly (number | null)[];
}

export interface SpectrumResult {
  readonly kind: 'spectrum';
  /** The text of the mean. */
  readonly text: string;
  /** Whether spectra with different wavelengths were averaged. */
  readonly resampled: boolean;
  readonly windows: readonly SpectrumWindow[];
  /** For each prediction, the residual in each window. */
  readonly windowResiduals: readonly (readonly (RangeResidual | null)[])[];
  /** The relative difference for each prediction. Null without comparable values. */
  readonly residuals: readonly (number | null)[];
}

interface DifferenceResult {
  readonly kind: 'difference';
  readonly quantities: readonly QuantityDifference[];
}

export interface ResidualResult {
  readonly kind: 'residuals';
  /** For each prediction, the residual of every part that could be compared. */
  readonly predictions: readonly (readonly PlacedResidual[])[];
}

export type ReaderResult = StructureResult | SpectrumResult | DifferenceResult | ResidualResult;

export type StructureAnswer =
  | ReaderResult
  /** The files give no result. `damaged`: a file is missing or does not match its SHA-256. */
  | { readonly kind: 'unreadable' | 'damaged'; readonly reason: string };
