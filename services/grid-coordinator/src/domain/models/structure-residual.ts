/**
 * A prediction of a model from other models: the weights of the logarithms of their quantities. The weights sum to 1.
 */
export type Predictor = readonly { readonly logarithms: Float64Array; readonly weight: number }[];

/**
 * Returns the root mean square, over all depths, of the relative difference between a model and its prediction. The
 * difference is a difference of natural logarithms: 0.01 is 1 %. Returns null without comparable values.
 */
export function residualOf(actual: Float64Array, predictor: Predictor): number | null {
  return residualsIn(actual, predictor, [{ start: 0, end: actual.length }])[0]?.rms ?? null;
}

/** A range of values, such as the rows of a spectrum in a window of wavelength. `end` is exclusive. */
export interface ValueRange {
  readonly start: number;
  readonly end: number;
}

/** The relative differences in a range: the root mean square and the largest difference. */
export interface RangeResidual {
  readonly rms: number;
  readonly largest: number;
}

/** Returns the residual in each range, or null without comparable values there. */
export function residualsIn(
  actual: Float64Array,
  predictor: Predictor,
  ranges: readonly ValueRange[],
): (RangeResidual | null)[] {
  if (predictor.some(({ logarithms }) => logarithms.length !== actual.length)) return ranges.map(() => null);
  return ranges.map(({ start, end }) => {
    let [squares, count, largest] = [0, 0, 0];
    for (let index = start; index < end; index += 1) {
      let difference = -(actual[index] ?? NaN);
      for (const { logarithms, weight } of predictor) difference += weight * (logarithms[index] ?? NaN);
      if (!Number.isFinite(difference)) continue;
      squares += difference * difference;
      count += 1;
      largest = Math.max(largest, Math.abs(difference));
    }
    return count === 0 ? null : { rms: Math.sqrt(squares / count), largest };
  });
}

/** Returns the median, or the lower of the two middle values of an even number. Null for an empty list. */
export function lowerMedian(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
}
