import type { Lineage } from '@almagest/contracts/grid';
import { useMessages } from '@almagest/ui/messages';
import { useRef, useState } from 'react';
import type { MapSearch } from './address.ts';
import { HorizontalAxis, VerticalAxis } from './axis-frame.tsx';
import type { Cell } from './cell-grid.tsx';
import { HeatMap } from './heat-map.tsx';
import { useMapState } from './map-state.ts';
import { axisLabels, mapMessages } from './messages.ts';
import { AXES, PAIRS, shownAxes } from './shape.ts';
import { useShownExtra } from './use-extra.ts';

/** Shows a triangle with one heat map for each pair of axes that have several values. */
export function HeatMaps({ lineage }: { readonly lineage: Lineage | undefined }) {
  const t = useMessages(mapMessages);
  const labels = useMessages(axisLabels);
  const [told, setTold] = useState('');
  const shown = useShownExtra();
  const { grid, shape } = useMapState();
  const actions = useActions();
  const axes = shownAxes(shape, grid);
  const places = new Map(axes.map((axis, place) => [axis, place]));
  const drawn = (axis: number) => {
    const name = AXES[axis] ?? 'teff';
    return { name: labels[name], values: grid.axes[name] };
  };
  return (
    <div className="map-pairs">
      <p className="muted small">{t.pairsHint}</p>
      <div className="map-triangle" style={{ gridTemplateColumns: `auto repeat(${axes.length - 1}, minmax(0, 1fr))` }}>
        {PAIRS.map(([a, b], pair) => {
          const [column, row] = [places.get(a), places.get(b)];
          if (column === undefined || row === undefined) return null;
          return (
            <div key={pair} className="map-pair" style={{ gridColumn: column + 2, gridRow: row }}>
              <HeatMap {...{ pair, lineage, shown }} onTell={setTold} {...actions(pair)} />
            </div>
          );
        })}
        {axes.slice(1).map((axis, index) => (
          <div key={axis} className="map-axis-cell" style={{ gridColumn: 1, gridRow: index + 1 }}>
            <VerticalAxis {...drawn(axis)} />
          </div>
        ))}
        {axes.slice(0, -1).map((axis, index) => (
          <div key={axis} style={{ gridColumn: index + 2, gridRow: axes.length }}>
            <HorizontalAxis {...drawn(axis)} />
          </div>
        ))}
      </div>
      <p className="map-told small" role="status">
        {told}
      </p>
    </div>
  );
}

/** Opens the slice of a cell, or enlarges its heat map. */
function useActions() {
  const { grid, search, go } = useMapState();
  // A double click begins with a click. This undoes the changes of that click.
  const before = useRef<Partial<Record<keyof MapSearch, string | undefined>>>({});
  return (pair: number) => {
    const [a = 0, b = 1] = PAIRS[pair] ?? [];
    const [x = 'teff', y = 'logg'] = [AXES[a], AXES[b]];
    const valuesAt = ({ column, row }: Cell) => [`${grid.axes[x][column]}`, `${grid.axes[y][row]}`] as const;
    return {
      onOpen: (cell: Cell) => {
        before.current = { [x]: search[x], [y]: search[y], slice: search.slice, point: search.point };
        const [first, second] = valuesAt(cell);
        go({ [x]: first, [y]: second, slice: `${x}.${y}`, point: undefined });
      },
      onEnlarge: (cell: Cell, isDoubleClick: boolean) =>
        go(
          { ...(isDoubleClick ? before.current : {}), pair: `${x}.${y}`, cell: valuesAt(cell).join('_') },
          isDoubleClick,
        ),
    };
  };
}
