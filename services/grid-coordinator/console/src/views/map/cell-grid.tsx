import { useCallback, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { drawMarks, marksAt, type Mark } from './marks.ts';
import type { Pixels } from './paint.ts';
import { PixelCanvas } from './pixel-canvas.tsx';

/** A cell of a drawing. Rows count upwards. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

export interface CellGridProps {
  readonly label: string;
  readonly columns: number;
  readonly rows: number;
  readonly paint: (pixels: Pixels) => void;
  /** Draws above the cells. */
  readonly draw?: ((context: CanvasRenderingContext2D, width: number, height: number) => void) | undefined;
  /** Called when the pointer or the cursor enters a cell. */
  readonly onCell: (cell: Cell) => void;
  readonly onOpen: (cell: Cell) => void;
  /** Called after a double click, or when the user presses F. */
  readonly onEnlarge?: ((cell: Cell, isDoubleClick: boolean) => void) | undefined;
  readonly title?: string;
  /** Extra points, drawn above the cells. */
  readonly marks?: readonly Mark[];
  /** Called when the pointer hovers over marks or clicks them. */
  readonly onMarks?: (marks: readonly Mark[], isOpened: boolean) => void;
  readonly aspectRatio?: string;
}

const NO_MARKS: readonly Mark[] = [];

const ARROWS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Draws cells. A click, or the arrow keys and Enter, open a cell. */
export function CellGrid({
  label,
  columns,
  rows,
  paint,
  draw,
  onCell,
  onOpen,
  onEnlarge,
  title,
  marks = NO_MARKS,
  onMarks,
  aspectRatio,
}: CellGridProps) {
  const [cursor, setCursor] = useState<Cell>();
  const at = cursor ?? { column: 0, row: 0 };
  const drawAll = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number) => {
      drawMarks(context, marks, { columns, rows, width, height });
      draw?.(context, width, height);
      if (cursor !== undefined) drawCell(context, { width: width / columns, height: height / rows }, cursor, height);
    },
    [draw, marks, cursor, columns, rows],
  );
  const point = (event: MouseEvent, isOpened: boolean) => {
    const under = marksUnder(event, marks, { columns, rows });
    if (under.length > 0 && onMarks !== undefined) onMarks(under, isOpened);
    else {
      const cell = cellUnder(event, { columns, rows });
      if (isOpened) setCursor(cell);
      (isOpened ? onOpen : onCell)(cell);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isPlainF(event) && onEnlarge !== undefined) onEnlarge(at, false);
    const next = neighbour(at, event.key, { columns, rows });
    if (next === undefined) return;
    event.preventDefault();
    setCursor(next);
    onCell(next);
  };
  return (
    <button
      type="button"
      className="map-heat"
      aria-label={label}
      title={title}
      onMouseMove={(event) => point(event, false)}
      // Keyboard clicks have no position, so they open the cell under the cursor. The second click of a double click does
      // nothing.
      onClick={(event) => (event.detail === 0 ? onOpen(at) : event.detail === 1 ? point(event, true) : undefined)}
      onDoubleClick={(event) => onEnlarge?.(cellUnder(event, { columns, rows }), true)}
      onFocus={() => setCursor(at)}
      onBlur={() => setCursor(undefined)}
      onKeyDown={onKeyDown}
    >
      <PixelCanvas className="map-canvas" style={{ aspectRatio }} paint={paint} draw={drawAll} />
    </button>
  );
}

type Size = Pick<CellGridProps, 'columns' | 'rows'>;

function isPlainF({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === 'f' && !ctrlKey && !metaKey && !altKey;
}

/** Returns the cell that an arrow key leads to, or undefined for other keys. */
function neighbour(at: Cell, key: string, { columns, rows }: Size): Cell | undefined {
  const [right, up] = ARROWS[key] ?? [];
  if (right === undefined || up === undefined) return undefined;
  return { column: clamp(at.column + right, columns), row: clamp(at.row + up, rows) };
}

function cellUnder(event: MouseEvent, { columns, rows }: Size): Cell {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const column = Math.floor(((event.clientX - left) / width) * columns);
  const row = rows - 1 - Math.floor(((event.clientY - top) / height) * rows);
  return { column: clamp(column, columns), row: clamp(row, rows) };
}

function marksUnder(event: MouseEvent, marks: readonly Mark[], size: Size): Mark[] {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return marksAt(marks, { ...size, width, height }, [event.clientX - left, event.clientY - top]);
}

function clamp(rank: number, size: number): number {
  return Math.min(size - 1, Math.max(0, rank));
}

export function drawCell(
  context: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  { column, row }: Cell,
  bottom: number,
): void {
  context.strokeStyle = getComputedStyle(context.canvas).color;
  context.lineWidth = 2;
  context.strokeRect(column * width, bottom - (row + 1) * height, width, height);
}
