/** Each node has one sample in this time. */
export const SAMPLE_SEC = 300;

/** A history has at most about this many samples, as many as a chart can show. */
export const MOST_SAMPLES = 336;

/** Returns the interval of a history in seconds: the shortest multiple of the samples' interval that fits. */
export function historyIntervalSec(hours: number): number {
  return SAMPLE_SEC * Math.ceil((hours * 3_600) / MOST_SAMPLES / SAMPLE_SEC);
}
