import { expect, test } from '@jest/globals';
import { sampleGrid } from './sample-grid.ts';

/** Returns the values on each axis, as the configuration lists them. */
function axes(yaml: string): string[][] {
  return [...yaml.matchAll(/^ {2}\w+: \[(.*)\]$/gm)].map(([, values]) => (values ?? '').split(', '));
}

test.each([1, 64, 100, 2_000, 20_000, 1_000_000])(
  'a grid of at most %d points has that many or slightly fewer',
  (wished) => {
    const { yaml, points } = sampleGrid(wished);
    const sizes = axes(yaml).map((values) => values.length);
    expect(sizes).toHaveLength(6);
    expect(sizes.reduce((all, size) => all * size, 1)).toBe(points);
    expect(points).toBeLessThanOrEqual(wished);
    // No axis could have one more value.
    for (const size of sizes) expect((points / size) * (size + 1)).toBeGreaterThan(wished);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(2);
  },
);

test('a million points have ten different values on each of the six axes', () => {
  const all = axes(sampleGrid(1_000_000).yaml);
  expect(all.map((values) => new Set(values).size)).toEqual([10, 10, 10, 10, 10, 10]);
});
