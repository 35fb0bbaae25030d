import { expect, test } from '@jest/globals';
import { Coalescer, fulfilled } from './coalesce.ts';

test('runs what waits at the same moment as one batch, and answers each in its place', async () => {
  const batches: number[][] = [];
  const double = new Coalescer<number, number>((items) => {
    batches.push([...items]);
    return Promise.resolve(items.map((item) => fulfilled(item * 2)));
  }, 100);
  await expect(Promise.all([1, 2, 3].map((item) => double.submit(item)))).resolves.toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('lets the next batch fill while one is under way, up to its size', async () => {
  const batches: number[][] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const slow = new Coalescer<number, number>(async (items) => {
    batches.push([...items]);
    await gate;
    return items.map((item) => fulfilled(item));
  }, 3);
  const first = slow.submit(0);
  await new Promise((resolve) => setImmediate(resolve));
  const rest = [1, 2, 3, 4].map((item) => slow.submit(item));
  open();
  await expect(Promise.all([first, ...rest])).resolves.toEqual([0, 1, 2, 3, 4]);
  expect(batches).toEqual([[0], [1, 2, 3], [4]]);
});

test('fails the items of a batch that throws, and no other', async () => {
  const picky = new Coalescer<string, string>(
    (items) =>
      items.includes('bad')
        ? Promise.reject(new Error('broken'))
        : Promise.resolve(items.map((item) => fulfilled(item))),
    1,
  );
  const [bad, good] = await Promise.allSettled([picky.submit('bad'), picky.submit('good')]);
  expect(bad.status).toBe('rejected');
  expect(good).toEqual({ status: 'fulfilled', value: 'good' });
});
