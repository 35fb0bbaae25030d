import type { FleetHistory, FleetSample } from '@almagest/contracts/grid';

const SECOND_MS = 1_000;
const HOUR_SEC = 3_600;
/** The server samples nodes this often. An interval has one or more samples. */
const SAMPLE_SEC = 300;

/** A history as columns for charts. Intervals without heartbeats are null. */
export interface FleetColumns {
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly of: (value: keyof Omit<FleetSample, 'at'>) => readonly (number | null)[];
}

/** Returns a sample for each interval of the period. The last interval has no sum until it has ended. */
export function columnsOf({ samples, interval_sec: every, now, hours }: FleetHistory): FleetColumns {
  const byTime = new Map(samples.map((sample) => [Date.parse(sample.at) / SECOND_MS, sample]));
  const end = Date.parse(now) / SECOND_MS;
  const first = Math.min(...byTime.keys());
  const last = Math.max(...byTime.keys());
  // The charts cover the whole period, so that the samples of a new fleet are not stretched over the whole width.
  const before = Math.max(0, Math.floor((first - end + hours * HOUR_SEC) / every));
  const after = Math.max(0, Math.floor((end - last) / every));
  const count = byTime.size === 0 ? 0 : before + Math.round((last - first) / every) + 1 + after;
  const times = Array.from({ length: count }, (_, index) => first + (index - before) * every);
  const lastWhole = end - every + SAMPLE_SEC;
  return {
    times,
    of: (value) => {
      const isSum = value === 'completed' || value === 'failed';
      return times.map((time) => (isSum && time > lastWhole ? null : (byTime.get(time)?.[value] ?? null)));
    },
  };
}
