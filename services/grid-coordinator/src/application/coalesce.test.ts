import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Coalescer, fulfilled, rejected } from './coalesce.ts';

/** Waits one turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Returns a coalescer whose batches end only when the test ends them. */
function gated(maxBatch: number) {
  const batches: { items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const coalescer = new Coalescer<string, string>(async (items) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    batches.push({ items, end: resolve, fail: reject });
    await promise;
    return items.map((item) => fulfilled(item.toUpperCase()));
  }, maxBatch);
  return { coalescer, batches };
}

describe('Coalescer', () => {
  test('runs the calls of one turn as one batch and returns each result to its caller', async () => {
    const { coalescer, batches } = gated(100);
    const answers = Promise.all(['a', 'b', 'c'].map((item) => coalescer.submit(item)));
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([['a', 'b', 'c']]);
    batches[0]?.end();
    await expect(answers).resolves.toEqual(['A', 'B', 'C']);
  });

  test('fills the next batch while one is running, and never runs two at once', async () => {
    const { coalescer, batches } = gated(100);
    const first = coalescer.submit('a');
    await turn();
    const more = [coalescer.submit('b')];
    await turn();
    more.push(coalescer.submit('c'), coalescer.submit('d'));
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([['a']]);
    batches[0]?.end();
    await expect(first).resolves.toBe('A');
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd']]);
    batches[1]?.end();
    await expect(Promise.all(more)).resolves.toEqual(['B', 'C', 'D']);
  });

  test('splits more calls than fit into a batch', async () => {
    const { coalescer, batches } = gated(2);
    const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => coalescer.submit(item)));
    for (let batch = 0; batch < 3; batch += 1) {
      await turn();
      batches[batch]?.end();
    }
    await expect(answers).resolves.toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(batches.map(({ items }) => items)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('rejects only the calls of a batch that rejects, and continues', async () => {
    const { coalescer, batches } = gated(2);
    const answers = Promise.allSettled(['a', 'b', 'c'].map((item) => coalescer.submit(item)));
    await turn();
    batches[0]?.fail(new Error('broken'));
    await turn();
    batches[1]?.end();
    const broken = { status: 'rejected', reason: new Error('broken') };
    await expect(answers).resolves.toEqual([broken, broken, { status: 'fulfilled', value: 'C' }]);
  });

  test('rejects only the calls of a batch that throws synchronously, and continues', async () => {
    let calls = 0;
    const coalescer = new Coalescer<number, number>((items) => {
      calls += 1;
      if (calls === 1) throw new Error('broken');
      return Promise.resolve(items.map(fulfilled));
    }, 10);
    await expect(coalescer.submit(1)).rejects.toThrow('broken');
    await expect(coalescer.submit(2)).resolves.toBe(2);
  });

  test('rejects only the calls whose items a batch rejects or leaves out', async () => {
    const coalescer = new Coalescer<string, string>(
      () => Promise.resolve([fulfilled('yes'), rejected<string>(new Error('no'))]),
      10,
    );
    const answers = await Promise.allSettled(['a', 'b', 'c'].map((item) => coalescer.submit(item)));
    expect(answers).toEqual([
      { status: 'fulfilled', value: 'yes' },
      { status: 'rejected', reason: new Error('no') },
      { status: 'rejected', reason: new Error('a batch returned no result for an item') },
    ]);
  });

  test('resolves a call whose result is undefined', async () => {
    const coalescer = new Coalescer<string, undefined>(
      (items) => Promise.resolve(items.map(() => fulfilled(undefined))),
      10,
    );
    await expect(coalescer.submit('a')).resolves.toBeUndefined();
  });

  test('returns every call its own result, in any order of turns and failures', async () => {
    const arrivals = fc.array(fc.nat(4), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        arrivals,
        fc.integer({ min: 1, max: 4 }),
        fc.func(fc.boolean()),
        async (arrivals, maxBatch, fails) => {
          const run: number[] = [];
          const coalescer = new Coalescer<number, string>(async (items) => {
            expect(items.length).toBeLessThanOrEqual(maxBatch);
            run.push(...items);
            await turn();
            if (fails(items[0])) throw new Error(`batch of ${items[0] ?? 'none'}`);
            return items.map((item) =>
              item % 3 === 2 ? rejected(new Error(`item ${item}`)) : fulfilled(`item ${item}`),
            );
          }, maxBatch);
          const answers: Promise<PromiseSettledResult<string>[]>[] = [];
          for (const count of arrivals) {
            for (let one = 0; one < count; one += 1)
              answers.push(Promise.allSettled([coalescer.submit(answers.length)]));
            await turn();
          }
          const results = (await Promise.all(answers)).flat();
          expect(run).toEqual(answers.map((_, item) => item));
          for (const [item, answer] of results.entries()) {
            if (answer.status === 'fulfilled') expect(answer.value).toBe(`item ${item}`);
            else expect((answer.reason as Error).message).toMatch(new RegExp(`^(item ${item}|batch of \\d+)$`));
            expect(answer.status === 'rejected' || item % 3 !== 2).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
