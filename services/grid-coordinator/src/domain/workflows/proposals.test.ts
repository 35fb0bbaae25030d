import { describe, expect, test } from '@jest/globals';
import { AXES } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { axisOf, everyPoint, gridOf, PLAIN } from '../../../test/arbitrary-grid.ts';
import { readExtraPoints, textsOf } from '../points/extra-points.ts';
import { nameOfValues, type ExtraPoint, type PointSet } from '../points/lattice.ts';
import { PointLines } from '../points/point-lines.ts';
import { middleOf, namesAround, proposePoints, type KnownPoint, type ProposedPoint } from './proposals.ts';
import { seedMetric } from '../seeds/seed-distance.ts';

const GRID = gridOf({ teff: ['20000', '22000', '24000'], logg: ['5.0', '5.5', '6.0'], loghe: ['-1.0', '-2.0'] });

/** `c` has a model, `f` has failed, `w` is not computed yet. */
type State = 'c' | 'f' | 'w';

function allPoints({ grid, extraPoints }: PointSet): ExtraPoint[] {
  return [...everyPoint(grid), ...extraPoints];
}

function propose(
  points: PointSet,
  states: ReadonlyMap<string, State>,
  residuals: ReadonlyMap<string, number> = new Map(),
  difficulty = PLAIN,
): ProposedPoint[] {
  const lines = new PointLines(points);
  const failed = [...states].filter(([, state]) => state === 'f').map(([name]) => ({ name, error: `${name} fails` }));
  const outlying = [...residuals].map(([name, residual]) => ({ name, residual }));
  const around = namesAround(
    lines,
    [...failed, ...outlying].map(({ name }) => name),
  );
  const known = new Map<string, KnownPoint>(
    around.flatMap((name) => {
      const state = states.get(name);
      return state === undefined ? [] : [[name, { hasModel: state === 'c', residual: residuals.get(name) ?? null }]];
    }),
  );
  return proposePoints(lines, seedMetric(points.grid, difficulty), known, { failed, outlying });
}

const states = (points: PointSet) => {
  const names = allPoints(points).map(nameOfValues);
  return fc
    .array(fc.constantFrom<State>('c', 'c', 'f', 'w'), { minLength: names.length, maxLength: names.length })
    .map((given) => new Map(names.map((name, index) => [name, given[index] ?? 'w'])));
};

/** Returns the grid after some rounds in which every third proposal is added, with a state for each point. */
const refined = states({ grid: GRID, extraPoints: [] }).chain((first) => {
  const taken = propose({ grid: GRID, extraPoints: [] }, first).filter((_, index) => index % 3 === 0);
  const points = { grid: GRID, extraPoints: taken.map(({ values }) => values) };
  return states(points).map((later) => ({ points, states: new Map([...later, ...first]) }));
});

describe('proposed points', () => {
  test('are new points between a failed point and its next neighbour with a model on a line', () => {
    fc.assert(
      fc.property(refined, ({ points, states: given }) => {
        const proposed = propose(points, given);
        const all = allPoints(points);
        const byName = new Map(all.map((point) => [nameOfValues(point), point]));
        for (const { name, values, reasons } of proposed) {
          expect(byName.has(name)).toBe(false);
          for (const reason of reasons) {
            expect([given.get(reason.point), given.get(reason.neighbour)]).toEqual(['f', 'c']);
            const ends = [byName.get(reason.point)!, byName.get(reason.neighbour)!] as const;
            const changing = AXES.filter((axis) => ends[0][axis].value !== ends[1][axis].value);
            expect(changing).toEqual([reason.axis]);
            const isInside = (point: ExtraPoint) =>
              AXES.every((axis) =>
                axis === reason.axis
                  ? (point[axis].value - ends[0][axis].value) * (point[axis].value - ends[1][axis].value) < 0
                  : point[axis].value === ends[0][axis].value,
              );
            expect(isInside(values)).toBe(true);
            expect(all.some(isInside)).toBe(false);
          }
        }
        // All proposals can be accepted together and unchanged.
        const written = [...points.extraPoints, ...proposed.map(({ values }) => values)].map(textsOf);
        expect(readExtraPoints(written, points.grid).map(nameOfValues)).toEqual([
          ...points.extraPoints.map(nameOfValues),
          ...proposed.map(({ name }) => name),
        ]);
      }),
    );
  });

  test('and points next to them are not proposed again before they are computed', () => {
    fc.assert(
      fc.property(refined, ({ points, states: given }) => {
        const proposed = propose(points, given);
        const taken = { ...points, extraPoints: [...points.extraPoints, ...proposed.map(({ values }) => values)] };
        expect(propose(taken, given)).toEqual([]);
      }),
    );
  });

  test('end after some rounds, with any results', () => {
    fc.assert(
      fc.property(refined, fc.infiniteStream(fc.constantFrom<State>('c', 'f')), ({ points, states: given }, turns) => {
        let extraPoints = [...points.extraPoints];
        let proposed = propose(points, given);
        let rounds = 0;
        for (; proposed.length > 0; rounds += 1) {
          for (const { name } of proposed) given.set(name, turns.next().value ?? 'c');
          extraPoints = [...extraPoints, ...proposed.map(({ values }) => values)];
          if (rounds > 6) throw new Error('the proposals did not end');
          proposed = propose({ grid: points.grid, extraPoints }, given);
        }
      }),
      { numRuns: 10 },
    );
  });

  test('start with the first proposal of every failed point, shortest way first', () => {
    fc.assert(
      fc.property(states({ grid: GRID, extraPoints: [] }), (given) => {
        const counts = new Map<string, number>();
        const turns = propose({ grid: GRID, extraPoints: [] }, given).map(({ reasons: [reason] }) => {
          const turn = counts.get(reason?.point ?? '') ?? 0;
          counts.set(reason?.point ?? '', turn + 1);
          return turn;
        });
        expect(turns).toEqual(turns.toSorted((a, b) => a - b));
      }),
    );
    const of = (state: (point: ExtraPoint) => State) =>
      new Map(everyPoint(GRID).map((point) => [nameOfValues(point), state(point)]));
    const hot = of(({ teff, logg }) => (teff.value === 24_000 && logg.value === 5 ? 'f' : 'c'));
    expect(propose({ grid: GRID, extraPoints: [] }, hot).map(({ name }) => name)).toEqual([
      't23000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0',
      't23000_g5.0_he-2.0_c-4.0_n-4.0_o-4.0',
      't24000_g5.25_he-1.0_c-4.0_n-4.0_o-4.0',
      't24000_g5.25_he-2.0_c-4.0_n-4.0_o-4.0',
    ]);
  });

  test('have steps within reach of a seed', () => {
    const points = { grid: GRID, extraPoints: [] };
    const given = new Map(
      everyPoint(GRID).map((point) => [
        nameOfValues(point),
        point.logg.value === 5.5 ? ('f' as const) : ('c' as const),
      ]),
    );
    // Lower gravity is harder, so the path from there is beyond the reach of any seed.
    for (const { reasons } of propose(points, given))
      expect(reasons.map(({ neighbour }) => neighbour)).toEqual([expect.stringContaining('_g6.0_')]);
    expect(propose(points, given, new Map(), { ...PLAIN, maxSeedDistance: 0.5 })).toEqual([]);
    expect(propose(points, given, new Map(), { ...PLAIN, classEdges: { logg: [5.7] } })).toEqual([]);
  });
});

describe('large residuals', () => {
  const name = (teff: string, logg: string) => `t${teff}_g${logg}_he-1.0_c-4.0_n-4.0_o-4.0`;
  const points = { grid: gridOf({ teff: ['20000', '22000', '24000'], logg: ['5.0', '5.5'] }), extraPoints: [] };
  const converged = new Map(everyPoint(points.grid).map((point) => [nameOfValues(point), 'c' as const]));

  test('halve each interval around a model once, worse neighbour first, after failures', () => {
    const residuals = new Map([
      [name('22000', '5.0'), 0.04],
      [name('24000', '5.0'), 0.03],
    ]);
    const proposed = propose(points, converged, residuals);
    expect(proposed.map((point) => [point.name, point.reasons.length])).toEqual([
      [name('23000', '5.0'), 1],
      [name('24000', '5.25'), 1],
      [name('21000', '5.0'), 1],
      [name('22000', '5.25'), 1],
    ]);
    expect(proposed[0]?.reasons[0]).toMatchObject({
      kind: 'residual',
      point: name('22000', '5.0'),
      neighbour: name('24000', '5.0'),
      residual: 0.04,
      neighbourResidual: 0.03,
    });
    const withFailure = new Map([...converged, [name('20000', '5.5'), 'f' as const]]);
    expect(propose(points, withFailure, residuals).map(({ reasons }) => reasons[0]?.kind)).toEqual([
      'failure',
      'residual',
      'residual',
      'residual',
      'residual',
    ]);
  });
});

describe('middle of two values', () => {
  const middle = (a: string, b: string) => middleOf(axisOf([a])[0]!, axisOf([b])[0]!)?.text;

  test.each([
    ['20000', '22000', '21000'],
    ['20000', '20001', '20000.5'],
    ['5.0', '5.5', '5.25'],
    ['5.0', '6.0', '5.5'],
    ['5.00', '6.0', '5.50'],
    ['-4.35', '-4.30', '-4.325'],
    ['2e4', '2.2e4', '21000'],
    ['-1', '1', '0'],
    ['1e-30', '2e-30', undefined],
    ['1', '1.00000000000000001', undefined],
  ])('of %s and %s is %s', (a, b, expected) => {
    expect([middle(a, b), middle(b, a)]).toEqual([expected, expected]);
  });

  test('is exact and needs at most one more decimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 1, max: 9999 }), (from, by) => {
        const [a, b] = [(from / 100).toFixed(2), ((from + by) / 100).toFixed(2)];
        expect(Math.round(Number(middle(a, b)) * 1000)).toBe(10 * from + 5 * by);
      }),
    );
  });
});
