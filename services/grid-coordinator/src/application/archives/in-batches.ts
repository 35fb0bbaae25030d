/** Rows per statement. */
const BATCH = 1_000;

/**
 * Passes rows to `write` in batches and returns the number of rows. A row starts a new batch if `together` returns
 * false for the batch's first row and this row.
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
