import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fullBox, hasPlace, sizeOf, stepsBetween, type Box } from './box.ts';
import { PAIRS, placeOf, ranksOf, shapeOf, type Shape } from './shape.ts';
import { categoriesIn, countAlong, countNumbers, PairTally, UNCOUNTED } from './tally.ts';

const CATEGORIES = 4;

const arbitraryShape = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 6, maxLength: 6 }).map(shapeOf);

const arbitraryBox = ({ sizes }: Shape): fc.Arbitrary<Box> =>
  fc.tuple(
    ...sizes.map((size) =>
      fc.tuple(fc.nat(size - 1), fc.nat(size - 1)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
    ),
  );

const arbitraryCategories = ({ size }: Shape) =>
  fc
    .array(fc.constantFrom(0, 1, 2, 3, UNCOUNTED), { minLength: size, maxLength: size })
    .map((categories) => Uint8Array.from(categories));

const arbitraryMap = arbitraryShape.chain((shape) =>
  fc.record({
    shape: fc.constant(shape),
    categories: arbitraryCategories(shape),
    boxes: fc.array(arbitraryBox(shape), { minLength: 1, maxLength: 4 }),
    moves: fc.array(fc.tuple(fc.nat(shape.size - 1), fc.constantFrom(0, 1, 2, 3, UNCOUNTED)), { maxLength: 5 }),
  }),
);

function placesIn(shape: Shape, box: Box): number[] {
  return Array.from({ length: shape.size }, (_, place) => place).filter((place) => hasPlace(box, shape, place));
}

/** Counts like `PairTally`, but point by point. */
function countedOneByOne(shape: Shape, categories: Uint8Array, box: Box): number[] {
  const { layout } = new PairTally(shape, CATEGORIES);
  const counts = Array.from({ length: layout.length }, () => 0);
  for (const place of placesIn(shape, box)) {
    const ranks = ranksOf(shape, place);
    const category = categories[place] ?? UNCOUNTED;
    if (category === UNCOUNTED) continue;
    for (const [table, [a, b]] of PAIRS.entries()) {
      const cell = (ranks[a] ?? 0) * (shape.sizes[b] ?? 0) + (ranks[b] ?? 0);
      counts[(layout.offsets[table] ?? 0) + cell * CATEGORIES + category]! += 1;
    }
  }
  return counts;
}

test('places and ranks convert into each other', () => {
  fc.assert(
    fc.property(arbitraryShape, (shape) => {
      for (let place = 0; place < shape.size; place += 1) expect(placeOf(shape, ranksOf(shape, place))).toBe(place);
    }),
    { numRuns: 20 },
  );
});

test('each pair of axes has correct counts after any sequence of range and point changes', () => {
  fc.assert(
    fc.property(arbitraryMap, ({ shape, categories, boxes, moves }) => {
      const tally = new PairTally(shape, CATEGORIES);
      for (const box of boxes) {
        tally.count(categories, box);
        expect([...tally.counts]).toEqual(countedOneByOne(shape, categories, box));
        for (const [place, to] of moves) {
          tally.move(place, categories[place] ?? UNCOUNTED, to);
          categories[place] = to;
        }
        expect([...tally.counts]).toEqual(countedOneByOne(shape, categories, box));
      }
    }),
    { numRuns: 60 },
  );
});

test('updates counts only if that takes less work than a new count', () => {
  fc.assert(
    fc.property(
      arbitraryShape.chain((shape) => fc.tuple(fc.constant(shape), arbitraryBox(shape), arbitraryBox(shape))),
      ([shape, before, after]) => {
        const steps = stepsBetween(before, after);
        const work = (steps ?? []).reduce((sum, { box }) => sum + sizeOf(box), 0);
        expect(work).toBeLessThanOrEqual(sizeOf(after));
        expect(stepsBetween(after, after)).toEqual([]);
        expect(stepsBetween(fullBox(shape), fullBox(shape))).toEqual([]);
      },
    ),
  );
});

test('histograms, number counts and slices match the points of the box', () => {
  fc.assert(
    fc.property(arbitraryMap, fc.nat(5), ({ shape, categories, boxes: [box = []] }, axis) => {
      const places = placesIn(shape, box);
      const found = countAlong(shape, categories, box, { axis, categoryCount: CATEGORIES });
      const expected = Array.from({ length: found.length }, () => 0);
      for (const place of places) {
        const category = categories[place] ?? UNCOUNTED;
        if (category !== UNCOUNTED) expected[(ranksOf(shape, place)[axis] ?? 0) * CATEGORIES + category]! += 1;
      }
      expect([...found]).toEqual(expected);
      const numbers = Int32Array.from({ length: shape.size }, (_, place) => (place % 5) - 1);
      const counted = places.filter((place) => categories[place] !== UNCOUNTED);
      const byNumber = [0, 1, 2].map((n) => counted.filter((place) => numbers[place] === n).length);
      expect([...countNumbers(shape, categories, box, { numbers, length: 3 })]).toEqual(byNumber);
      expect([...categoriesIn(shape, categories, box)]).toEqual(places.map((place) => categories[place]));
    }),
    { numRuns: 60 },
  );
});
