import { useId, useRef } from 'react';
import { defineMessages, useMessages } from '../messages.ts';
import { perMinute, secondsLeft, type Sample } from '../rate.ts';
import { useFormats } from '../use-formats.ts';
import './progress.css';

const messages = defineMessages({
  of: {
    en: (done: string, total: string) => `${done} of ${total}`,
    zh: (done: string, total: string) => `${done} / ${total}`,
  },
  rate: { en: (number: string) => `${number} a minute`, zh: (number: string) => `每分钟 ${number}` },
  left: { en: (time: string) => `about ${time} left`, zh: (time: string) => `约剩 ${time}` },
});

export interface ProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly isActive: boolean;
}

/** Shows progress, rate and remaining time, assuming a constant rate. */
export function Progress({ label, done, total, isActive }: ProgressProps) {
  const t = useMessages(messages);
  const id = useId();
  const { count, duration } = useFormats();
  const first = useRef<Sample>(undefined);
  const now = { atMs: performance.now(), done };
  if (!isActive || (first.current?.done ?? 0) > done) first.current = undefined;
  if (isActive) first.current ??= now;
  const rate = first.current === undefined ? undefined : perMinute(first.current, now);
  const left = first.current === undefined ? undefined : secondsLeft(first.current, now, total);
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <progress id={id} max={Math.max(1, total)} value={Math.min(done, total)} />
      <span className="muted small">
        {t.of(count(done), count(total))}
        {rate === undefined ? '' : ` · ${t.rate(count(rate < 10 ? rate : Math.round(rate)))}`}
        {left === undefined ? '' : ` · ${t.left(duration(left))}`}
      </span>
    </div>
  );
}
