import { messageOf } from '@almagest/ui/api-error';
import { Button } from '@almagest/ui/components/button';
import { Banner } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { storedValue, useStoredValue } from '@almagest/ui/stored-value';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lineageQuery } from '../../lineage/lineage-query.ts';
import { AxisHistogram } from './axis-histogram.tsx';
import type { Box } from './box.ts';
import { CountsTable } from './counts-table.tsx';
import { ExtraList } from './extra-list.tsx';
import { HeatMaps } from './heat-maps.tsx';
import { Legend } from './legend.tsx';
import { MapContext, useMapState, type MapState } from './map-state.ts';
import { mapMessages } from './messages.ts';
import { openPoint } from './open-point.ts';
import { PairView } from './pair-view.tsx';
import { PointCard } from './point-card.tsx';
import { ProposalList } from './proposal-list.tsx';
import { Causes, Selection } from './selection.tsx';
import { AXES, pairNamed, PAIRS, paramsAt } from './shape.ts';
import { Slice } from './slice.tsx';
import { TimeSlider } from './time-slider.tsx';
import { useProposals } from './use-proposals.ts';

const hint = storedValue('almagest.map-hint', ['new', 'seen'], () => 'new');

export function MapPage({
  state: shared,
  fault,
  slice,
  isTimeOpen,
  onTime,
}: {
  readonly state: Omit<MapState, 'proposals'>;
  readonly fault: unknown;
  readonly slice: (box: Box) => Promise<Uint8Array | undefined>;
  readonly isTimeOpen: boolean;
  readonly onTime: (isOpen: boolean) => void;
}) {
  const t = useMessages(mapMessages);
  const { search, workflow, grid, view } = shared;
  const proposals = useProposals(workflow, { grid, box: view.box }, search.proposals);
  const state: MapState = { ...shared, proposals };
  const [isDrawn, setIsDrawn] = useState(true);
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
          <Hint />
          <Legend />
          <Drawings {...{ slice, isDrawn }} onDraw={setIsDrawn} />
          <CountsTable />
        </div>
      </div>
    </MapContext>
  );
}

/** Shows all pairs of axes next to the details of the clicked cell or point, or one enlarged pair. */
function Drawings({
  slice,
  isDrawn,
  onDraw,
}: {
  readonly slice: (box: Box) => Promise<Uint8Array | undefined>;
  readonly isDrawn: boolean;
  readonly onDraw: (isDrawn: boolean) => void;
}) {
  const t = useMessages(mapMessages);
  const { search, workflow } = useMapState();
  const lineage = useQuery({ ...lineageQuery(workflow, search.point ?? ''), enabled: search.point !== undefined });
  const pair = pairNamed(search.pair);
  const card =
    search.point === undefined ? null : <PointCard key={search.point} point={search.point} {...{ isDrawn, onDraw }} />;
  if (pair !== undefined)
    return (
      <>
        <PairView pair={pair} />
        {card}
      </>
    );
  return (
    <div className="map-work">
      <Panel title={t.pairs}>
        <div className="panel-body">
          <HeatMaps lineage={isDrawn && search.point !== undefined ? lineage.data : undefined} />
        </div>
      </Panel>
      {/* Always occupies its space, so that nothing moves between the clicks of a double click. */}
      <div className="stack">
        <OpenSlice read={slice} />
        {card}
        <Causes />
        <ProposalList />
        <ExtraList />
      </div>
    </div>
  );
}

/** Shows the slice that the address names. */
function OpenSlice({ read }: { readonly read: (box: Box) => Promise<Uint8Array | undefined> }) {
  const t = useMessages(mapMessages);
  const state = useMapState();
  const pair = PAIRS[pairNamed(state.search.slice) ?? -1];
  // A range between two values has no cell.
  if (pair?.every((axis) => state.view.box[axis]?.from === state.view.box[axis]?.to) !== true) return null;
  return (
    <Slice
      pair={pair}
      read={read}
      onPoint={(ranks) => void openPoint(state, paramsAt(state.grid.axes, ranks), t.noSuchPoint)}
    />
  );
}

/** Explains the map in one sentence until the user has read it. */
function Hint() {
  const t = useMessages(mapMessages);
  if (useStoredValue(hint) === 'seen') return null;
  return (
    <div className="map-hint">
      <p>{t.hint}</p>
      <Button onClick={() => hint.write('seen')}>{t.understood}</Button>
    </div>
  );
}
