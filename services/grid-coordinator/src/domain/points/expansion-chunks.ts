/**
 * The first chunk is small, because PostgreSQL's planner plans badly while the table is empty. Larger chunks are not
 * faster.
 */
const FIRST_CHUNK = 1_000;
const CHUNK = 10_000;

/** Returns the number of points in a full chunk. Chunks are numbered from 0. The last chunk may have fewer points. */
export function chunkSize(number: number): number {
  return number === 0 ? FIRST_CHUNK : CHUNK;
}

/** Returns how many of `total` points the given chunks contain together. */
export function pointsInChunks(numbers: Iterable<number>, total: number): number {
  let points = 0;
  for (const number of numbers) {
    const before = number === 0 ? 0 : FIRST_CHUNK + (number - 1) * CHUNK;
    points += Math.max(0, Math.min(chunkSize(number), total - before));
  }
  return points;
}
