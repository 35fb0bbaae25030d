import { plain } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useCallback, useMemo, useRef, type PointerEvent } from 'react';
import { AXIS_NAMES } from '../../axis-names.ts';
import { rangeText } from './address.ts';
import { isWhole, withRange, type Range } from './box.ts';
import { useMapState } from './map-state.ts';
import { mapMessages } from './messages.ts';
import { HorizontalTicks } from './axis-frame.tsx';
import { drawMarks } from './marks.ts';
import { highestBar, paintBars, type Pixels } from './paint.ts';
import { PixelCanvas } from './pixel-canvas.tsx';
import { AXES } from './shape.ts';
import { useMarks, useShownExtra } from './use-extra.ts';

/**
 * Shows the points along one axis, within the ranges of the other axes. The user drags a range or chooses its ends from
 * lists.
 */
export function AxisHistogram({ axis }: { readonly axis: number }) {
  const t = useMessages(mapMessages);
  const { grid, view, counts, inks, shape } = useMapState();
  const name = AXES[axis] ?? 'teff';
  const values = grid.axes[name];
  const range = view.box[axis] ?? { from: 0, to: 0 };
  const choose = useChoice(axis);
  const paint = useCallback(
    (pixels: Pixels) => {
      const along = counts.along[axis] ?? new Int32Array();
      paintBars(pixels, { counts: along, categoryCount: counts.legend.length }, inks, range);
    },
    [counts, inks, axis, range],
  );
  const highest = highestBar(counts.along[axis] ?? new Int32Array(), counts.legend.length);
  const draw = useBesideMarks(axis, values.length);
  return (
    <div className="map-axis" role="group" aria-label={AXIS_NAMES[name]}>
      <div className="row spread map-axis-head">
        <span>
          <strong>{AXIS_NAMES[name]}</strong>{' '}
          <span className="muted small">{values.length === 1 ? null : t.most(highest)}</span>
        </span>
        {values.length === 1 ? (
          <span className="muted small">{t.oneValue(plain(values[0] ?? 0))}</span>
        ) : (
          <span className="row map-range">
            <RankSelect
              label={t.from(AXIS_NAMES[name])}
              {...{ values, rank: range.from, limit: range.low }}
              onChange={choose.from}
            />
            <span aria-hidden="true">–</span>
            <RankSelect
              label={t.to(AXIS_NAMES[name])}
              {...{ values, rank: range.to, limit: range.high }}
              onChange={choose.to}
            />
          </span>
        )}
      </div>
      {values.length === 1 ? null : (
        <>
          <Brush axis={axis} size={values.length}>
            <PixelCanvas
              className={isWhole(view.box, shape, axis) ? 'map-bars' : 'map-bars brushed'}
              {...{ paint, draw }}
            />
          </Brush>
          <HorizontalTicks values={values} />
        </>
      )}
    </div>
  );
}

/** Returns marks for extra points at the foot of the bars. Like the bars, they ignore the axis's own range. */
function useBesideMarks(axis: number, columns: number) {
  const open = useMemo(() => [axis], [axis]);
  const placeOf = useCallback((ranks: readonly number[]) => [(ranks[axis] ?? 0) + 0.5, 0.1] as const, [axis]);
  const marks = useMarks(useShownExtra(open), placeOf);
  return useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number) =>
      drawMarks(context, marks, { columns, rows: 1, width, height }),
    [marks, columns],
  );
}

const LIMIT = 'limit';

/**
 * Selects a value of the axis. `limit` is a limit from the address that is not a value of the axis. This limit stays
 * until the user selects another limit.
 */
function RankSelect({
  label,
  values,
  rank,
  limit,
  onChange,
}: {
  readonly label: string;
  readonly values: readonly number[];
  readonly rank: number;
  readonly limit: number | undefined;
  readonly onChange: (rank: number) => void;
}) {
  const isLimit = limit !== undefined && Number.isFinite(limit) && limit !== values[rank];
  return (
    <select
      className="input map-rank"
      aria-label={label}
      value={isLimit ? LIMIT : rank}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {isLimit ? <option value={LIMIT}>{plain(limit)}</option> : null}
      {values.map((value, index) => (
        <option key={value} value={index}>
          {plain(value)}
        </option>
      ))}
    </select>
  );
}

/** Writes a range of the axis to the address. */
function useChoice(axis: number) {
  const { grid, view, shape, go } = useMapState();
  const name = AXES[axis] ?? 'teff';
  const set = (range: Range) => {
    const isAll = isWhole(withRange(view.box, axis, range), shape, axis);
    go({ [name]: isAll ? undefined : rangeText(grid.axes[name], range), slice: undefined });
  };
  const { from = 0, to = 0, low, high } = view.box[axis] ?? {};
  return {
    set,
    from: (rank: number) =>
      set({ from: rank, to: Math.max(rank, to), ...(rank > to || high === undefined ? {} : { high }) }),
    to: (rank: number) =>
      set({ from: Math.min(rank, from), to: rank, ...(rank < from || low === undefined ? {} : { low }) }),
  };
}

/** Selects a range by dragging. Clicking a single selected value selects all values again. */
function Brush({
  axis,
  size,
  children,
}: {
  readonly axis: number;
  readonly size: number;
  readonly children: React.ReactNode;
}) {
  const { view, preview } = useMapState();
  const choose = useChoice(axis);
  const drag = useRef<{ readonly start: number; range: Range; readonly before: Range } | undefined>(undefined);
  const rankAt = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(size - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * size)));
  };
  return (
    <div
      className="map-brush"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const start = rankAt(event);
        const range = { from: start, to: start };
        drag.current = { start, range, before: view.box[axis] ?? range };
        preview(withRange(view.box, axis, range));
      }}
      onPointerMove={(event) => {
        if (drag.current === undefined) return;
        const { start, range } = drag.current;
        const rank = rankAt(event);
        const next = { from: Math.min(start, rank), to: Math.max(start, rank) };
        if (next.from === range.from && next.to === range.to) return;
        drag.current.range = next;
        preview(withRange(view.box, axis, next));
      }}
      onPointerUp={() => {
        if (drag.current === undefined) return;
        const { range, before } = drag.current;
        drag.current = undefined;
        const isSame = before.from === range.from && before.to === range.to;
        choose.set(isSame ? { from: 0, to: size - 1 } : range);
        preview(undefined);
      }}
      onPointerCancel={() => {
        drag.current = undefined;
        preview(undefined);
      }}
    >
      {children}
    </div>
  );
}
