/**
 * Returns how many tasks a node may hold at once after it failed points that other nodes finished.
 *
 * Each such failure halves the allowance and each success raises it by one. The allowance is removed when it reaches
 * the node's own slots. So a node with a broken engine fails few points, and a repaired node recovers step by step. The
 * allowance is at least one task, so that the node can show that it was repaired.
 */
export function allowanceAfter(
  event: 'success' | 'failed_what_others_finish',
  allowance: number | null,
  maxSlots: number,
): number | null {
  if (event === 'success') {
    const raised = allowance === null ? null : allowance + 1;
    return raised !== null && raised >= maxSlots ? null : raised;
  }
  return Math.max(1, Math.floor((allowance ?? maxSlots) / 2));
}

/** Returns the limit in force: the lowest of node slots, quota and allowance. */
export function slotLimit(maxSlots: number, adminMaxSlots: number | null, allowance: number | null): number {
  return Math.min(maxSlots, adminMaxSlots ?? Infinity, allowance ?? Infinity);
}
