import { useColumnWidths } from '@almagest/ui/column-widths';
import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { readStorage, storedValue, useStoredValue, writeStorage } from '@almagest/ui/stored-value';
import { useState } from 'react';
import { COLUMNS, type PointColumn } from './columns.tsx';
import { pointsMessages } from './messages.ts';

const WIDTHS = 'almagest.points.widths';
const HIDDEN = 'almagest.points.hidden-columns';

/** The height of rows, which this browser remembers. */
export const density = storedValue('almagest.points.rows', ['normal', 'compact'], () => 'normal');

/** Returns the chosen columns and their widths, which this browser remembers. The name is always shown. */
export function useColumns() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(readStorage(HIDDEN)?.split(' ')));
  const { widths, resize } = useColumnWidths(WIDTHS);
  return {
    widths,
    resize,
    columns: COLUMNS.filter(({ id, isName }) => isName || !hidden.has(id)),
    toggle: (id: PointColumn['id']) => {
      const next = hidden.symmetricDifference(new Set([id]));
      writeStorage(HIDDEN, next.size === 0 ? null : [...next].join(' '));
      setHidden(next);
    },
  };
}

export function useTitle(): (id: PointColumn['id']) => string {
  const t = useMessages(pointsMessages);
  return (id) => (id === 'teff' ? 'Teff (K)' : t[id]);
}

export function ListOptions({ columns, toggle }: Pick<ReturnType<typeof useColumns>, 'columns' | 'toggle'>) {
  const t = useMessages(pointsMessages);
  const titleOf = useTitle();
  const rows = useStoredValue(density);
  const isCompact = rows === 'compact';
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="row list-options">
      <Button kind="quiet" aria-pressed={isCompact} onClick={() => density.write(isCompact ? 'normal' : 'compact')}>
        {t.compact}
      </Button>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t.columns}</summary>
        {isOpen ? (
          <ul>
            {COLUMNS.filter(({ isName }) => !isName).map(({ id }) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={columns.some((column) => column.id === id)}
                    onChange={() => toggle(id)}
                  />{' '}
                  {titleOf(id)}
                </label>
              </li>
            ))}
          </ul>
        ) : null}
      </details>
    </div>
  );
}
