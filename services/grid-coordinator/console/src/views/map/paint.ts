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

/** How categories are painted. */
export interface Inks {
  /** 32 bits for each category: alpha, blue, green, red. */
  readonly colours: Uint32Array;
  /** Categories with diagonal lines, which are visible without colours. */
  readonly hatched: ReadonlySet<number>;
}

/** Distance and width of the diagonal lines, in pixels of the screen. */
const HATCH_EVERY = 6;
const HATCH_WIDTH = 2;

/** Fills a part of a row of pixels with a category. */
export function fillRow(
  { data, width }: Pick<Pixels, 'data' | 'width'>,
  { y, left, right }: { readonly y: number; readonly left: number; readonly right: number },
  { colour, isHatched }: { readonly colour: number; readonly isHatched: boolean },
): void {
  const row = y * width;
  data.fill(colour, row + left, row + right);
  if (!isHatched) return;
  const line = darker(colour);
  for (let x = left; x < right; x += 1) if ((x + y) % HATCH_EVERY < HATCH_WIDTH) data[row + x] = line;
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
 */
export function paintStacks({ data, width, height }: Pixels, table: CountTable, inks: Inks): void {
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
      paintStack({ data, width }, { left, right, top, bottom }, counts.subarray(base, base + categoryCount), inks);
    }
  }
}

function paintStack(
  { data, width }: Pick<Pixels, 'data' | 'width'>,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
  counts: Int32Array,
  inks: Inks,
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
    fillRow({ data, width }, { y, left, right }, inkOf(inks, category));
  }
}

export function highestBar(counts: Int32Array, categoryCount: number): number {
  let highest = 0;
  for (let base = 0; base < counts.length; base += categoryCount) {
    const total = counts.subarray(base, base + categoryCount).reduce((sum, n) => sum + n, 0);
    highest = Math.max(highest, total);
  }
  return highest;
}

/**
 * Paints the counts of an axis as bars of stacked categories. The highest bar fills the height. Values outside the
 * range are paler.
 */
export function paintBars(
  { data, width, height }: Pixels,
  { counts, categoryCount }: Pick<CountTable, 'counts' | 'categoryCount'>,
  inks: Inks,
  range: Box[number],
): void {
  const bars = counts.length / categoryCount;
  const highest = Math.max(1, highestBar(counts, categoryCount));
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
      const ink = inkOf(inks, category);
      const shown = isIn ? ink : { ...ink, colour: paler(ink.colour) };
      for (let y = top; y < bottom; y += 1) fillRow({ data, width }, { y, left, right }, shown);
      bottom = Math.min(bottom, top);
    }
  }
}

export function inkOf({ colours, hatched }: Inks, category: number) {
  return { colour: colours[category] ?? 0, isHatched: hatched.has(category) };
}

function darker(colour: number): number {
  const part = (shift: number) => Math.round(0.45 * ((colour >> shift) & 0xff)) << shift;
  return ((colour & 0xff_00_00_00) | part(16) | part(8) | part(0)) >>> 0;
}

function paler(colour: number): number {
  return ((colour & 0x00_ff_ff_ff) | 0x40_00_00_00) >>> 0;
}
