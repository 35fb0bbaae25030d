import type { ReactNode } from 'react';
import type { useColumnWidths } from '../column-widths.ts';
import { ColumnEdge } from './column-edge.tsx';
import './card-table.css';

export interface CardColumn<T> {
  readonly title: string;
  /** The name under which the column's width is stored. A column without this name cannot be resized. */
  readonly id?: string;
  readonly cell: (row: T) => ReactNode;
  /** This column names the row. */
  readonly isHead?: boolean;
  readonly isNumber?: boolean;
  /** This column takes the remaining width. */
  readonly isWide?: boolean;
}

export interface CardTableProps<T> {
  /** Caption for screen readers. */
  readonly caption: string;
  readonly columns: readonly CardColumn<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** Low rows for long lists. */
  readonly isCompact?: boolean;
  /** Widths that the user can change. */
  readonly sizes?: ReturnType<typeof useColumnWidths>;
}

/** A table for a few dozen rows. Narrow screens show the rows as cards. */
export function CardTable<T>({ caption, columns, rows, keyOf, isCompact = false, sizes }: CardTableProps<T>) {
  return (
    <table className={isCompact ? 'card-table compact' : 'card-table'}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, id, isNumber }) => {
            const width = id === undefined ? undefined : sizes?.widths[id];
            return (
              <th
                key={title}
                scope="col"
                className={isNumber === true ? 'number' : undefined}
                style={width === undefined ? undefined : { width, minWidth: width, maxWidth: width }}
              >
                {title}
                {id === undefined || sizes === undefined ? null : (
                  <ColumnEdge title={title} width={width} side="end" onResize={(next) => sizes.resize(id, next)} />
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <Cell key={column.title} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<T>({ column, row }: { readonly column: CardColumn<T>; readonly row: T }) {
  const { title, cell, isHead = false, isNumber = false, isWide = false } = column;
  if (isHead)
    return (
      <th scope="row">
        <div className="cell-content">{cell(row)}</div>
      </th>
    );
  const name = [isNumber ? 'number' : '', isWide ? 'wide' : ''].filter((part) => part !== '').join(' ');
  return (
    <td className={name === '' ? undefined : name}>
      <span className="cell-label" aria-hidden>
        {title}
      </span>
      <div className="cell-content">{cell(row)}</div>
    </td>
  );
}
