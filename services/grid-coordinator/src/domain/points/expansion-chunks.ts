/**
 * The first chunk is small, because PostgreSQL's planner needs rows in the table to plan well. Larger chunks are not
 * faster.
 */
const FIRST_CHUNK = 1_000;
const CHUNK = 10_000;

/** Returns the number of points in a chunk, if enough are left. Chunks are numbered from 0. */
export function chunkSize(number: number): number {
  return number === 0 ? FIRST_CHUNK : CHUNK;
}

/** Returns how many of `total` points some chunks contain together. */
export function pointsInChunks(numbers: Iterable<number>, total: number): number {
  let points = 0;
  for (const number of numbers) {
    const before = number === 0 ? 0 : FIRST_CHUNK + (number - 1) * CHUNK;
    points += Math.max(0, Math.min(chunkSize(number), total - before));
  }
  return points;
}
