/** The first chunk is small: PostgreSQL's planner needs rows in the table to plan well. Larger ones are not faster. */
const FIRST_CHUNK = 1_000;
const CHUNK = 10_000;

/** How many points a chunk of an expansion has, if so many are left. They are numbered from 0. */
export function chunkSize(number: number): number {
  return number === 0 ? FIRST_CHUNK : CHUNK;
}

/** How many of `total` points some chunks have together. */
export function pointsInChunks(numbers: Iterable<number>, total: number): number {
  let points = 0;
  for (const number of numbers) {
    const before = number === 0 ? 0 : FIRST_CHUNK + (number - 1) * CHUNK;
    points += Math.max(0, Math.min(chunkSize(number), total - before));
  }
  return points;
}
