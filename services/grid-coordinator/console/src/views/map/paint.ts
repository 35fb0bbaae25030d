import type { Box } from './box.ts';

/** Counts by category and the ranks of two axes, as part of the counts of all pairs. */
export interface CountTable {
  readonly counts: Int32Array;
  readonly offset: number;
  /** Ranks of the first axis (left to right) and of the second (bottom to top). */
  readonly columns: number;
  readonly rows: number;
  readonly categoryCount: number;
}

/** A drawing with one 32-bit number for each pixel: alpha, blue, green, red. */
export interface Pixels {
  readonly data: Uint32Array;
  readonly width: number;
  readonly height: number;
}

/** Cells of at least this size have a line between them. */
const LEAST_CELL_WITH_GAP = 5;

/** Returns where the cells of an axis begin, followed by the end of the last cell. */
export function cellEdges(length: number, cells: number): number[] {
  return Array.from({ length: cells + 1 }, (_, cell) => Math.floor((cell * length) / cells));
}

/**
 * Paints each cell as a stack of its categories by share, with the first category at the bottom. Leaves empty cells
 * unchanged.
 *
 * @param colours of the categories
 */
export function paintStacks({ data, width, height }: Pixels, table: CountTable, colours: Uint32Array): void {
  const { counts, offset, columns, rows, categoryCount } = table;
  const lefts = cellEdges(width, columns);
  const tops = cellEdges(height, rows);
  const gapX = width / columns >= LEAST_CELL_WITH_GAP ? 1 : 0;
  const gapY = height / rows >= LEAST_CELL_WITH_GAP ? 1 : 0;
  for (let column = 0; column < columns; column += 1) {
    const left = lefts[column] ?? 0;
    const right = Math.max(left + 1, (lefts[column + 1] ?? 0) - gapX);
    for (let row = 0; row < rows; row += 1) {
      const base = offset + (column * rows + row) * categoryCount;
      const bottom = height - (tops[row] ?? 0);
      const top = Math.min(bottom - 1, height - (tops[row + 1] ?? 0) + gapY);
      paintStack({ data, width }, { left, right, top, bottom }, counts.subarray(base, base + categoryCount), colours);
    }
  }
}

function paintStack(
  { data, width }: Pick<Pixels, 'data' | 'width'>,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
  counts: Int32Array,
  colours: Uint32Array,
): void {
  const total = counts.reduce((sum, n) => sum + n, 0);
  if (total === 0) return;
  let category = 0;
  let below = counts[0] ?? 0;
  for (let y = bottom - 1; y >= top; y -= 1) {
    const share = ((bottom - y - 0.5) * total) / (bottom - top);
    while (below < share && category < counts.length - 1) {
      category += 1;
      below += counts[category] ?? 0;
    }
    data.fill(colours[category] ?? 0, y * width + left, y * width + right);
  }
}

/**
 * Paints the counts of an axis as bars of stacked categories. The highest bar fills the height. Values outside the
 * range are paler.
 */
export function paintBars(
  { data, width, height }: Pixels,
  { counts, categoryCount }: Pick<CountTable, 'counts' | 'categoryCount'>,
  colours: Uint32Array,
  range: Box[number],
): void {
  const bars = counts.length / categoryCount;
  const totals = Array.from({ length: bars }, (_, bar) => {
    let total = 0;
    for (let category = 0; category < categoryCount; category += 1)
      total += counts[bar * categoryCount + category] ?? 0;
    return total;
  });
  const highest = Math.max(1, ...totals);
  const lefts = cellEdges(width, bars);
  const gap = width / bars >= LEAST_CELL_WITH_GAP ? 1 : 0;
  for (let bar = 0; bar < bars; bar += 1) {
    const left = lefts[bar] ?? 0;
    const right = Math.max(left + 1, (lefts[bar + 1] ?? 0) - gap);
    const isIn = bar >= range.from && bar <= range.to;
    let below = 0;
    let bottom = height;
    for (let category = 0; category < categoryCount; category += 1) {
      below += counts[bar * categoryCount + category] ?? 0;
      const top = height - Math.round((below * height) / highest);
      const colour = isIn ? (colours[category] ?? 0) : paler(colours[category] ?? 0);
      for (let y = top; y < bottom; y += 1) data.fill(colour, y * width + left, y * width + right);
      bottom = Math.min(bottom, top);
    }
  }
}

/** Returns the colour with a quarter of its opacity. */
function paler(colour: number): number {
  return ((colour & 0x00_ff_ff_ff) | 0x40_00_00_00) >>> 0;
}
