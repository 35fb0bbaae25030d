import type { Progress } from '@almagest/contracts/grid';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

/** Over less than six minutes, a single task would change the rate too much. */
const LEAST_HOURS = 0.1;

export const rateMessages = defineMessages({
  rate: { en: 'Rate', zh: '速率' },
  perHour: { en: (rate: number) => `${count(rate)} / h`, zh: (rate: number) => `${count(rate)} / 小时` },
});

/** Returns the rate of finished points and the period (hours) over which it was measured. */
export function rateOf(
  progress: Pick<Progress, 'done_rate_per_hour' | 'rate_span_hours'> | undefined,
): { readonly perHour: number; readonly spanHours: number } | undefined {
  const { done_rate_per_hour: perHour = null, rate_span_hours: spanHours = null } = progress ?? {};
  return perHour === null || spanHours === null || spanHours < LEAST_HOURS ? undefined : { perHour, spanHours };
}
