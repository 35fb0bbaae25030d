import type { GridPointRow } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { ColumnEdge } from '@almagest/ui/components/column-edge';
import { useMessages } from '@almagest/ui/messages';
import { useStoredValue } from '@almagest/ui/stored-value';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type RefObject } from 'react';
import { COLUMNS, type PointColumn } from './columns.tsx';
import type { PointsSearch } from './filters.ts';
import { pointsMessages } from './messages.ts';
import { density, useTitle, type useColumns } from './list-options.tsx';
import { PAGE_ROWS, pointsPageQuery, rowAt } from './points-queries.ts';
import { MOST_SELECTED } from './selection.ts';
import type { Selection } from './use-selection.ts';
import './points-table.css';

/** Height of a row in CSS pixels, as in the style sheet. */
const ROW_PX = { normal: 44, compact: 28 } as const;
/** Width of the checkboxes and space between columns in the style sheet. */
const CHECKBOX_REM = 1.25;
const GAP_REM = 1.5;
/** Browsers lay out at most about 17 million pixels, so longer lists are split into parts of this many rows. */
const WINDOW_ROWS = 200_000;
const OVERSCAN_ROWS = 10;

export interface PointsTableProps {
  readonly name: string;
  readonly search: PointsSearch;
  readonly total: number;
  readonly layout: Pick<ReturnType<typeof useColumns>, 'columns' | 'widths' | 'resize'>;
  readonly selection: Selection;
  readonly onChange: (search: PointsSearch, replace: boolean) => void;
}

/** Lists the matching points. Loads and draws only the visible rows. */
export function PointsTable({ name, search, total, layout, selection, onChange }: PointsTableProps) {
  const { columns } = layout;
  const t = useMessages(pointsMessages);
  const box = useRef<HTMLDivElement>(null);
  const rows = useStoredValue(density);
  const from = Math.min(Number(search.from ?? 0), Math.max(0, total - 1));
  const count = Math.min(WINDOW_ROWS, total - from);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX[rows],
    overscan: OVERSCAN_ROWS,
  });
  useEffect(() => virtual.measure(), [virtual, rows]);
  const shown = virtual.getVirtualItems();
  const numbers = [...new Set(shown.map(({ index }) => Math.floor((from + index) / PAGE_ROWS)))];
  const answers = useQueries({ queries: numbers.map((page) => pointsPageQuery(name, search, page)) });
  const pages = new Map(numbers.map((page, index) => [page, answers[index]?.data]));
  const move = useMovingFocus(box, (place) => virtual.scrollToIndex(place - from));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = event.target instanceof HTMLInputElement ? event.target.dataset['place'] : undefined;
    if (step === undefined || at === undefined) return;
    event.preventDefault();
    const place = Math.min(from + count - 1, Math.max(from, Number(at) + step));
    const row = rowAt(pages, place);
    if (event.shiftKey && row !== undefined) selection.toggle(place, row, true);
    move(place);
  };
  return (
    <>
      <Order search={search} />
      <div
        ref={box}
        className={`points-table ${rows}`}
        style={widthsOf(layout)}
        role="table"
        aria-rowcount={total + 1}
        aria-label={t.title(name)}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Heads {...{ search, total, layout, selection, onChange }} />
        <div className="body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start }) => (
            <Line
              key={from + index}
              {...{ name, start, columns, selection }}
              place={from + index}
              row={rowAt(pages, from + index)}
            />
          ))}
        </div>
      </div>
      <Windows {...{ search, from, total, onChange }} rows={count} />
    </>
  );
}

/** Returns the widths of the columns for the style sheet. */
function widthsOf({ columns, widths }: PointsTableProps['layout']): CSSProperties {
  const lengthOf = ({ id, width }: PointColumn) => (widths[id] === undefined ? `${width}rem` : `${widths[id]}px`);
  const template = columns
    .filter(({ isName }) => !isName)
    .map((column) =>
      column.id === 'lastNode' && widths[column.id] === undefined
        ? `minmax(${lengthOf(column)}, 1fr)`
        : lengthOf(column),
    );
  const gaps = CHECKBOX_REM + GAP_REM * (columns.length + 1);
  const styles = {
    '--others': template.join(' '),
    '--least': `calc(${[`${gaps}rem`, ...columns.map(lengthOf)].join(' + ')})`,
  };
  return styles as CSSProperties;
}

/** Returns a function that moves the focus to the checkbox of a place, also if its row is not drawn yet. */
function useMovingFocus(box: RefObject<HTMLDivElement | null>, scrollTo: (place: number) => void) {
  const wanted = useRef<number>(undefined);
  const focus = () => {
    const found = box.current?.querySelector<HTMLInputElement>(`[data-place="${wanted.current}"]`);
    if (found === null || found === undefined) return;
    wanted.current = undefined;
    found.focus();
  };
  useEffect(focus);
  return (place: number) => {
    wanted.current = place;
    scrollTo(place);
    focus();
  };
}

interface LineProps extends Pick<PointsTableProps, 'name' | 'selection'> {
  readonly columns: readonly PointColumn[];
  readonly place: number;
  readonly start: number;
  readonly row: GridPointRow | undefined;
}

function Line({ name, place, start, row, columns, selection }: LineProps) {
  const t = useMessages(pointsMessages);
  const isSelected = row !== undefined && selection.selected.has(row.name);
  return (
    <div
      className={isSelected ? 'line selected' : 'line'}
      role="row"
      aria-rowindex={place + 2}
      style={{ transform: `translateY(${start}px)` }}
    >
      {row === undefined ? (
        <div role="cell" className="muted">
          {t.rowLoading}
        </div>
      ) : (
        <>
          <div role="cell" className="select">
            <input
              type="checkbox"
              data-place={place}
              aria-label={t.select(row.name)}
              checked={isSelected}
              onChange={({ nativeEvent }) => selection.toggle(place, row, (nativeEvent as MouseEvent).shiftKey)}
            />
          </div>
          {columns.map(({ id, isNumber, isName, Cell }) => (
            <div
              key={id}
              role={isName ? 'rowheader' : 'cell'}
              className={isName ? 'name' : isNumber ? 'cell number' : 'cell'}
            >
              <Cell workflow={name} point={row} />
            </div>
          ))}
        </>
      )}
    </div>
  );
}

function Heads({
  search,
  total,
  layout: { columns, widths, resize },
  selection,
  onChange,
}: Pick<PointsTableProps, 'search' | 'total' | 'layout' | 'selection' | 'onChange'>) {
  const t = useMessages(pointsMessages);
  const { selected } = selection;
  const first = Math.min(total, MOST_SELECTED);
  return (
    <div className="heads" role="rowgroup">
      <div className="line" role="row" aria-rowindex={1}>
        <div role="columnheader" className="select">
          <input
            type="checkbox"
            aria-label={selected.size > 0 ? t.deselect : t.selectFirst(first)}
            checked={selected.size > 0}
            onChange={() => (selected.size > 0 ? selection.clear() : selection.selectFirst(first))}
          />
        </div>
        {columns.map((column) => (
          <Head
            key={column.id}
            {...{ column, search, onChange }}
            width={widths[column.id]}
            onResize={(width) => resize(column.id, width)}
          />
        ))}
      </div>
    </div>
  );
}

/** Announces the sort order to screen readers. */
function Order({ search }: Pick<PointsTableProps, 'search'>) {
  const t = useMessages(pointsMessages);
  const title = useTitle()(COLUMNS.find(({ sort }) => sort === (search.sort ?? 'wave'))?.id ?? 'wave');
  return (
    <p role="status" className="unseen">
      {t.sorted(title, search.order === 'desc')}
    </p>
  );
}

interface HeadProps extends Pick<PointsTableProps, 'search' | 'onChange'> {
  readonly column: PointColumn;
  readonly width: number | undefined;
  readonly onResize: (width: number | undefined) => void;
}

function Head({ column, search, width, onResize, onChange }: HeadProps) {
  const { id, isName, isNumber, sort, startsDescending } = column;
  const t = useMessages(pointsMessages);
  const title = useTitle()(id);
  const className = isNumber ? 'cell number' : 'cell';
  // The name takes the remaining width.
  const edge = isName ? null : <ColumnEdge {...{ title, width, onResize }} />;
  if (sort === undefined)
    return (
      <div role="columnheader" className={className}>
        {title}
        {edge}
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
      {edge}
    </div>
  );
}

interface WindowsProps extends Pick<PointsTableProps, 'search' | 'total' | 'onChange'> {
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
