/** Rows per statement. */
const BATCH = 1_000;

/**
 * Hands rows over in batches, and returns how many there were. Rows that do not go `together` with the first of a batch
 * begin another.
 */
export async function inBatches<Row>(
  rows: AsyncIterable<Row>,
  write: (batch: Row[]) => Promise<void>,
  together: (a: Row, b: Row) => boolean = () => true,
): Promise<number> {
  let batch: Row[] = [];
  let count = 0;
  const flush = async () => {
    if (batch.length > 0) await write(batch);
    count += batch.length;
    batch = [];
  };
  for await (const row of rows) {
    const [first] = batch;
    if (first !== undefined && (batch.length === BATCH || !together(first, row))) await flush();
    batch.push(row);
  }
  await flush();
  return count;
}
