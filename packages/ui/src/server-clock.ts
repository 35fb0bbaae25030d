/** Smaller differences need no correction. The Date header has a resolution of one second. */
const TOLERATED_MS = 5_000;

let offsetMs = 0;

/** Returns the server's time in milliseconds since 1970. Ages use it because displayed times come from the server. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Reads the server's time from the Date header of a response. */
export function noteServerDate(date: string | null): void {
  const ms = Date.parse(date ?? '');
  if (Number.isNaN(ms)) return;
  const difference = ms - Date.now();
  offsetMs = Math.abs(difference) < TOLERATED_MS ? 0 : difference;
}
