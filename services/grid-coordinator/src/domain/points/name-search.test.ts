import { describe, expect, test } from '@jest/globals';
import { AXES, type Axis } from '@almagest/contracts/grid';
import fc from 'fast-check';
import {
  arbitraryDifficulty,
  arbitraryPoints,
  definedWave,
  everyPointOf,
  gridOf,
  nameOf,
  PLAIN,
} from '../../../test/arbitrary-grid.ts';
import { GridPlaces } from './grid-map.ts';
import type { AxisValue, PointSet } from './lattice.ts';
import { MappedSearch } from './mapped-search.ts';
import type { NamePage } from './name-pages.ts';
import { NameSearch } from './name-search.ts';
import { isWithin, type NumberRange } from './number-range.ts';
import type { OrderedPoints } from './workflow-points.ts';

/** Generates pieces of point names, including pieces that cross segments, and sometimes arbitrary text. */
function arbitraryText(points: PointSet): fc.Arbitrary<string> {
  const names = everyPointOf(points).map(nameOf);
  const piece = fc
    .tuple(fc.constantFrom(...names), fc.nat(60), fc.integer({ min: 1, max: 30 }))
    .map(([name, from, length]) => name.slice(from % name.length, (from % name.length) + length));
  const other = fc.string({
    unit: fc.constantFrom('_', 't', 'g', 'he', 'c', '0', '1', '5', '.', '-', '+', '%', '\\', 'e'),
    minLength: 1,
    maxLength: 6,
  });
  return fc.oneof(
    { weight: 4, arbitrary: piece },
    { weight: 1, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constant('') },
    other,
    fc.string(),
  );
}

type Ranges = Partial<Record<Axis, NumberRange>>;

/** Generates ranges. Each end is a value of the points, another value, or open. */
function arbitraryRanges(points: PointSet): fc.Arbitrary<Ranges> {
  const rangeOf = (axis: Axis) => {
    const values = everyPointOf(points).map((point) => point[axis].value);
    const end = fc.constantFrom(...values, ...values.map((value) => value + 1e-3));
    return fc.record({ from: end, to: end }, { requiredKeys: [] });
  };
  return fc.record(Object.fromEntries(AXES.map((axis) => [axis, rangeOf(axis)])), { requiredKeys: [] });
}

const arbitrarySearch = fc.tuple(arbitraryPoints, arbitraryDifficulty).chain(([points, difficulty]) =>
  fc.record({
    points: fc.constant({ ...points, difficulty }),
    text: arbitraryText(points),
    ranges: fc.oneof(fc.constant<Ranges>({}), arbitraryRanges(points)),
  }),
);

const arbitraryPage = fc.record({
  sort: fc.constantFrom('wave', 'teff'),
  descending: fc.boolean(),
  wave: fc.option(fc.nat(12), { nil: undefined }),
  offset: fc.nat(8),
  limit: fc.integer({ min: 1, max: 40 }),
});

interface PointKey {
  readonly name: string;
  readonly wave: number;
  readonly teff: number;
}

function keyOf(point: Readonly<Record<Axis, AxisValue>>, { grid, difficulty }: OrderedPoints): PointKey {
  return { name: nameOf(point), wave: definedWave(point, grid, difficulty), teff: point.teff.value };
}

function inOrderOf({ sort, descending }: NamePage): (a: PointKey, b: PointKey) => number {
  return (a, b) => (descending ? b[sort] - a[sort] : a[sort] - b[sort]) || (a.name < b.name ? -1 : 1);
}

describe('search in the names of a grid', () => {
  test('finds, counts and orders exactly the points whose names contain the text and whose values are in the ranges', () => {
    fc.assert(
      fc.property(arbitrarySearch, arbitraryPage, ({ points, text, ranges }, page) => {
        const { wave, offset, limit } = page;
        const expected = everyPointOf(points)
          .filter((point) => AXES.every((axis) => isWithin(ranges[axis] ?? {}, point[axis].value)))
          .map((point) => keyOf(point, points))
          .filter((point) => point.name.includes(text) && (wave === undefined || point.wave === wave))
          .toSorted(inOrderOf(page))
          .map(({ name }) => name);
        const search = new NameSearch(points, text, ranges);
        expect(search.count(wave)).toBe(expected.length);
        expect(search.page(page)).toEqual({ total: expected.length, names: expected.slice(offset, offset + limit) });
        expect(search.list({ wave }, 0, Infinity)).toEqual(expected.toSorted());
      }),
      { numRuns: 300 },
    );
  });

  test('counts and lists its points whose places meet a condition', () => {
    fc.assert(
      fc.property(
        arbitrarySearch,
        arbitraryPage,
        fc.nat(2),
        fc.boolean(),
        ({ points, text, ranges }, page, rest, few) => {
          const places = new GridPlaces(points);
          const meets = (place: number) => place % 3 !== rest;
          const expected = everyPointOf(points)
            .filter((point) => meets(places.placeOf(AXES.map((axis) => point[axis].value)) ?? Number.NaN))
            .filter((point) => AXES.every((axis) => isWithin(ranges[axis] ?? {}, point[axis].value)))
            .map((point) => keyOf(point, points))
            .filter(({ name, wave }) => name.includes(text) && (page.wave === undefined || wave === page.wave))
            .toSorted(inOrderOf(page));
          const search = new MappedSearch(new NameSearch(points, text, ranges), places, meets, few ? Infinity : 0);
          const names = expected.map(({ name }) => name).slice(page.offset, page.offset + page.limit);
          expect(search.page(page)).toEqual({ total: expected.length, names });
          expect(search.count(page.wave)).toBe(expected.length);
          for (const sort of ['wave', 'teff'] as const) {
            const groups = [...Map.groupBy(expected, (point) => point[sort])].map(([value, of]) => ({
              value,
              n: of.length,
            }));
            expect(search.groups(sort, page.wave)).toEqual(groups.toSorted((a, b) => a.value - b.value));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each<[string, Partial<Record<Axis, string[]>>, number]>([
    // Rereads from the second character after a mismatch: 't1_g1_he1' begins the text twice.
    ['1_g1_he11', { teff: ['1'], logg: ['1'], loghe: ['1', '11'] }, 1],
    ['55', { teff: ['5', '55', '555'], logg: ['5.5', '0.55'] }, 5],
    ['5_g5', { teff: ['5', '55'], logg: ['5.5', '0.5'] }, 2],
    ['G5', { logg: ['5.0', '5.5'] }, 0],
  ])('for %s in the names of %j counts %i', (text, axes, count) => {
    expect(new NameSearch({ grid: gridOf(axes), extraPoints: [], difficulty: PLAIN }, text).count(undefined)).toBe(
      count,
    );
  });

  test('takes time proportional to the lengths of the axes, not to the number of points', () => {
    const values = (first: number) => Array.from({ length: 60 }, (_, rank) => String(first + rank));
    const grid = gridOf({
      teff: values(20_000),
      logg: values(100),
      loghe: values(200),
      logc: values(300),
      logn: values(400),
      logo: values(500),
    });
    // 46,656,000,000 points are too many to check each point.
    const search = new NameSearch({ grid, extraPoints: [], difficulty: PLAIN }, '_c300_n4');
    expect(search.count(undefined)).toBe(60 ** 3 * 60 * 60);
    expect(
      search.page({ sort: 'wave', descending: false, wave: undefined, offset: 60 ** 4, limit: 3 }).names,
    ).toHaveLength(3);
  });
});
