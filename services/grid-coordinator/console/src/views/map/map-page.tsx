import { messageOf } from '@almagest/ui/api-error';
import { Banner } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AxisHistogram } from './axis-histogram.tsx';
import type { Box } from './box.ts';
import { CountsTable } from './counts-table.tsx';
import { ExtraList } from './extra-list.tsx';
import { HeatMaps } from './heat-maps.tsx';
import { Legend } from './legend.tsx';
import { MapContext, type MapState } from './map-state.ts';
import { mapMessages } from './messages.ts';
import { openPoint } from './open-point.ts';
import { lineageQuery, PointCard } from './point-card.tsx';
import { Causes, Selection } from './selection.tsx';
import { AXES, PAIRS, paramsAt } from './shape.ts';
import { Slice } from './slice.tsx';
import { TimeSlider } from './time-slider.tsx';

/** The map with what stands beside it. */
export function MapPage({
  state,
  fault,
  slice,
  isTimeOpen,
  onTime,
}: {
  readonly state: MapState;
  readonly fault: unknown;
  readonly slice: (box: Box) => Promise<Uint8Array | undefined>;
  readonly isTimeOpen: boolean;
  readonly onTime: (isOpen: boolean) => void;
}) {
  const t = useMessages(mapMessages);
  const { search, workflow, grid } = state;
  const [isDrawn, setIsDrawn] = useState(true);
  const lineage = useQuery({ ...lineageQuery(workflow, search.point ?? ''), enabled: search.point !== undefined });
  const pair = PAIRS.find(([a, b]) => `${AXES[a]}.${AXES[b]}` === search.slice);
  return (
    <MapContext value={state}>
      {fault === undefined ? null : <Banner kind="fault">{messageOf(fault)}</Banner>}
      <div className="map-layout">
        <div className="stack map-side">
          <Selection />
          <Panel title={t.axes}>
            <div className="panel-body stack">
              {AXES.map((axis, index) => (
                <AxisHistogram key={axis} axis={index} />
              ))}
            </div>
          </Panel>
          <TimeSlider isOpen={isTimeOpen} onOpen={onTime} />
        </div>
        <div className="stack map-main">
          <Panel title={t.pairs}>
            <div className="panel-body">
              <div className="map-triangle-and-legend">
                <HeatMaps lineage={isDrawn && search.point !== undefined ? lineage.data : undefined} />
                <Legend />
              </div>
            </div>
          </Panel>
          {pair === undefined ? null : (
            <Slice
              pair={pair}
              read={slice}
              onPoint={(ranks) => void openPoint(state, paramsAt(grid.axes, ranks), t.noSuchPoint)}
            />
          )}
          {search.point === undefined ? null : (
            <PointCard key={search.point} point={search.point} isDrawn={isDrawn} onDraw={setIsDrawn} />
          )}
          <ExtraList />
          <Causes />
          <CountsTable />
        </div>
      </div>
    </MapContext>
  );
}
