import type { ResidualPart, ResidualQuantity } from '@almagest/contracts/grid';
import { continuumOf } from './continuum.ts';
import { windowRanges } from './spectrum-windows.ts';
import { residualsIn, type Predictor, type ValueRange } from './structure-residual.ts';
import { depthLayout, type StructureText } from './structure-text.ts';

/**
 * The names of a depth's parameters, in the order of the file. All further parameters are populations, which have no
 * names.
 */
const NAMED = ['temperature', 'electron_density', 'mass_density'] as const;

/** A column of a model, with the range of its values in the list of logarithms. */
interface StructureColumn extends ValueRange {
  readonly quantity: ResidualQuantity;
  readonly column: number | null;
}

/** The natural logarithms of a model's values, column by column. */
export interface ColumnLogarithms {
  readonly columns: readonly StructureColumn[];
  readonly logarithms: Float64Array;
}

/** Returns the logarithms of each column, or of all positive reals in an unknown layout. */
export function columnLogarithms(structure: StructureText): ColumnLogarithms {
  const { values, integers } = structure;
  const layout = depthLayout(structure);
  if (layout === null) {
    const logarithms = values.map((value, index) => (integers[index] === 0 ? logarithmOf(value) : NaN));
    return { columns: [{ quantity: 'all_positive', column: null, start: 0, end: values.length }], logarithms };
  }
  const { first, step, depths } = layout;
  const logarithms = new Float64Array(depths * (1 + step));
  for (let depth = 0; depth < depths; depth += 1) {
    logarithms[depth] = logarithmOf(values[2 + depth]);
    for (let parameter = 0; parameter < step; parameter += 1)
      logarithms[(1 + parameter) * depths + depth] = logarithmOf(values[first + depth * step + parameter]);
  }
  const columns = Array.from({ length: 1 + step }, (_, index): StructureColumn => {
    const named = index === 0 ? 'column_mass' : NAMED[index - 1];
    const range = { start: index * depths, end: (index + 1) * depths };
    return named === undefined
      ? { quantity: 'populations', column: index - NAMED.length, ...range }
      : { quantity: named, column: null, ...range };
  });
  return { columns, logarithms };
}

function logarithmOf(value = NaN): number {
  return value > 0 ? Math.log(value) : NaN;
}

export type PlacedResidual = ResidualPart & {
  /** The number of the column or window among all places of the quantity. */
  readonly place: number;
  /** The certainty of the prediction (`certaintyOf`). */
  readonly certainty: number;
};

/**
 * Returns the certainty of a prediction, relative to a prediction from both sides: at most 1. If all models scatter
 * alike, the difference between a model and its prediction scatters by the root of 1 plus the squared weights.
 */
export function certaintyOf(predictor: readonly { readonly weight: number }[]): number {
  return Math.min(1, Math.sqrt(1.5 / predictor.reduce((sum, { weight }) => sum + weight * weight, 1)));
}

/** Returns the residual of each column of a model. Empty if the layouts differ. */
export function structureResiduals(
  actual: ColumnLogarithms,
  predictor: readonly { readonly of: ColumnLogarithms; readonly weight: number }[],
): PlacedResidual[] {
  const depthsOf = ({ columns }: ColumnLogarithms) => columns[0]?.end;
  if (predictor.some(({ of }) => depthsOf(of) !== depthsOf(actual))) return [];
  const residuals = residualsIn(
    actual.logarithms,
    predictor.map(({ of, weight }) => ({ logarithms: of.logarithms, weight })),
    actual.columns,
  );
  const certainty = certaintyOf(predictor);
  return actual.columns.flatMap(({ quantity, column }, index) => {
    const found = residuals[index];
    return found === null || found === undefined
      ? []
      : [{ ...NOWHERE, quantity, column, place: column ?? 0, certainty, residual: found.rms }];
  });
}

const NOWHERE = { product: null, column: null, from: null, to: null };

/** A row belongs to a line if its logarithm differs from the continuum by more than this. */
const LINE_DEPTH = 0.01;

/**
 * Returns the residuals of a spectrum's continuum and of its lines, for each window of wavelength. The residual of the
 * lines covers the rows in which the spectrum or its prediction has a line. It is 0 if no row has a line. In these
 * rows, each flux is divided by the continuum of its spectrum. `actual` and the predictor contain logarithms of fluxes,
 * with NaN for missing fluxes.
 */
export function spectrumResiduals(
  wavelengths: Float64Array,
  actual: Float64Array,
  predictor: Predictor,
  product: string | null,
): PlacedResidual[] {
  const predicted = actual.map((_, row) =>
    predictor.reduce((sum, { logarithms, weight }) => sum + weight * (logarithms[row] ?? NaN), 0),
  );
  const [level, otherLevel] = [continuumOf(wavelengths, actual), continuumOf(wavelengths, predicted)];
  const certainty = certaintyOf(predictor);
  const above = actual.map((flux, row) => flux - (level[row] ?? NaN));
  const otherAbove = predicted.map((flux, row) => flux - (otherLevel[row] ?? NaN));
  return windowRanges(wavelengths.length).flatMap(({ start, end }, window) => {
    const [lines, continuum] = [new RootMeanSquare(), new RootMeanSquare()];
    for (let row = start; row < end; row += 1) {
      const [line, otherLine] = [above[row] ?? NaN, otherAbove[row] ?? NaN];
      if (!Number.isFinite(line - otherLine)) continue;
      continuum.add((level[row] ?? NaN) - (otherLevel[row] ?? NaN));
      if (Math.max(Math.abs(line), Math.abs(otherLine)) > LINE_DEPTH) lines.add(line - otherLine);
    }
    if (continuum.value === null) return [];
    const [from, to] = [wavelengths[start] ?? NaN, wavelengths[end - 1] ?? NaN];
    const here = { product, column: null, from, to, place: window, certainty };
    return [
      { ...here, quantity: 'lines', residual: lines.value ?? 0 } as const,
      { ...here, quantity: 'continuum', residual: continuum.value } as const,
    ];
  });
}

class RootMeanSquare {
  #squares = 0;
  #count = 0;

  add(value: number): void {
    this.#squares += value * value;
    this.#count += 1;
  }

  get value(): number | null {
    return this.#count === 0 ? null : Math.sqrt(this.#squares / this.#count);
  }
}

/**
 * Returns the residual at each place, given the residuals of every prediction. Uses the smallest residual, because an
 * outlier agrees with none of its predictions. Uses the certainty of the most certain prediction.
 */
export function bestParts(predictions: readonly (readonly PlacedResidual[])[]): PlacedResidual[] {
  const best = new Map<string, PlacedResidual>();
  for (const part of predictions.flat()) {
    const key = JSON.stringify([part.quantity, part.product, part.place]);
    const before = best.get(key);
    const certainty = Math.max(part.certainty, before?.certainty ?? 0);
    best.set(key, { ...(before === undefined || part.residual < before.residual ? part : before), certainty });
  }
  return [...best.values()];
}
