/** How many tasks may run here at once: the administrator's quota only ever lowers what the node was started with. */
export function effectiveSlots(configured: number, quota: number | null): number {
  return quota === null ? configured : Math.min(configured, Math.max(quota, 0));
}
