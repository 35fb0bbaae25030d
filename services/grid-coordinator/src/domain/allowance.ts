/**
 * How many tasks a node may hold at once after it failed points which others finish.
 *
 * Halved by each such failure, raised by one with each success, forgotten when it reaches the node's own slots: a node
 * with a broken engine burns few points, and one that was mended works its way back. Never below one task, or it could
 * not show that it was mended.
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

/** The limit in force: the strictest of the node's own slots, the administrator's quota and the allowance. */
export function slotLimit(maxSlots: number, adminMaxSlots: number | null, allowance: number | null): number {
  return Math.min(maxSlots, adminMaxSlots ?? Infinity, allowance ?? Infinity);
}
