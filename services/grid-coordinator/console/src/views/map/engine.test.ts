import { expect, test } from '@jest/globals';
import type { GridMap, MapPlane } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { filtersOf, isListable, rangeText, ranksIn, searchOfBox, readMapSearch, viewOf } from './address.ts';
import { fullBox, type Box } from './box.ts';
import { COLOURS } from './colours.ts';
import { MapEngine, type MapView } from './engine.ts';
import { besideAt, nestOf, placeAt } from './nest.ts';
import { rankOf } from './extra-points.ts';
import { marksAt } from './marks.ts';
import { AXES, PAIRS, ranksOf, shapeOf } from './shape.ts';

const CODES: GridMap['codes'] = [
  { code: '.', status: null, method: null },
  { code: 'q', status: 'queued', method: null },
  { code: 'f', status: 'failed', method: null },
  { code: 'i', status: 'converged', method: null },
  { code: 'c', status: 'converged', method: 'cold_run' },
];

const axes: GridMap['axes'] = {
  teff: [20_000, 25_000.5, 30_000],
  logg: [5, 5.5],
  loghe: [-1],
  logc: [-4.25, 0],
  logn: [-4],
  logo: [-3, 3],
};
const SIZE = 24;
/** One point between two values, one on the axes' values, and one beyond an axis with a single value. */
const EXTRA = [
  { teff: 22_000, logg: 5, loghe: -1, logc: 0, logn: -4, logo: 3 },
  { teff: 30_000, logg: 5.25, loghe: -1, logc: -4.25, logn: -2, logo: -3 },
  { teff: 31_000, logg: 5.5, loghe: -1, logc: 0, logn: -4, logo: 0 },
];
const ALL = SIZE + EXTRA.length;
const shape = shapeOf([3, 2, 1, 2, 1, 2]);

const text = (letters: string, length: number) =>
  fc.array(fc.constantFrom(...letters.split('')), { minLength: length, maxLength: length }).map((all) => all.join(''));

/** Returns the points as the server returns them, with the extra points separate. */
function textsOf(points: string) {
  return { points: points.slice(0, SIZE), extra_points: EXTRA, extra_codes: points.slice(SIZE) };
}

function mapOf(points: string): GridMap {
  return { revision: '1-1', axes, codes: CODES, ...textsOf(points) };
}

function planeOf(plane: MapPlane['plane'], points: string): MapPlane {
  const sets = plane === 'failures' ? { sets: [['a'], ['b'], ['a', 'b']] } : {};
  return { revision: '1-1', axes, plane, from: 0, step: 1, ...textsOf(points), ...sets };
}

const arbitraryBox: fc.Arbitrary<Box> = fc.tuple(
  ...shape.sizes.map((size) =>
    fc.tuple(fc.nat(size - 1), fc.nat(size - 1)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
  ),
);

const arbitraryClass = fc.oneof(
  fc.constantFrom(undefined, 'none' as const),
  fc.tuple(fc.nat(2), fc.nat(2)).map(([from, more]) => ({ from, to: from + more })),
);

const arbitraryColours: fc.Arbitrary<MapView> = fc.record({
  colour: fc.constantFrom(...COLOURS),
  box: arbitraryBox,
  outcome: fc.constantFrom(undefined, 'q', 'f', 'c'),
  group: fc.constantFrom(undefined, 'a', 'b'),
  only: arbitraryClass,
  until: fc.constantFrom(undefined, 0, 1, 2),
});

/** Causes of failures are not numbers. */
const arbitraryView = arbitraryColours.map((view) =>
  view.colour === 'failures' && typeof view.only === 'object' ? { ...view, only: undefined } : view,
);

const PLANES = ['wave', 'attempts', 'ended', 'generation', 'failures'] as const;

function engineOf(states: string, numbers: string): MapEngine {
  const engine = new MapEngine(mapOf(states));
  for (const plane of PLANES) engine.setPlane(plane, planeOf(plane, numbers));
  return engine;
}

/** Returns the changes between two texts, as the server sends them. */
function changesOf(before: string, after: string) {
  const places = before.split('').flatMap((letter, place) => (letter === after[place] ? [] : [place]));
  const codesOf = (some: readonly number[]) => some.map((place) => after[place]).join('');
  const [inGrid, beside] = [places.filter((place) => place < SIZE), places.filter((place) => place >= SIZE)];
  return {
    places: inGrid,
    codes: codesOf(inGrid),
    extra_places: beside.map((place) => place - SIZE),
    extra_codes: codesOf(beside),
  };
}

test('after changes, every view matches a newly loaded map', () => {
  const states = text('.qfic', ALL);
  const numbers = text('.012', ALL);
  fc.assert(
    fc.property(states, states, numbers, arbitraryView, arbitraryView, (before, after, planes, first, second) => {
      const engine = engineOf(before, planes);
      engine.count(first);
      engine.change({ ...mapOf(''), changes: changesOf(before, after) }, new Map());
      const counted = engine.count(first);
      const fresh = engineOf(after, planes).count(first);
      expect(counted).toEqual(fresh);
      expect(engine.count(second)).toEqual(engineOf(after, planes).count(second));
    }),
    { numRuns: 60 },
  );
});

test('changes to a plane give the same result as a newly loaded plane', () => {
  const numbers = text('.012', ALL);
  fc.assert(
    fc.property(text('qfc', ALL), numbers, numbers, arbitraryView, (states, before, after, view) => {
      const engine = engineOf(states, before);
      engine.count(view);
      const changes = new Map(
        PLANES.map((plane) => {
          const { points: _, extra_codes: __, ...rest } = planeOf(plane, '');
          return [plane, { ...rest, changes: changesOf(before, after) }] as const;
        }),
      );
      engine.change({ ...mapOf(''), changes: { places: [], codes: '' } }, changes);
      const fresh = engineOf(states, after).count(view);
      expect(engine.count(view)).toMatchObject({
        selected: fresh.selected,
        legend: fresh.legend,
        pairs: fresh.pairs,
        extra: fresh.extra,
      });
    }),
    { numRuns: 60 },
  );
});

function isInClass({ colour, only }: MapView, number: string): boolean {
  if (only === undefined || colour === 'outcome') return true;
  if (only === 'none') return number === '.';
  return number !== '.' && Number(number) >= only.from && Number(number) <= only.to;
}

test('counts the selected points by box, state and group, each point once', () => {
  fc.assert(
    fc.property(text('.qfic', ALL), text('.012', ALL), arbitraryView, (states, numbers, view) => {
      const counts = engineOf(states, numbers).count(view);
      const places = Array.from({ length: ALL }, (_, place) => place).filter((place) => {
        const isIn = AXES.every((axis, index) => {
          const { from = 0, to = 0 } = view.box[index] ?? {};
          const values = axes[axis];
          const value = EXTRA[place - SIZE]?.[axis] ?? values[ranksOf(shape, place)[index] ?? 0] ?? 0;
          const isWhole = from === 0 && to === values.length - 1;
          return isWhole || (value >= (values[from] ?? 0) && value <= (values[to] ?? 0));
        });
        const isState = states[place] !== '.' && (view.outcome === undefined || states[place] === view.outcome);
        const set = { '0': 'a', '1': 'b', '2': 'ab' }[numbers[place] ?? '.'] ?? '';
        return (
          isIn &&
          isState &&
          isInClass(view, numbers[place] ?? '.') &&
          (view.group === undefined || set.includes(view.group))
        );
      });
      expect(counts.selected).toBe(places.length);
      const byState = CODES.map(({ code }) => places.filter((place) => states[place] === code).length);
      expect([...counts.byState]).toEqual(byState);
      const inTable = counts.pairs.reduce((sum, n) => sum + n, 0);
      expect(inTable).toBe(places.filter((place) => place < SIZE).length * PAIRS.length);
      expect(counts.byCategory.reduce((sum, n) => sum + n, 0)).toBe(places.length);
    }),
    { numRuns: 100 },
  );
});

test('round-trips a selection through an address, with matching point filters', () => {
  fc.assert(
    fc.property(arbitraryBox, fc.constantFrom('q', 'f', 'c', 'i', undefined), (box, outcome) => {
      const view: MapView = { colour: 'wave', box, outcome, group: undefined, until: undefined };
      const { status, method } = filtersOf(view, mapOf(''));
      const search = readMapSearch({ ...searchOfBox(box, axes), status, method, colour: 'wave', other: 'x' });
      expect(viewOf(search, mapOf(''))).toEqual(view);
    }),
  );
});

test('a class of the legend becomes a filter of the list only if the list has such a filter', () => {
  const listed = (colour: string, only: string) => {
    const view = viewOf(readMapSearch({ colour, only }), mapOf(''));
    return isListable(view, mapOf('')) ? filtersOf(view, mapOf('')) : 'not listable';
  };
  expect(listed('attempts', '2..4')).toEqual({ attempts: '2..4' });
  expect(listed('wave', '3..3')).toEqual({ wave: '3' });
  for (const [colour, only] of [
    ['wave', '3..4'],
    ['attempts', 'none'],
    ['ended', '5..9'],
    ['failures', 'none'],
  ] as const)
    expect(listed(colour, only)).toBe('not listable');
  // A class that the colour doesn't have selects nothing.
  for (const [colour, only] of [
    ['outcome', 'none'],
    ['failures', '2..4'],
    ['wave', '4'],
  ] as const)
    expect(listed(colour, only)).toEqual({});
});

test('invalid addresses show all points', () => {
  const search = readMapSearch({
    teff: '30000..20000',
    loghe: '..',
    logg: 'warm',
    colour: 'red',
    until: 'now',
    status: 'x y',
  });
  expect(viewOf(search, mapOf(''))).toEqual({ colour: 'outcome', box: fullBox(shape) });
});

test('a range of values maps back to its ranks', () => {
  expect(ranksIn(axes.teff, rangeText(axes.teff, { from: 1, to: 2 }))).toEqual({ from: 1, to: 2 });
  expect(ranksIn(axes.teff, '30000')).toEqual({ from: 2, to: 2 });
  expect(ranksIn(axes.teff, '21000..')).toEqual({ from: 1, to: 2, low: 21_000, high: Infinity });
});

test('a range selects extra points within its limits, independent of the values of the axis', () => {
  const value = fc.constantFrom(1, 20_000, 21_000, 22_500.25, 25_000.5, 28_000, 30_000, 40_000);
  fc.assert(
    fc.property(value, value, fc.constantFrom('both', 'low', 'high'), (one, other, kept) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const range = `${kept === 'high' ? '' : low}..${kept === 'low' ? '' : high}`;
      const isIn = (teff: number) => (kept === 'high' || teff >= low) && (kept === 'low' || teff <= high);
      const view = viewOf(readMapSearch({ teff: range }), mapOf(''));
      const ofAxes = axes.teff.filter(isIn).length * (SIZE / axes.teff.length);
      const beside = EXTRA.filter(({ teff }) => isIn(teff)).length;
      expect(engineOf('q'.repeat(ALL), '.'.repeat(ALL)).count(view).selected).toBe(ofAxes + beside);
      expect(viewOf(readMapSearch(searchOfBox(view.box, axes)), mapOf(''))).toEqual(view);
    }),
  );
});

test('each point of a slice has its own place', () => {
  fc.assert(
    fc.property(arbitraryBox, fc.constantFrom(...PAIRS), (box, pair) => {
      const cell = box.map((range, axis) => (pair.includes(axis) ? { from: range.from, to: range.from } : range));
      const nest = nestOf(cell, pair);
      const indices = Array.from({ length: nest.columns * nest.rows }, (_, index) =>
        nest.indexOf(placeAt(nest, { column: index % nest.columns, row: Math.floor(index / nest.columns) })),
      );
      expect(indices.toSorted((a, b) => a - b)).toEqual(indices.map((_, index) => index));
      // A point on the axes is drawn at the centre of its cell.
      const [column, row] = besideAt(nest, placeAt(nest, { column: nest.columns - 1, row: 0 }));
      expect([column, row]).toEqual([nest.columns - 0.5, 0.5]);
    }),
  );
});

test('a value is placed between its neighbours, or just beyond the end of the axis', () => {
  expect([20_000, 22_500.25, 30_000].map((value) => rankOf(axes.teff, value))).toEqual([0, 0.5, 2]);
  expect([1, 40_000].map((value) => rankOf(axes.teff, value))).toEqual([-0.4, 2.4]);
});

test('a point between two values of an outer axis is drawn on the line between them', () => {
  const nest = nestOf(fullBox(shape), [1, 3]);
  expect(nest.axes).toEqual([0, 4, 2, 5]);
  expect(besideAt(nest, [0.5, 0, 0, 0, 0, 0.5])).toEqual([1, 1]);
});

test('a pointer finds the marks in reach, nearest first', () => {
  const marks = [1, 1.1, 3].map((x, index) => ({ kind: 'point' as const, index, x, y: 0.5, colour: 0 }));
  const drawing = { columns: 4, rows: 1, width: 100, height: 10 };
  expect(marksAt(marks, drawing, [27, 5]).map(({ index }) => index)).toEqual([1, 0]);
  expect(marksAt(marks, drawing, [50, 5])).toEqual([]);
});
