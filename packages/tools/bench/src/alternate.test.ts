import { expect, test } from '@jest/globals';
import { alternate, rateOf, ratioOf } from './alternate.ts';

test('candidates run alternately, one at a time, in an order that reverses each round', async () => {
  const order: string[] = [];
  let running = 0;
  const candidate = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    order.push(name);
    await Promise.resolve();
    running -= 1;
    return { done: 1, seconds: 1 };
  };
  const turns = await alternate([candidate('a'), candidate('b')], 8);
  expect(order.join('')).toBe('abbaabba');
  expect(turns.map((each) => each.length)).toEqual([4, 4]);
});

test('each is measured for the requested time', async () => {
  const [turns = []] = await alternate([({ seconds }) => Promise.resolve({ done: 10 * seconds, seconds })], 10);
  expect(turns.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(10);
  expect(rateOf(turns)).toBe(10);
});

test('a ratio compares adjacent runs, so that a machine that slows down does not affect it', () => {
  const speeds = [1, 0.5, 0.8, 0.25];
  const of = (rate: number) => speeds.map((speed) => ({ done: rate * speed, seconds: 1 }));
  expect(ratioOf(of(3000), of(1000))).toEqual({ median: 3, least: 3, most: 3 });
  const uneven = [2, 3, 4, 9].map((done) => ({ done, seconds: 1 }));
  expect(
    ratioOf(
      uneven,
      of(1).map(() => ({ done: 1, seconds: 1 })),
    ),
  ).toEqual({ median: 3.5, least: 2, most: 9 });
});
