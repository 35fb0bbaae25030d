export function logSum(logarithms: readonly number[]): number {
  // Relative to the largest number, because a power of ten can be infinite or 0.
  const largest = Math.max(...logarithms);
  return largest + Math.log10(logarithms.reduce((sum, value) => sum + 10 ** (value - largest), 0));
}
