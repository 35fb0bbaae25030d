import type { FleetHistory, FleetSample } from '@almagest/contracts/grid';

const SECOND_MS = 1_000;
/** The server samples nodes this often. An interval has one or more samples. */
const SAMPLE_SEC = 300;

/** A history as columns for charts. Intervals without heartbeats are null. */
export interface FleetColumns {
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly of: (value: keyof Omit<FleetSample, 'at'>) => readonly (number | null)[];
}

/** Returns a sample for each interval from the first to the last one. The last one has no sum until it has ended. */
export function columnsOf({ samples, interval_sec: every, now }: Omit<FleetHistory, 'hours'>): FleetColumns {
  const byTime = new Map(samples.map((sample) => [Date.parse(sample.at) / SECOND_MS, sample]));
  const first = Math.min(...byTime.keys());
  const count = byTime.size === 0 ? 0 : Math.round((Math.max(...byTime.keys()) - first) / every) + 1;
  const times = Array.from({ length: count }, (_, index) => first + index * every);
  const lastWhole = Date.parse(now) / SECOND_MS - every + SAMPLE_SEC;
  return {
    times,
    of: (value) => {
      const isSum = value === 'completed' || value === 'failed';
      return times.map((time) => (isSum && time > lastWhole ? null : (byTime.get(time)?.[value] ?? null)));
    },
  };
}
