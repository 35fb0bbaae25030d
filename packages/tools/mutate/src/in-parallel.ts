/** Runs `work` for all items, for at most `jobs` items at a time. */
export async function inParallel<T>(items: Iterable<T>, jobs: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  const takeItems = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: jobs }, takeItems));
}
