import type { Axis, Lineage } from '@almagest/contracts/grid';
import { useMessages } from '@almagest/ui/messages';
import { count, plain } from '@almagest/ui/format';
import { useCallback, useMemo, useState } from 'react';
import { CellGrid, type Cell } from './cell-grid.tsx';
import { useLegendWords } from './legend-words.ts';
import { drawLineage } from './lineage-lines.ts';
import { useMapState } from './map-state.ts';
import { useMarkActions, useMarks, useProposalMarks, useShownExtra } from './use-extra.ts';
import { axisNames, mapMessages } from './messages.ts';
import { paintStacks, type Pixels } from './paint.ts';
import { AXES, PAIRS } from './shape.ts';
import { layoutOf } from './tally.ts';

/** Shows a triangle with one heat map for each pair of axes. */
export function HeatMaps({ lineage }: { readonly lineage: Lineage | undefined }) {
  const t = useMessages(mapMessages);
  const names = useMessages(axisNames);
  const [told, setTold] = useState('');
  const shown = useShownExtra();
  return (
    <div className="map-pairs">
      <p className="muted small">{t.pairsHint}</p>
      <div className="map-triangle">
        {PAIRS.map(([a, b], pair) => (
          <div key={pair} className="map-pair" style={{ gridColumn: a + 2, gridRow: b }}>
            <HeatMap {...{ pair, lineage, shown }} onTell={setTold} />
          </div>
        ))}
        {AXES.slice(1).map((axis, index) => (
          <span key={axis} className="map-row-name" style={{ gridColumn: 1, gridRow: index + 1 }}>
            {names[axis]} <Extent axis={axis} />
          </span>
        ))}
        {AXES.slice(0, -1).map((axis, index) => (
          <span key={axis} className="map-column-name" style={{ gridColumn: index + 2, gridRow: AXES.length }}>
            {names[axis]} <Extent axis={axis} />
          </span>
        ))}
      </div>
      <p className="map-told small" role="status">
        {told}
      </p>
    </div>
  );
}

/** Labels the ends of an axis with its first and last value. */
function Extent({ axis }: { readonly axis: Axis }) {
  const values = useMapState().grid.axes[axis];
  const ends = [...new Set([values[0], values.at(-1)])].filter((value) => value !== undefined);
  return <span className="map-extent">{ends.map(plain).join(' … ')}</span>;
}

function HeatMap({
  pair,
  lineage,
  shown,
  onTell,
}: {
  readonly pair: number;
  /** The extra points. */
  readonly shown: readonly number[];
  readonly lineage: Lineage | undefined;
  readonly onTell: (text: string) => void;
}) {
  const t = useMessages(mapMessages);
  const names = useMessages(axisNames);
  const { counts, colours, shape, grid, go } = useMapState();
  const [a = 0, b = 1] = PAIRS[pair] ?? [];
  const [x = 'teff', y = 'logg'] = [AXES[a], AXES[b]];
  const [columns = 1, rows = 1] = [shape.sizes[a], shape.sizes[b]];
  const tell = useCellWords(pair);
  const paint = useCallback(
    (pixels: Pixels) => {
      const categoryCount = counts.legend.length;
      const offset = layoutOf(shape, categoryCount).offsets[pair] ?? 0;
      paintStacks(pixels, { counts: counts.pairs, offset, columns, rows, categoryCount }, colours);
    },
    [counts, colours, shape, pair, columns, rows],
  );
  const draw = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number) => {
      if (lineage !== undefined) drawLineage(context, { width, height }, lineage, { x, y, axes: grid.axes });
    },
    [lineage, x, y, grid],
  );
  const placeOf = useCallback(
    (ranks: readonly number[]) => [(ranks[a] ?? 0) + 0.5, (ranks[b] ?? 0) + 0.5] as const,
    [a, b],
  );
  const points = useMarks(shown, placeOf);
  const proposed = useProposalMarks(placeOf);
  const marks = useMemo(() => [...points, ...proposed], [points, proposed]);
  const onMarks = useMarkActions(onTell);
  return (
    <CellGrid
      label={t.heatMap(names[x], names[y])}
      {...{ columns, rows, paint, draw, marks, onMarks }}
      onCell={(cell) => onTell(tell(cell))}
      onOpen={({ column, row }) =>
        go({ [x]: `${grid.axes[x][column]}`, [y]: `${grid.axes[y][row]}`, slice: `${x}.${y}`, point: undefined })
      }
    />
  );
}

/** Describes a cell in words. */
function useCellWords(pair: number): (cell: Cell) => string {
  const names = useMessages(axisNames);
  const t = useMessages(mapMessages);
  const { counts, shape, grid, causeOf } = useMapState();
  const wordsOf = useLegendWords(causeOf);
  const [a = 0, b = 1] = PAIRS[pair] ?? [];
  const [x = 'teff', y = 'logg'] = [AXES[a], AXES[b]];
  return ({ column, row }) => {
    const { legend, pairs } = counts;
    const offset = layoutOf(shape, legend.length).offsets[pair] ?? 0;
    const base = offset + (column * (shape.sizes[b] ?? 1) + row) * legend.length;
    const parts = legend.flatMap((entry, category) => {
      const n = pairs[base + category] ?? 0;
      return n === 0 ? [] : [`${count(n)} ${wordsOf(entry)}`];
    });
    const where = `${names[x]} ${grid.axes[x][column]}, ${names[y]} ${grid.axes[y][row]}`;
    return `${where}: ${parts.length === 0 ? t.points(0) : parts.join(', ')}`;
  };
}
