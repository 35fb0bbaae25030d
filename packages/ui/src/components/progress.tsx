import { useId, useRef } from 'react';
import { defineMessages, useMessages } from '../messages.ts';
import { secondsLeft, type Sample } from '../rate.ts';
import { useFormats } from '../use-formats.ts';
import './progress.css';

const messages = defineMessages({
  of: {
    en: (done: string, total: string) => `${done} of ${total}`,
    zh: (done: string, total: string) => `${done} / ${total}`,
  },
  left: { en: (time: string) => `about ${time} left`, zh: (time: string) => `约剩 ${time}` },
});

export interface ProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly isActive: boolean;
}

/** How far a work is, and how long it will take if it goes on like this. */
export function Progress({ label, done, total, isActive }: ProgressProps) {
  const t = useMessages(messages);
  const id = useId();
  const { count, duration } = useFormats();
  const first = useRef<Sample>(undefined);
  const now = { atMs: performance.now(), done };
  if (!isActive || (first.current?.done ?? 0) > done) first.current = undefined;
  if (isActive) first.current ??= now;
  const left = first.current === undefined ? undefined : secondsLeft(first.current, now, total);
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <progress id={id} max={Math.max(1, total)} value={Math.min(done, total)} />
      <span className="muted small">
        {t.of(count(done), count(total))}
        {left === undefined ? '' : ` · ${t.left(duration(left))}`}
      </span>
    </div>
  );
}
