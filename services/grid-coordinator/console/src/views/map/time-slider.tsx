import { Button } from '@almagest/ui/components/button';
import { Panel } from '@almagest/ui/components/panel';
import { utcTime } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useEffect, useId, useState } from 'react';
import { useMapState } from './map-state.ts';
import { mapMessages } from './messages.ts';

/** Number of steps of a replay, and the minimum duration of each step. */
const STEPS = 100;
const STEP_MS = 150;

/** Replays the points in the order in which their last attempts ended. */
export function TimeSlider({
  isOpen,
  onOpen,
}: {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const t = useMessages(mapMessages);
  const { go, counts } = useMapState();
  return (
    <Panel
      title={t.time}
      actions={
        <Button
          aria-pressed={isOpen}
          onClick={() => {
            onOpen(!isOpen);
            if (isOpen) go({ until: undefined }, true);
          }}
        >
          {t.showTime}
        </Button>
      }
    >
      {isOpen && counts.times !== undefined ? <Slider {...counts.times} /> : null}
    </Panel>
  );
}

function Slider({ from, to }: { readonly from: number; readonly to: number }) {
  const t = useMessages(mapMessages);
  const id = useId();
  const { view, counts, go } = useMapState();
  const [isPlaying, setIsPlaying] = useState(false);
  const step = Math.max(1, Math.round((to - from) / STEPS));
  const until = view.until ?? to;
  // A replay changes the address a hundred times. Going back once must leave the replay.
  const set = (time: number) => go({ until: time >= to ? undefined : `${Math.round(time)}` }, true);
  useEffect(() => {
    if (!isPlaying) return undefined;
    // The next step waits until this step is counted.
    const timer = setTimeout(() => {
      set(until + step);
      if (until + step >= to) setIsPlaying(false);
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, counts]);
  return (
    <div className="panel-body stack">
      <p className="muted small">{t.timeHint}</p>
      <div className="row">
        <Button
          onClick={() => {
            if (!isPlaying && until >= to) set(from);
            setIsPlaying(!isPlaying);
          }}
        >
          {isPlaying ? t.pause : t.play}
        </Button>
        <label htmlFor={id}>{t.upTo}</label>
        <input
          id={id}
          className="map-time"
          type="range"
          min={from}
          max={to}
          step={step}
          value={until}
          aria-valuetext={view.until === undefined ? t.now : utcTime(until * 1_000)}
          onChange={(event) => {
            setIsPlaying(false);
            set(Number(event.target.value));
          }}
        />
        <output htmlFor={id}>{view.until === undefined ? t.now : utcTime(until * 1_000)}</output>
      </div>
    </div>
  );
}
