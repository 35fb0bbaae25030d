import { Button } from '@almagest/ui/components/button';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { useCallback, useState } from 'react';
import { AXIS_NAMES } from '../../axis-names.ts';
import { AxisFrame } from './axis-frame.tsx';
import type { Cell } from './cell-grid.tsx';
import { CellPoints } from './cell-points.tsx';
import { HeatMap } from './heat-map.tsx';
import { useMapState } from './map-state.ts';
import { axisLabels, mapMessages } from './messages.ts';
import { AXES, PAIRS } from './shape.ts';
import { useShownExtra } from './use-extra.ts';

/** Shows the heat map of two axes at full size, and the points of its selected cell. */
export function PairView({ pair }: { readonly pair: number }) {
  const t = useMessages(mapMessages);
  const labels = useMessages(axisLabels);
  const { grid, go, search } = useMapState();
  const [told, setTold] = useState('');
  const shown = useShownExtra();
  const [a = 0, b = 1] = PAIRS[pair] ?? [];
  const [x = 'teff', y = 'logg'] = [AXES[a], AXES[b]];
  const cell = cellIn(search.cell, grid.axes[x], grid.axes[y]);
  const choose = useCallback(
    ({ column, row }: Cell) => go({ cell: `${grid.axes[x][column]}_${grid.axes[y][row]}` }),
    [go, grid, x, y],
  );
  return (
    <Panel
      title={t.against(AXIS_NAMES[x], AXIS_NAMES[y])}
      actions={<Button onClick={() => go({ pair: undefined, cell: undefined })}>{t.allPairs}</Button>}
    >
      <div className="panel-body map-pair-view">
        <div>
          <AxisFrame x={[{ name: labels[x], values: grid.axes[x] }]} y={[{ name: labels[y], values: grid.axes[y] }]}>
            <HeatMap {...{ pair, shown, selected: cell, lineage: undefined }} onTell={setTold} onOpen={choose} />
          </AxisFrame>
          <p className="map-told small" role="status">
            {told}
          </p>
        </div>
        {cell === undefined ? (
          <p className="muted">{t.chooseCell}</p>
        ) : (
          <CellPoints axes={[x, y]} values={[grid.axes[x][cell.column] ?? 0, grid.axes[y][cell.row] ?? 0]} />
        )}
      </div>
    </Panel>
  );
}

/** Returns the cell of an address, or undefined if the grid does not have it. */
function cellIn(text: string | undefined, xs: readonly number[], ys: readonly number[]): Cell | undefined {
  const [x, y] = text?.split('_') ?? [];
  const [column, row] = [xs.findIndex((value) => `${value}` === x), ys.findIndex((value) => `${value}` === y)];
  return column < 0 || row < 0 ? undefined : { column, row };
}
