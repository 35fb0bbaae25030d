import type { LibraryPaper } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { useQueries } from '@tanstack/react-query';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type CSSProperties, type RefObject } from 'react';
import { knownPapers, PAGE_ROWS, rowsQuery } from '../../queries/library.ts';
import type { LibraryAddress } from './address.ts';
import { shownColumns, useListLayout, widthOf, type ListLayout } from './list-layout.ts';
import { libraryMessages } from './messages.ts';
import { DRAGGED_PAPERS, PaperRow } from './paper-row.tsx';
import { TableHead } from './table-head.tsx';
import { useRowKeys } from './use-row-keys.ts';
import type { PaperActions } from './use-paper-actions.ts';
import type { PaperSelection } from './use-selection.ts';
import { useWide } from '../../use-wide.ts';
import './paper-table.css';

/** Row heights in CSS pixels. Must match the style sheet. */
const ROW_PX = { comfortable: 74, compact: 24 } as const;
const PHONE_ROW_PX = 124;
const OVERSCAN_ROWS = 8;

/** The scroll offset of each list, restored by Back. */
const offsets = new Map<string, number>();

export interface PaperTableProps {
  readonly listKey: string;
  readonly codes: readonly string[];
  readonly address: LibraryAddress;
  readonly selection: PaperSelection;
  readonly actions: PaperActions;
  readonly onChange: (address: LibraryAddress) => void;
  /** Called with the paper of the row that gets the focus or is clicked. */
  readonly onActive: (paper: LibraryPaper | undefined) => void;
}

/** Lists any number of papers. Loads and renders only the visible rows. */
export function PaperTable({ listKey, codes, address, selection, actions, onChange, onActive }: PaperTableProps) {
  const t = useMessages(libraryMessages);
  const layout = useListLayout();
  const box = useRef<HTMLDivElement>(null);
  const active = useRef<number>(undefined);
  const virtual = useRowVirtualizer({ box, active, listKey, count: codes.length });
  const shown = virtual.getVirtualItems();
  const rows = useRows(
    codes,
    shown.map(({ index }) => index),
    address.in_trash === 'true',
  );
  const keys = useRowKeys({
    box,
    codes,
    active,
    selection,
    actions,
    paperOf: rows.paperOf,
    scrollTo: virtual.scrollToIndex,
    inTrash: address.in_trash === 'true',
  });
  return (
    <div
      ref={box}
      className={`paper-table ${layout.rows}`}
      style={columnsOf(layout)}
      role="table"
      aria-rowcount={codes.length + 1}
      aria-label={t.list}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
    >
      <TableHead address={address} onChange={onChange} />
      <div className="body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const code = codes[index] ?? '';
          return (
            <Line
              key={code}
              code={code}
              place={index}
              start={start}
              paper={rows.paperOf(code)}
              isMissing={rows.isMissing(code)}
              selection={selection}
              actions={actions}
              onFocus={() => {
                active.current = index;
                onActive(rows.paperOf(code));
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowVirtualizerOptions {
  readonly box: RefObject<HTMLDivElement | null>;
  /** The index of the focused row. */
  readonly active: RefObject<number | undefined>;
  readonly listKey: string;
  readonly count: number;
}

/** Chooses the rows to render. Starts at the saved scroll offset. */
function useRowVirtualizer({ box, active, listKey, count }: RowVirtualizerOptions) {
  const { rows } = useListLayout();
  const height = useWide() ? ROW_PX[rows] : PHONE_ROW_PX;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: OVERSCAN_ROWS,
    initialOffset: offsets.get(listKey) ?? 0,
    onChange: ({ scrollOffset }) => offsets.set(listKey, scrollOffset ?? 0),
    // Keep the focused row rendered at any distance, or the focus would be lost.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const focused = active.current;
      if (focused === undefined || focused >= count || shown.includes(focused)) return shown;
      return [...shown, focused].toSorted((a, b) => a - b);
    },
  });
  // The virtualizer caches its height estimates.
  useEffect(() => virtual.measure(), [virtual, height]);
  return virtual;
}

/** Returns true for elements that handle clicks themselves. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select') !== null;
}

/** Passes the widths of the chosen columns to the style sheet. */
function columnsOf(layout: ListLayout): CSSProperties {
  const widths = shownColumns(layout).map((column) => `${widthOf(layout, column)}px`);
  return { '--chosen': widths.join(' ') } as CSSProperties;
}

interface LineProps extends Pick<PaperTableProps, 'selection' | 'actions'> {
  readonly code: string;
  readonly place: number;
  readonly start: number;
  readonly paper: LibraryPaper | undefined;
  readonly isMissing: boolean;
  readonly onFocus: () => void;
}

function Line({ code, place, start, paper, isMissing, selection, actions, onFocus }: LineProps) {
  const t = useMessages(libraryMessages);
  return (
    <div
      className={selection.has(code) ? 'line selected' : 'line'}
      role="row"
      data-place={place}
      aria-rowindex={place + 2}
      style={{ transform: `translateY(${start}px)` }}
      draggable
      onClick={(event) => {
        if (isControl(event.target)) return;
        // Clicks select rows as in a file manager.
        if (event.shiftKey) selection.set(code, true, true);
        else if (event.ctrlKey || event.metaKey) selection.set(code, !selection.has(code));
        else selection.only(code);
        event.currentTarget.querySelector<HTMLElement>('.title')?.focus({ preventScroll: true });
      }}
      onDoubleClick={(event) => {
        if (!isControl(event.target)) event.currentTarget.querySelector<HTMLElement>('.title')?.click();
      }}
      onFocus={onFocus}
      onDragStart={(event) => {
        const dragged = selection.has(code) ? selection.chosen : [code];
        event.dataTransfer.setData(DRAGGED_PAPERS, JSON.stringify(dragged));
        event.dataTransfer.effectAllowed = 'copy';
      }}
    >
      {paper === undefined ? (
        <div role="cell" className="muted waiting">
          {isMissing ? t.rowGone(code) : t.rowLoading}
        </div>
      ) : (
        <PaperRow code={code} paper={paper} selection={selection} actions={actions} />
      )}
    </div>
  );
}

/** Loads the papers of the visible rows in pages. */
function useRows(codes: readonly string[], places: readonly number[], inTrash: boolean) {
  const pages = [...new Set(places.map((place) => Math.floor(place / PAGE_ROWS)))];
  const answers = useQueries({
    queries: pages.map((page) => rowsQuery(codes.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS), inTrash)),
  });
  const papers = new Map<string, LibraryPaper>();
  const answered = new Set<string>();
  pages.forEach((page, index) => {
    const answer = answers[index]?.data;
    if (answer === undefined) return;
    for (const code of codes.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)) answered.add(code);
    for (const paper of answer) papers.set(paper.bibcode, paper);
  });
  return {
    paperOf: (code: string) => papers.get(code) ?? (answered.has(code) ? undefined : knownPapers.get(code)),
    /** Returns true for papers that were removed or merged after the list was loaded. */
    isMissing: (code: string) => answered.has(code) && !papers.has(code),
  };
}
