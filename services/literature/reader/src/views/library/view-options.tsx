import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { LinePopover } from '../../line-popover.tsx';
import { changeLayout, changeRows, COLUMNS, useListLayout } from './list-layout.ts';
import { libraryMessages } from './messages.ts';

const ROWS = ['comfortable', 'compact'] as const;

/** Lets the user choose the height of rows, the columns and the preview. */
export function ViewOptions() {
  const t = useMessages(libraryMessages);
  const { rows, hidden, preview } = useListLayout();
  const [anchor, setAnchor] = useState<Element>();
  return (
    <>
      <Button
        kind="quiet"
        iconOnly
        aria-label={t.view}
        title={t.view}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <SlidersHorizontal size={16} aria-hidden />
      </Button>
      {anchor === undefined ? null : (
        <LinePopover anchor={anchor} title={t.view} close={t.closeView} onClose={() => setAnchor(undefined)}>
          <fieldset className="options">
            <legend>{t.rows}</legend>
            {ROWS.map((one) => (
              <label key={one}>
                <input type="radio" name="rows" checked={rows === one} onChange={() => changeRows(one)} />
                {t[one]}
              </label>
            ))}
          </fieldset>
          <fieldset className="options">
            <legend>{t.columns}</legend>
            {COLUMNS.map((column) => (
              <label key={column}>
                <input
                  type="checkbox"
                  checked={!hidden.includes(column)}
                  onChange={({ target }) =>
                    changeLayout({
                      hidden: target.checked ? hidden.filter((one) => one !== column) : [...hidden, column],
                    })
                  }
                />
                {t[column]}
              </label>
            ))}
          </fieldset>
          <fieldset className="options">
            <legend>{t.preview}</legend>
            <label>
              <input
                type="checkbox"
                checked={preview === 'shown'}
                onChange={({ target }) => changeLayout({ preview: target.checked ? 'shown' : 'hidden' })}
              />
              {t.showPreview}
            </label>
          </fieldset>
        </LinePopover>
      )}
    </>
  );
}
