import { expect, test } from '@jest/globals';
import { rngFor, pick, randomIn } from './rng.ts';

function draw(seed: string, purpose: string, count = 1_000): number[] {
  const rng = rngFor(seed, purpose);
  return Array.from({ length: count }, rng);
}

test('the same seed and purpose give the same generator, and others give different generators', () => {
  expect(draw('a', 'kills')).toEqual(draw('a', 'kills'));
  expect(draw('a', 'kills')).not.toEqual(draw('b', 'kills'));
  expect(draw('a', 'kills')).not.toEqual(draw('a', 'transport'));
});

test('numbers are between 0 and 1 and spread over the whole range', () => {
  const rng = draw('spread', 'test', 10_000);
  const tenths = new Map<number, number>();
  for (const draw of rng) tenths.set(Math.floor(10 * draw), (tenths.get(Math.floor(10 * draw)) ?? 0) + 1);
  expect([...tenths.keys()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // Each tenth has 1,000 draws on average, with a standard deviation of 30.
  for (const count of tenths.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});

test('a choice is picked as often as its weight says, and never with weight 0', () => {
  const rng = rngFor('weights', 'test');
  const picked = Array.from({ length: 4_000 }, () =>
    pick(
      [
        ['often', 3],
        ['seldom', 1],
        ['never', 0],
      ],
      rng,
    ),
  );
  expect(Math.abs(picked.filter((one) => one === 'often').length - 3_000)).toBeLessThan(150);
  expect(picked).not.toContain('never');
});

test('every number drawn from a range is within the range', () => {
  const rng = rngFor('span', 'test');
  const drawn = Array.from({ length: 1_000 }, () => randomIn({ from: 5, to: 7 }, rng));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(5);
  expect(Math.max(...drawn)).toBeLessThan(7);
});
