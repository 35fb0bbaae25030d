import type { LibrarySort } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { useRef, type ReactNode } from 'react';
import { sortedBy, usualOrder, type LibraryAddress } from './address.ts';
import { resizeColumn, shownColumns, useListLayout, widthOf, type Column } from './list-layout.ts';
import { libraryMessages } from './messages.ts';

export interface TableHeadProps {
  readonly address: LibraryAddress;
  readonly onChange: (address: LibraryAddress) => void;
}

/** Shows the column titles, which sort the list. Their edges change the widths. */
export function TableHead(props: TableHeadProps) {
  const t = useMessages(libraryMessages);
  const layout = useListLayout();
  const isTrash = props.address.in_trash === 'true';
  const titles = { ...t, added: isTrash ? t.trashed : t.added };
  return (
    <div className="heads" role="rowgroup">
      <div className="line" role="row" aria-rowindex={1}>
        <div role="columnheader">
          <span className="unseen">{t.list}</span>
        </div>
        <Head {...props} title={t.starred} short="★" by="star" />
        <Head {...props} title={t.byTitle} by="title" />
        {shownColumns(layout).map((column) =>
          column === 'texts' ? (
            <div key={column} role="columnheader">
              {t.texts}
            </div>
          ) : (
            <Head
              key={column}
              {...props}
              title={titles[column]}
              by={column}
              isNumber={column === 'year' || column === 'citations'}
            >
              <Edge column={column} title={titles[column]} width={widthOf(layout, column)} />
            </Head>
          ),
        )}
      </div>
    </div>
  );
}

const STEP_PX = 12;

interface EdgeProps {
  readonly column: Column;
  readonly title: string;
  readonly width: number;
}

/** The left edge of a column. The pointer and the arrow keys move it. */
function Edge({ column, title, width }: EdgeProps) {
  const t = useMessages(libraryMessages);
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined);
  return (
    <span
      className="edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t.widthOf(title)}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={({ clientX }) => {
        if (start.current !== undefined) resizeColumn(column, start.current.width + start.current.x - clientX);
      }}
      onPointerUp={() => (start.current = undefined)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        resizeColumn(column, width + step);
      }}
    />
  );
}

interface HeadProps extends TableHeadProps {
  readonly title: string;
  readonly short?: string;
  readonly by: LibrarySort;
  readonly isNumber?: boolean;
  /** The edge of the column. */
  readonly children?: ReactNode;
}

function Head({ title, short = title, by, isNumber = false, address, onChange, children }: HeadProps) {
  const t = useMessages(libraryMessages);
  const { sort = 'added', order = usualOrder(sort) } = address;
  const isSorted = sort === by;
  return (
    <div
      role="columnheader"
      className={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? (order === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" aria-label={t.sortBy(title)} onClick={() => onChange(sortedBy(address, by))}>
        {short}
        {isSorted ? (order === 'desc' ? ' ↓' : ' ↑') : ''}
      </button>
      {children}
    </div>
  );
}
