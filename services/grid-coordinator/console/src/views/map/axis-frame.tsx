import { plain } from '@almagest/ui/format';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ticksOf, widthOf } from './ticks.ts';

/** An axis of a drawing. The drawing has one cell for each value. */
export interface DrawnAxis {
  readonly name: string;
  readonly values: readonly number[];
}

/** Draws a frame with the names and values of the axes. A nested axis is listed before the axis that contains it. */
export function AxisFrame({
  x,
  y,
  maxWidth = '1fr',
  children,
}: {
  readonly x: readonly DrawnAxis[];
  readonly y: readonly DrawnAxis[];
  /** The maximum width of the drawing. */
  readonly maxWidth?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="map-frame" style={{ gridTemplateColumns: `auto minmax(0, ${maxWidth})` }}>
      <div className="map-frame-y">
        {y.toReversed().map((axis) => (
          <VerticalAxis key={axis.name} {...axis} />
        ))}
      </div>
      {children}
      <div className="map-frame-x">
        {x.map((axis) => (
          <HorizontalAxis key={axis.name} {...axis} />
        ))}
      </div>
    </div>
  );
}

export function HorizontalAxis({ name, values }: DrawnAxis) {
  return (
    <div className="map-column-name" aria-hidden>
      <HorizontalTicks values={values} />
      <span>{name}</span>
    </div>
  );
}

export function VerticalAxis({ name, values }: DrawnAxis) {
  return (
    <div className="map-row-name" aria-hidden>
      <span className="map-vertical">{name}</span>
      <VerticalTicks values={values} />
    </div>
  );
}

/** Labels the cells of a horizontal axis with their values. */
export function HorizontalTicks({ values }: { readonly values: readonly number[] }) {
  const [box, length] = useLength('width');
  const texts = values.map(plain);
  return (
    <div ref={box} className="map-ticks x">
      {ticksOf(texts, length, false).map(({ cell, at }) => (
        <span key={cell} style={{ left: at }}>
          {texts[cell]}
        </span>
      ))}
    </div>
  );
}

function VerticalTicks({ values }: { readonly values: readonly number[] }) {
  const [box, length] = useLength('height');
  const texts = values.map(plain);
  return (
    <div ref={box} className="map-ticks y" style={{ width: widthOf(texts) }}>
      {ticksOf(texts, length, true).map(({ cell, at }) => (
        <span key={cell} style={{ bottom: at }}>
          {texts[cell]}
        </span>
      ))}
    </div>
  );
}

/** Returns a reference for an element, and its width or height. */
function useLength(side: 'width' | 'height') {
  const box = useRef<HTMLDivElement>(null);
  const [length, setLength] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setLength(side === 'width' ? element.clientWidth : element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [side]);
  return [box, length] as const;
}
