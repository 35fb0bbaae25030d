import { Button } from '@almagest/ui/components/button';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { AXIS_NAMES } from '../../axis-names.ts';
import { useLegendWords } from './legend-words.ts';
import { useMapState } from './map-state.ts';
import { axisLabels, mapMessages } from './messages.ts';
import { AxisFrame } from './axis-frame.tsx';
import { CellGrid, type Cell } from './cell-grid.tsx';
import type { Pixels } from './paint.ts';
import { besideAt, nestOf, paintNest, placeAt, type Nest } from './nest.ts';
import { useExtraPoints, useMarkActions, useMarks, useShownExtra } from './use-extra.ts';
import { AXES } from './shape.ts';
import { UNCOUNTED } from './tally.ts';
import type { Box } from './box.ts';

/** The maximum width of a point, so that a small slice does not fill the screen. */
const MOST_POINT_REM = 6;

/** Shows every point of a cell, with the four other axes nested in pairs. */
export function Slice({
  pair,
  read,
  onPoint,
}: {
  readonly pair: readonly [number, number];
  readonly read: (box: Box) => Promise<Uint8Array | undefined>;
  readonly onPoint: (ranks: readonly number[]) => void;
}) {
  const t = useMessages(mapMessages);
  const { view, counts, grid, go } = useMapState();
  const categories = useCategories(view.box, counts, read);
  const nest = useMemo(() => nestOf(view.box, pair), [view.box, pair]);
  const [x = 'teff', y = 'logg'] = pair.map((axis) => AXES[axis]);
  const valueOf = (axis: typeof x, rank: number | undefined) => `${AXIS_NAMES[axis]} ${grid.axes[axis][rank ?? 0]}`;
  const [a = 'teff', b = 'logg', c = 'loghe', d = 'logc'] = nest.axes.map((axis) => AXES[axis]);
  return (
    <Panel
      title={t.slice(valueOf(x, view.box[pair[0]]?.from), valueOf(y, view.box[pair[1]]?.from))}
      actions={<Button onClick={() => go({ slice: undefined, [x]: undefined, [y]: undefined })}>{t.close}</Button>}
    >
      <div className="panel-body stack">
        <p className="muted small">{t.sliceHint(AXIS_NAMES[a], AXIS_NAMES[b], AXIS_NAMES[c], AXIS_NAMES[d])}</p>
        {grid.extra.length === 0 ? null : <p className="muted small">{t.sliceBeside}</p>}
        {categories === undefined ? (
          <p className="muted">{t.counting}</p>
        ) : (
          <Points {...{ nest, categories, pair, onPoint }} />
        )}
      </div>
    </Panel>
  );
}

/** Loads the categories of a box's points. Reloads them when the counts change. */
function useCategories(box: Box, counts: object, read: (box: Box) => Promise<Uint8Array | undefined>) {
  const [categories, setCategories] = useState<Uint8Array>();
  useEffect(() => {
    let isOld = false;
    const renew = async () => {
      const found = await read(box);
      if (!isOld) setCategories(found);
    };
    void renew();
    return () => {
      isOld = true;
    };
  }, [box, counts, read]);
  return categories;
}

function Points({
  nest,
  categories,
  pair,
  onPoint,
}: {
  readonly nest: Nest;
  readonly categories: Uint8Array;
  readonly pair: readonly [number, number];
  readonly onPoint: (ranks: readonly number[]) => void;
}) {
  const t = useMessages(mapMessages);
  const { inks } = useMapState();
  const tell = usePointWords(nest, categories);
  const [told, setTold] = useState('');
  const frame = useFrame(nest);
  const paint = useCallback((pixels: Pixels) => paintNest(pixels, nest, categories, inks), [nest, categories, inks]);
  const marks = useMarks(
    useBesideCell(nest.box, pair),
    useCallback((ranks: readonly number[]) => besideAt(nest, ranks), [nest]),
  );
  const onMarks = useMarkActions(setTold);
  return (
    <>
      <AxisFrame {...frame} maxWidth={`min(44rem, ${nest.columns * MOST_POINT_REM}rem)`}>
        <CellGrid
          label={t.slicePoints}
          columns={nest.columns}
          rows={nest.rows}
          {...{ paint, marks, onMarks }}
          aspectRatio={`${nest.columns} / ${nest.rows}`}
          onCell={(cell) => setTold(tell(cell))}
          onOpen={(cell) => onPoint(placeAt(nest, cell))}
        />
      </AxisFrame>
      <p className="map-told small" role="status">
        {told}
      </p>
    </>
  );
}

/** Returns the four axes of the slice. A nested axis repeats its values. */
function useFrame({ box, axes: [right, rightInner, up, upInner] }: Nest) {
  const labels = useMessages(axisLabels);
  const { grid } = useMapState();
  const valuesOf = (axis: number) => {
    const { from = 0, to = -1 } = box[axis] ?? {};
    return grid.axes[AXES[axis] ?? 'teff'].slice(from, to + 1);
  };
  const drawn = (axis: number, times = 1) => ({
    name: labels[AXES[axis] ?? 'teff'],
    values: Array.from({ length: times }, () => valuesOf(axis)).flat(),
  });
  return {
    x: [drawn(rightInner, valuesOf(right).length), drawn(right)],
    y: [drawn(upInner, valuesOf(up).length), drawn(up)],
  };
}

/** Returns the extra points less than one step from the cell. */
function useBesideCell(box: Box, pair: readonly [number, number]): readonly number[] {
  const extra = useExtraPoints();
  const shown = useShownExtra(pair);
  return useMemo(
    () =>
      shown.filter((index) => {
        const ranks = extra.ranksOf(index);
        return pair.every((axis) => Math.abs((ranks[axis] ?? 0) - (box[axis]?.from ?? 0)) < 1);
      }),
    [shown, extra, box, pair],
  );
}

/** Describes a place of the slice in words. */
function usePointWords(nest: Nest, categories: Uint8Array) {
  const t = useMessages(mapMessages);
  const { counts, grid, causeOf } = useMapState();
  const wordsOf = useLegendWords(causeOf);
  return (cell: Cell): string => {
    const ranks = placeAt(nest, cell);
    const where = nest.axes.map((axis) => {
      const name = AXES[axis] ?? 'teff';
      return `${AXIS_NAMES[name]} ${grid.axes[name][ranks[axis] ?? 0]}`;
    });
    const category = categories[nest.indexOf(ranks)] ?? UNCOUNTED;
    const entry = counts.legend[category];
    return `${where.join(', ')}: ${entry === undefined ? t.notSelected : wordsOf(entry)}`;
  };
}
