import { useLayoutEffect, useRef, useState } from 'react';
import { defineMessages, useMessages } from '../messages.ts';
import './column-edge.css';

const messages = defineMessages({
  widthOf: { en: (column: string) => `Width of ${column}`, zh: (column: string) => `${column}列宽` },
});

const STEP_PX = 12;

export interface ColumnEdgeProps {
  readonly title: string;
  /** The width that the user has chosen, in CSS pixels. */
  readonly width: number | undefined;
  /** `end`: the edge after the column. */
  readonly side?: 'start' | 'end';
  /** Called with undefined on a double click, which resets the width. */
  readonly onResize: (width: number | undefined) => void;
}

/** An edge of a column, rendered inside the column's heading. The pointer and the arrow keys move the edge. */
export function ColumnEdge({ title, width, side = 'start', onResize }: ColumnEdgeProps) {
  const t = useMessages(messages);
  const edge = useRef<HTMLSpanElement>(null);
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const [measured, setMeasured] = useState(0);
  const measure = () => Math.round(edge.current?.parentElement?.getBoundingClientRect().width ?? 0);
  useLayoutEffect(() => setMeasured(measure()), [width]);
  // If the edge is before its column, moving the edge to the left makes the column wider.
  const direction = side === 'start' ? -1 : 1;
  return (
    <span
      ref={edge}
      className={`column-edge ${side}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={t.widthOf(title)}
      aria-valuenow={measured}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: measure() };
      }}
      onPointerMove={({ clientX }) => {
        const { current: from } = start;
        if (from !== undefined && clientX !== from.x) onResize(from.width + direction * (clientX - from.x));
      }}
      onPointerUp={() => (start.current = undefined)}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        onResize(measure() + direction * step);
      }}
    />
  );
}
