import { useCallback, useState, type MouseEvent } from 'react';
import type { Pixels } from './paint.ts';
import { PixelCanvas } from './pixel-canvas.tsx';

/** A cell of a drawing; rows go up. */
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
  /** The pointer or the cursor is on a cell. */
  readonly onCell: (cell: Cell) => void;
  readonly onOpen: (cell: Cell) => void;
  readonly className?: string;
  readonly aspectRatio?: string;
}

const ARROWS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** A drawing of cells that are opened by a click, or by the arrow keys and Enter. */
export function CellGrid({
  label,
  columns,
  rows,
  paint,
  draw,
  onCell,
  onOpen,
  className = '',
  aspectRatio,
}: CellGridProps) {
  const [cursor, setCursor] = useState<Cell>();
  const at = cursor ?? { column: 0, row: 0 };
  const drawAll = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number) => {
      draw?.(context, width, height);
      if (cursor !== undefined) drawCursor(context, { width: width / columns, height: height / rows }, cursor, height);
    },
    [draw, cursor, columns, rows],
  );
  const cellAt = (event: MouseEvent): Cell => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - left) / width) * columns);
    const row = rows - 1 - Math.floor(((event.clientY - top) / height) * rows);
    return { column: clamp(column, columns), row: clamp(row, rows) };
  };
  return (
    <button
      type="button"
      className={`map-heat ${className}`}
      aria-label={label}
      onMouseMove={(event) => onCell(cellAt(event))}
      onClick={(event) => {
        // A click of the keyboard has no place: it is about the cursor's cell.
        onOpen(event.detail > 0 ? cellAt(event) : at);
      }}
      onFocus={() => setCursor(at)}
      onBlur={() => setCursor(undefined)}
      onKeyDown={(event) => {
        const [right, up] = ARROWS[event.key] ?? [];
        if (right === undefined || up === undefined) return;
        event.preventDefault();
        const next = { column: clamp(at.column + right, columns), row: clamp(at.row + up, rows) };
        setCursor(next);
        onCell(next);
      }}
    >
      <PixelCanvas className="map-canvas" style={{ aspectRatio }} paint={paint} draw={drawAll} />
    </button>
  );
}

function clamp(rank: number, size: number): number {
  return Math.min(size - 1, Math.max(0, rank));
}

function drawCursor(
  context: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  { column, row }: Cell,
  bottom: number,
): void {
  context.strokeStyle = getComputedStyle(context.canvas).color;
  context.lineWidth = 2;
  context.strokeRect(column * width, bottom - (row + 1) * height, width, height);
}
