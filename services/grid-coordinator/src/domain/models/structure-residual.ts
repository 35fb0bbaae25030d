/** A prediction of a model from others: the weights of their quantities' logarithms. They sum to 1. */
export type Predictor = readonly { readonly logarithms: Float64Array; readonly weight: number }[];

/**
 * Returns the root mean square, over depths, of the relative difference between a model and its prediction, as a
 * difference of natural logarithms: 0.01 is 1 %. Null without comparable values.
 */
export function residualOf(actual: Float64Array, predictor: Predictor): number | null {
  if (predictor.some(({ logarithms }) => logarithms.length !== actual.length)) return null;
  let squares = 0;
  let count = 0;
  for (const [index, value] of actual.entries()) {
    let predicted = 0;
    for (const { logarithms, weight } of predictor) predicted += weight * (logarithms[index] ?? NaN);
    const difference = predicted - value;
    if (!Number.isFinite(difference)) continue;
    squares += difference * difference;
    count += 1;
  }
  return count === 0 ? null : Math.sqrt(squares / count);
}

/** Returns the median, or the lower of the two middle values of an even number. Null for an empty list. */
export function lowerMedian(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
}
