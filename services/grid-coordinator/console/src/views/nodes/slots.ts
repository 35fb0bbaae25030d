import type { AdminNode } from '@almagest/contracts/grid';

/** The most tasks that a node may hold at once: its slots, less what an administrator or its failures take off. */
export function allowedSlots({
  max_slots: slots,
  admin_max_slots: quota,
  allowance,
}: Pick<AdminNode, 'max_slots' | 'admin_max_slots' | 'allowance'>): number {
  return Math.min(slots, quota ?? slots, allowance ?? slots);
}
