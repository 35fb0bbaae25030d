/** The interval in which each node gets one sample. */
export const SAMPLE_SEC = 300;

/** The approximate maximum number of samples in a history. A chart cannot show more. */
export const MOST_SAMPLES = 336;

/** Returns the interval of a history in seconds: the shortest multiple of the samples' interval that fits. */
export function historyIntervalSec(hours: number): number {
  return SAMPLE_SEC * Math.ceil((hours * 3_600) / MOST_SAMPLES / SAMPLE_SEC);
}
