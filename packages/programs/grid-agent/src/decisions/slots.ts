/** Returns how many tasks may run at once. The administrator's quota can only lower the configured number. */
export function effectiveSlots(configured: number, quota: number | null): number {
  return quota === null ? configured : Math.min(configured, Math.max(quota, 0));
}
