/** Space for a character of a tick, for a line of ticks, and between two ticks, in CSS pixels. */
const CHARACTER_PX = 7;
const LINE_PX = 15;
const BETWEEN_PX = 6;

/** A tick text of an axis. Its middle is at `at`, in CSS pixels from the first cell. */
export interface Tick {
  readonly cell: number;
  readonly at: number;
}

/**
 * Returns which cells of an axis get a tick, evenly spaced from the first cell on, so that no two texts overlap. A text at
 * an end moves inwards to stay within the axis.
 *
 * @param length of the axis in CSS pixels
 */
export function ticksOf(texts: readonly string[], length: number, isVertical: boolean): Tick[] {
  if (length <= 0) return [];
  const size = isVertical ? LINE_PX : CHARACTER_PX * Math.max(0, ...texts.map((text) => text.length));
  const cellSize = length / texts.length;
  const inside = (at: number) => Math.min(Math.max(at, size / 2), Math.max(size / 2, length - size / 2));
  const ticks: Tick[] = [];
  for (const cell of texts.keys()) {
    const at = inside((cell + 0.5) * cellSize);
    const before = ticks.at(-1);
    const step = ticks.length < 2 ? 1 : (ticks[1]?.cell ?? 0) - (ticks[0]?.cell ?? 0);
    if (before !== undefined && (at - before.at < size + BETWEEN_PX || cell - before.cell < step)) continue;
    ticks.push({ cell, at });
  }
  return ticks;
}

/** Returns the width of the longest text in CSS pixels. */
export function widthOf(texts: readonly string[]): number {
  return CHARACTER_PX * Math.max(1, ...texts.map((text) => text.length));
}
