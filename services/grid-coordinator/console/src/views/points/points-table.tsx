import type { GridPointRow } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { COLUMNS, type PointColumn } from './columns.tsx';
import type { PointsSearch } from './filters.ts';
import { pointsMessages } from './messages.ts';
import { PAGE_ROWS, pointsPageQuery, rowAt } from './points-queries.ts';
import './points-table.css';

/** Height of a row in CSS pixels, as in the style sheet. */
const ROW_PX = 44;
/** Browsers lay out at most about 17 million pixels, so longer lists are split into parts of this many rows. */
const WINDOW_ROWS = 200_000;
const OVERSCAN_ROWS = 10;

export interface PointsTableProps {
  readonly name: string;
  readonly search: PointsSearch;
  readonly total: number;
  readonly onChange: (search: PointsSearch, replace: boolean) => void;
}

/** Lists the matching points. Loads and draws only the visible rows. */
export function PointsTable({ name, search, total, onChange }: PointsTableProps) {
  const t = useMessages(pointsMessages);
  const box = useRef<HTMLDivElement>(null);
  const from = Math.min(Number(search.from ?? 0), Math.max(0, total - 1));
  const rows = Math.min(WINDOW_ROWS, total - from);
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
  });
  const shown = virtual.getVirtualItems();
  const numbers = [...new Set(shown.map(({ index }) => Math.floor((from + index) / PAGE_ROWS)))];
  const answers = useQueries({ queries: numbers.map((page) => pointsPageQuery(name, search, page)) });
  const pages = new Map(numbers.map((page, index) => [page, answers[index]?.data]));
  return (
    <>
      <Order search={search} />
      <div
        ref={box}
        className="points-table"
        role="table"
        aria-rowcount={total + 1}
        aria-label={t.title(name)}
        tabIndex={0}
      >
        <Heads search={search} onChange={onChange} />
        <div className="body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start }) => (
            <Line key={from + index} name={name} place={from + index} start={start} row={rowAt(pages, from + index)} />
          ))}
        </div>
      </div>
      <Windows search={search} from={from} rows={rows} total={total} onChange={onChange} />
    </>
  );
}

interface LineProps {
  readonly name: string;
  readonly place: number;
  readonly start: number;
  readonly row: GridPointRow | undefined;
}

function Line({ name, place, start, row }: LineProps) {
  const t = useMessages(pointsMessages);
  return (
    <div className="line" role="row" aria-rowindex={place + 2} style={{ transform: `translateY(${start}px)` }}>
      {row === undefined ? (
        <div role="cell" className="muted">
          {t.rowLoading}
        </div>
      ) : (
        COLUMNS.map(({ id, isNumber, isName, Cell }) => (
          <div
            key={id}
            role={isName ? 'rowheader' : 'cell'}
            className={isName ? 'name' : isNumber ? 'cell number' : 'cell'}
          >
            <Cell workflow={name} point={row} />
          </div>
        ))
      )}
    </div>
  );
}

function Heads({ search, onChange }: Pick<PointsTableProps, 'search' | 'onChange'>) {
  return (
    <div className="heads" role="rowgroup">
      <div className="line" role="row" aria-rowindex={1}>
        {COLUMNS.map((column) => (
          <Head key={column.id} column={column} search={search} onChange={onChange} />
        ))}
      </div>
    </div>
  );
}

function useTitle(id: PointColumn['id']): string {
  const t = useMessages(pointsMessages);
  return id === 'teff' ? 'Teff (K)' : t[id];
}

/** Announces the sort order to screen readers. */
function Order({ search }: Pick<PointsTableProps, 'search'>) {
  const t = useMessages(pointsMessages);
  const title = useTitle(COLUMNS.find(({ sort }) => sort === (search.sort ?? 'wave'))?.id ?? 'wave');
  return (
    <p role="status" className="unseen">
      {t.sorted(title, search.order === 'desc')}
    </p>
  );
}

interface HeadProps extends Pick<PointsTableProps, 'search' | 'onChange'> {
  readonly column: PointColumn;
}

function Head({ column: { id, isNumber, sort, startsDescending }, search, onChange }: HeadProps) {
  const t = useMessages(pointsMessages);
  const title = useTitle(id);
  const className = isNumber ? 'cell number' : 'cell';
  if (sort === undefined)
    return (
      <div role="columnheader" className={className}>
        {title}
      </div>
    );
  const isSorted = (search.sort ?? 'wave') === sort;
  const descends = search.order === 'desc';
  const { from: _, order: __, ...others } = search;
  const next = (isSorted ? !descends : startsDescending)
    ? ({ ...others, sort, order: 'desc' } as const)
    : { ...others, sort };
  return (
    <div
      role="columnheader"
      className={className}
      aria-sort={isSorted ? (descends ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" aria-label={t.sortBy(title)} onClick={() => onChange(next, false)}>
        {title}
        {isSorted ? (descends ? ' ↓' : ' ↑') : ''}
      </button>
    </div>
  );
}

interface WindowsProps extends Omit<PointsTableProps, 'name'> {
  readonly from: number;
  readonly rows: number;
}

/** Moves between the parts of a list that is too long to scroll as a whole. */
function Windows({ search, from, rows, total, onChange }: WindowsProps) {
  const t = useMessages(pointsMessages);
  if (total <= WINDOW_ROWS) return null;
  const goTo = (place: number) => {
    const { from: _, ...others } = search;
    onChange(place === 0 ? others : { ...others, from: String(place) }, false);
  };
  return (
    <nav className="row spread" aria-label={t.windows}>
      <Button isBlocked={from === 0} onClick={() => goTo(Math.max(0, from - WINDOW_ROWS))}>
        {t.previous}
      </Button>
      <span>{t.rows(from + 1, from + rows, total)}</span>
      <Button isBlocked={from + rows >= total} onClick={() => goTo(from + WINDOW_ROWS)}>
        {t.next}
      </Button>
    </nav>
  );
}
