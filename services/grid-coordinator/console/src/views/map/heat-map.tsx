import type { Lineage } from '@almagest/contracts/grid';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useCallback, useMemo } from 'react';
import { AXIS_NAMES } from '../../axis-names.ts';
import { CellGrid, drawCell, type Cell } from './cell-grid.tsx';
import { useLegendWords } from './legend-words.ts';
import { drawLineage } from './lineage-lines.ts';
import { useMapState } from './map-state.ts';
import { mapMessages } from './messages.ts';
import { paintStacks, type Pixels } from './paint.ts';
import { AXES, PAIRS } from './shape.ts';
import { layoutOf } from './tally.ts';
import { useMarkActions, useMarks, useProposalMarks } from './use-extra.ts';

export interface HeatMapProps {
  /** Number of the pair of axes. */
  readonly pair: number;
  readonly lineage: Lineage | undefined;
  /** The extra points. */
  readonly shown: readonly number[];
  /** A cell with an outline. */
  readonly selected?: Cell | undefined;
  readonly onTell: (text: string) => void;
  readonly onOpen: (cell: Cell) => void;
  /** Called after a double click, or when the user presses F. */
  readonly onEnlarge?: (cell: Cell, isDoubleClick: boolean) => void;
}

/** Shows the points along two axes. Each cell is a stack of its outcomes. */
export function HeatMap({ pair, lineage, shown, selected, onTell, onOpen, onEnlarge }: HeatMapProps) {
  const t = useMessages(mapMessages);
  const { counts, inks, shape, grid } = useMapState();
  const [a = 0, b = 1] = PAIRS[pair] ?? [];
  const [x = 'teff', y = 'logg'] = [AXES[a], AXES[b]];
  const [columns = 1, rows = 1] = [shape.sizes[a], shape.sizes[b]];
  const tell = useCellWords(pair);
  const paint = useCallback(
    (pixels: Pixels) => {
      const categoryCount = counts.legend.length;
      const offset = layoutOf(shape, categoryCount).offsets[pair] ?? 0;
      paintStacks(pixels, { counts: counts.pairs, offset, columns, rows, categoryCount }, inks);
    },
    [counts, inks, shape, pair, columns, rows],
  );
  const [column, row] = [selected?.column, selected?.row];
  const draw = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number) => {
      if (lineage !== undefined) drawLineage(context, { width, height }, lineage, { x, y, axes: grid.axes });
      if (column !== undefined && row !== undefined)
        drawCell(context, { width: width / columns, height: height / rows }, { column, row }, height);
    },
    [lineage, x, y, grid, column, row, columns, rows],
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
      label={
        onEnlarge === undefined
          ? t.heatMap(AXIS_NAMES[x], AXIS_NAMES[y])
          : t.heatMapEnlarged(AXIS_NAMES[x], AXIS_NAMES[y])
      }
      title={t.against(AXIS_NAMES[x], AXIS_NAMES[y])}
      {...{ columns, rows, paint, draw, marks, onMarks, onOpen, onEnlarge }}
      onCell={(cell) => onTell(tell(cell))}
    />
  );
}

function useCellWords(pair: number): (cell: Cell) => string {
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
    const where = `${AXIS_NAMES[x]} ${grid.axes[x][column]}, ${AXIS_NAMES[y]} ${grid.axes[y][row]}`;
    return `${where}: ${parts.length === 0 ? t.points(0) : parts.join(', ')}`;
  };
}
