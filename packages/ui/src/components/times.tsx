import { useSyncExternalStore } from 'react';
import { localTime, parseTime, utcTime } from '../format.ts';
import { useFormats } from '../use-formats.ts';

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all ages of the page; it stands still while none is shown. */
function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, TICK_MS);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** How long ago a time was, or in which time it will be, kept current; the exact time is its title. */
export function Age({ time }: { readonly time: string }) {
  const ms = parseTime(time);
  const { age } = useFormats();
  // The text, not the tick, is what a change of renders the component anew.
  const text = useSyncExternalStore(subscribe, () => age(ms));
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${localTime(ms)} · ${utcTime(ms)}`}>
      {text}
    </time>
  );
}

/** A time on the reader's clock; the time in UTC is its title. */
export function LocalTime({ time }: { readonly time: string }) {
  const ms = parseTime(time);
  return (
    <time dateTime={new Date(ms).toISOString()} title={utcTime(ms)}>
      {localTime(ms)}
    </time>
  );
}
