import { SelectField } from '@almagest/ui/components/field';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useState } from 'react';
import { AXIS_NAMES } from '../../axis-names.ts';
import { colourName, useLegendWords } from './legend-words.ts';
import { useMapState } from './map-state.ts';
import { mapMessages } from './messages.ts';
import { AXES, PAIRS } from './shape.ts';
import { layoutOf } from './tally.ts';

interface Row {
  readonly values: readonly number[];
  readonly counts: readonly number[];
}

/** Shows the counts of the drawings as numbers, for people who cannot see the drawings. */
export function CountsTable() {
  const t = useMessages(mapMessages);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="panel map-table" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t.table}</summary>
      {isOpen ? <Tables /> : null}
    </details>
  );
}

function Tables() {
  const t = useMessages(mapMessages);
  const { counts, causeOf } = useMapState();
  const wordsOf = useLegendWords(causeOf);
  const [shown, setShown] = useState('0');
  const axes = shown.split('.').map(Number);
  const rowsOf = useRows();
  const options = [
    ...AXES.map((axis, index) => [`${index}`, AXIS_NAMES[axis]] as const),
    ...PAIRS.map(
      ([a, b]) => [`${a}.${b}`, `${AXIS_NAMES[AXES[a] ?? 'teff']}, ${AXIS_NAMES[AXES[b] ?? 'teff']}`] as const,
    ),
  ];
  return (
    <div className="panel-body stack">
      <SelectField label={t.tableOf} value={shown} options={options} onChange={setShown} />
      <div className="map-scroll" tabIndex={0} role="region" aria-label={t.table}>
        <table>
          <thead>
            <tr>
              {axes.map((axis) => (
                <th key={axis} scope="col">
                  {AXIS_NAMES[AXES[axis] ?? 'teff']}
                </th>
              ))}
              {counts.legend.map((entry, index) => (
                <th key={colourName(entry, index)} scope="col">
                  {wordsOf(entry)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(axes).map((row) => (
              <tr key={row.values.join(' ')}>
                {row.values.map((value, index) => (
                  <th key={axes[index]} scope="row">
                    {value}
                  </th>
                ))}
                {row.counts.map((n, index) => (
                  // The order of the columns never changes.
                  <td key={`${axes.join('.')} ${index}`}>{count(n)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Returns the rows of an axis, or the non-empty cells of a pair of axes. */
function useRows(): (axes: readonly number[]) => Row[] {
  const { counts, shape, grid } = useMapState();
  const size = counts.legend.length;
  const slice = (from: ArrayLike<number>, base: number) =>
    Array.from({ length: size }, (_, category) => from[base + category] ?? 0);
  return ([a = 0, b]) => {
    const first = grid.axes[AXES[a] ?? 'teff'];
    if (b === undefined)
      return first.map((value, rank) => ({ values: [value], counts: slice(counts.along[a] ?? [], rank * size) }));
    const second = grid.axes[AXES[b] ?? 'teff'];
    const pair = PAIRS.findIndex((other) => other[0] === a && other[1] === b);
    const offset = layoutOf(shape, size).offsets[pair] ?? 0;
    return first.flatMap((x, i) =>
      second.flatMap((y, j) => {
        const row = { values: [x, y], counts: slice(counts.pairs, offset + (i * second.length + j) * size) };
        return row.counts.some((n) => n > 0) ? [row] : [];
      }),
    );
  };
}
