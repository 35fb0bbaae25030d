import type { AdminNode } from '@almagest/contracts/grid';

/** Returns how many tasks a node may hold at once, limited by its slots, its quota and its failures. */
export function allowedSlots({
  max_slots: slots,
  admin_max_slots: quota,
  allowance,
}: Pick<AdminNode, 'max_slots' | 'admin_max_slots' | 'allowance'>): number {
  return Math.min(slots, quota ?? slots, allowance ?? slots);
}
