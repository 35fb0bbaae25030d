import { SelectField } from '@almagest/ui/components/field';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { COLOURS, type LegendEntry } from './colours.ts';
import { colourName, HATCHED, useLegendWords } from './legend-words.ts';
import { useMapState } from './map-state.ts';
import { mapMessages } from './messages.ts';

/** Explains the colours and counts the selected points of each. Outcomes and causes can be selected. */
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
        onChange={(colour) => go({ colour: colour === 'outcome' ? undefined : colour })}
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

/** The label of an entry, as a button if it can be selected. */
function EntryName({ entry, words }: { readonly entry: LegendEntry; readonly words: string }) {
  const t = useMessages(mapMessages);
  const { view, go } = useMapState();
  if (entry.kind === 'outcome') {
    const { code, status, method } = entry.code;
    const isOn = view.outcome === code;
    return (
      <button
        type="button"
        className="map-entry"
        aria-pressed={isOn}
        aria-label={t.onlyThese(words)}
        onClick={() =>
          go({ status: isOn ? undefined : (status ?? undefined), method: isOn ? undefined : (method ?? undefined) })
        }
      >
        {words}
      </button>
    );
  }
  if (entry.kind !== 'cause') return <span>{words}</span>;
  const isOn = view.group === entry.group;
  return (
    <button
      type="button"
      className="map-entry"
      aria-pressed={isOn}
      aria-label={t.onlyThese(words)}
      onClick={() => go({ group: isOn ? undefined : entry.group })}
    >
      {words}
    </button>
  );
}
