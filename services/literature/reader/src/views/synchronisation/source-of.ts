import type { SourceChoice } from '@almagest/contracts/literature';

/** The source that a stored query names; what an earlier version may have stored means both. */
export function sourceOf(stored: string): SourceChoice {
  return (['catalog', 'preprint'] as const).find((one) => one === stored) ?? 'all';
}
