import type { LibrarySort } from '@almagest/contracts/literature';
import { ColumnEdge } from '@almagest/ui/components/column-edge';
import { useMessages } from '@almagest/ui/messages';
import type { ReactNode } from 'react';
import { sortedBy, usualOrder, type LibraryAddress } from './address.ts';
import { resizeColumn, shownColumns, useListLayout, widthOf } from './list-layout.ts';
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
              <ColumnEdge
                title={titles[column]}
                width={widthOf(layout, column)}
                onResize={(width) => resizeColumn(column, width)}
              />
            </Head>
          ),
        )}
      </div>
    </div>
  );
}

interface HeadProps extends TableHeadProps {
  readonly title: string;
  readonly short?: string;
  readonly by: LibrarySort;
  readonly isNumber?: boolean;
  /** The handle that resizes the column. */
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
