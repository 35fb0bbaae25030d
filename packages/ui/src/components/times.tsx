import { useSyncExternalStore } from 'react';
import { localTime, parseTime, utcTime } from '../format.ts';
import { useFormats } from '../use-formats.ts';

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock updates all ages on the page. The clock stops while no age is shown. */
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

/** Shows the time since or until `time` and keeps it current. The tooltip shows the exact time. */
export function Age({ time }: { readonly time: string }) {
  const ms = parseTime(time);
  const { age } = useFormats();
  // Subscribes to the text instead of the tick, so that only a changed text renders the component.
  const text = useSyncExternalStore(subscribe, () => age(ms));
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${localTime(ms)} · ${utcTime(ms)}`}>
      {text}
    </time>
  );
}

/** Shows a time in the reader's time zone. The tooltip shows it in UTC. */
export function LocalTime({ time }: { readonly time: string }) {
  const ms = parseTime(time);
  return (
    <time dateTime={new Date(ms).toISOString()} title={utcTime(ms)}>
      {localTime(ms)}
    </time>
  );
}
