import type { SourceChoice } from '@almagest/contracts/literature';

/** Returns the source of a stored query. Other values, from earlier versions, mean both sources. */
export function sourceOf(stored: string): SourceChoice {
  return (['catalog', 'preprint'] as const).find((one) => one === stored) ?? 'all';
}
