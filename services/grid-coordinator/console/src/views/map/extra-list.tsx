import { Panel } from '@almagest/ui/components/panel';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useState } from 'react';
import { Button } from '@almagest/ui/components/button';
import { colourName } from './legend-words.ts';
import { useMapState } from './map-state.ts';
import { mapMessages } from './messages.ts';
import { openPoint } from './open-point.ts';
import { UNCOUNTED } from './tally.ts';
import { useExtraWords, useShownExtra } from './use-extra.ts';

/** Number of points that each "Show more" adds. */
const LISTED = 50;

/** Lists the selected extra points. Each one opens its card. */
export function ExtraList() {
  const t = useMessages(mapMessages);
  const { grid } = useMapState();
  const shown = useShownExtra();
  const [most, setMost] = useState(LISTED);
  if (grid.extra.length === 0) return null;
  return (
    <Panel title={t.extra}>
      <div className="panel-body stack">
        <p className="muted small">{t.extraHint}</p>
        <p>{t.selected(shown.length, grid.extra.length)}</p>
        <ul className="map-extra">
          {shown.slice(0, most).map((index) => (
            <ExtraPoint key={index} index={index} />
          ))}
        </ul>
        {shown.length > most ? (
          <div>
            <Button onClick={() => setMost(most + LISTED)}>{t.moreExtra(count(shown.length - most))}</Button>
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

function ExtraPoint({ index }: { readonly index: number }) {
  const t = useMessages(mapMessages);
  const state = useMapState();
  const { grid, counts } = state;
  const category = counts.extra[index] ?? UNCOUNTED;
  const entry = counts.legend[category];
  const words = useExtraWords()(index);
  const point = grid.extra[index];
  if (entry === undefined || point === undefined) return null;
  return (
    <li>
      <span className="map-diamond" style={{ background: `var(${colourName(entry, category)})` }} aria-hidden="true" />
      <button type="button" className="map-entry" onClick={() => void openPoint(state, point, t.noSuchPoint)}>
        {words.where}
      </button>
      <span className="muted small">{words.state}</span>
    </li>
  );
}
