/** A clock that differs by less needs no correction; the Date header counts whole seconds. */
const TOLERATED_MS = 5_000;

let offsetMs = 0;

/** The server's time in milliseconds since 1970. Ages are computed with it, because the times that are shown are the server's. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Takes the server's time from the Date header of an answer. */
export function noteServerDate(date: string | null): void {
  const ms = Date.parse(date ?? '');
  if (Number.isNaN(ms)) return;
  const difference = ms - Date.now();
  offsetMs = Math.abs(difference) < TOLERATED_MS ? 0 : difference;
}
