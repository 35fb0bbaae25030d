import { SelectField } from '@almagest/ui/components/field';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { COLOURS, type LegendEntry } from './colours.ts';
import type { MapView } from './engine.ts';
import { colourName, HATCHED, useLegendWords } from './legend-words.ts';
import { useMapState, type MapState } from './map-state.ts';
import { mapMessages } from './messages.ts';

/** Explains the colours and counts the selected points of each. Each entry can be selected. */
export function Legend() {
  const t = useMessages(mapMessages);
  const { counts, view, go, causeOf } = useMapState();
  const wordsOf = useLegendWords(causeOf);
  return (
    <section aria-label={t.legend} className="panel map-legend">
      <SelectField
        label={t.colourBy}
        value={view.colour}
        options={COLOURS.map((colour) => [colour, t[colour]] as const)}
        onChange={(colour) => go({ colour: colour === 'outcome' ? undefined : colour, only: undefined })}
      />
      <ul className="map-entries">
        {counts.legend.map((entry, index) => (
          <li key={colourName(entry, index)}>
            <span
              className={colourName(entry, index) === HATCHED ? 'map-swatch hatched' : 'map-swatch'}
              style={{ backgroundColor: `var(${colourName(entry, index)})` }}
              aria-hidden="true"
            />
            <EntryName entry={entry} words={wordsOf(entry)} />
            <span className="map-number">{count(counts.byCategory[index] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Change = Parameters<MapState['go']>[0];

/** Returns whether an entry is selected and how a click changes the address. Undefined if it cannot be selected. */
function selectionOf(entry: LegendEntry, { outcome, group, only }: MapView) {
  const toggled = (isOn: boolean, change: Change) => ({
    isOn,
    change: isOn ? Object.fromEntries(Object.keys(change).map((key) => [key, undefined])) : change,
  });
  switch (entry.kind) {
    case 'outcome': {
      const { code, status, method } = entry.code;
      return toggled(outcome === code, { status: status ?? undefined, method: method ?? undefined });
    }
    case 'cause':
      return toggled(group === entry.group, { group: entry.group });
    case 'none':
      return toggled(only === 'none', { only: 'none' });
    case 'range': {
      // The classes can change while nodes compute.
      const isOn = typeof only === 'object' && only.from >= entry.from && only.from <= entry.to;
      return toggled(isOn, { only: `${entry.from}..${entry.to}` });
    }
    case 'otherCauses':
    case 'later':
      return undefined;
  }
}

/** Shows the label of an entry, as a button if the entry can be selected. */
function EntryName({ entry, words }: { readonly entry: LegendEntry; readonly words: string }) {
  const t = useMessages(mapMessages);
  const { view, go } = useMapState();
  const selection = selectionOf(entry, view);
  if (selection === undefined) return <span>{words}</span>;
  return (
    <button
      type="button"
      className="map-entry"
      aria-pressed={selection.isOn}
      aria-label={t.onlyThese(words)}
      onClick={() => go(selection.change)}
    >
      {words}
    </button>
  );
}
