export function percentOf(share: number): number {
  return Math.round(100 * share);
}
