import { describe, expect, test } from '@jest/globals';
import { gridOf } from '../../../test/arbitrary-grid.ts';
import { readExtraPoints } from './extra-points.ts';
import { readWorkflowConfig } from '../workflows/workflow-config.ts';

const AXES = {
  teff: ['20000', '22000'],
  logg: ['5.0', '5.5'],
  loghe: ['-1.0'],
  logc: ['-4.0'],
  logn: ['-4.0'],
  logo: ['-4.0'],
};
const GRID = gridOf(AXES);

/** Returns a point of the grid with some of its values replaced. */
function pointWith(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { teff: '20000', logg: '5.0', loghe: '-1.0', logc: '-4.0', logn: '-4.0', logo: '-4.0', ...values };
}

function configOf(points: readonly unknown[], maxGridPoints = 100) {
  const document = { grid: AXES, chain: [{ label: 'lte', lte: 'yes', niter: '5' }], extra_points: points };
  return readWorkflowConfig({ texts: document, values: document }, maxGridPoints);
}

describe('extra points', () => {
  test('keep their texts and may have values outside the grid', () => {
    const points = readExtraPoints([pointWith({ teff: '21000' }), pointWith({ teff: '+1.9e4', logg: '6.00' })], GRID);
    expect(points.map(({ teff, logg }) => [teff.text, teff.value, logg.text])).toEqual([
      ['21000', 21_000, '5.0'],
      ['+1.9e4', 19_000, '6.00'],
    ]);
    expect(readExtraPoints([], GRID)).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['no list', '5', 'extra_points: must be a list'],
    ['no mapping', ['5'], 'extra_points[0]: must be a mapping of keys to values'],
    ['a missing value', [pointWith({ teff: '21000', logc: undefined })], 'extra_points[0].logc: is missing'],
    ['a word', [pointWith({ teff: 'hot' })], 'extra_points[0].teff: not a number'],
    ['a list of values', [pointWith({ teff: ['21000'] })], 'extra_points[0].teff: not a number'],
    ['no temperature', [pointWith({ teff: '0' })], 'extra_points[0].teff: must be above 0 K'],
    [
      'another key',
      [pointWith({ teff: '21000', log: '5' })],
      'extra_points[0].log: unknown key (known keys: teff, logg, loghe, logc, logn, logo)',
    ],
    [
      'a point of the grid',
      [pointWith({ teff: '21000' }), pointWith({ logg: '5.5' })],
      'extra_points[1]: is already a point of the grid: all of its values are on the axes',
    ],
    [
      'a point twice',
      [pointWith({ teff: '21000' }), pointWith({ teff: '21500' }), pointWith({ teff: '21000' })],
      'extra_points[2]: is the same point as extra_points[0]',
    ],
    [
      'a value that its axis spells differently',
      [pointWith({ teff: '21000', logg: '5.00' })],
      'extra_points[0].logg: write 5.0, as grid.logg does, not 5.00',
    ],
    [
      'a value that is spelled in two ways',
      [pointWith({ teff: '21000' }), pointWith({ teff: '2.1e4', logg: '5.5' })],
      'extra_points[1].teff: write 21000, as extra_points[0].teff does, not 2.1e4',
    ],
    [
      'more points than allowed',
      Array.from({ length: 5_001 }, (_, index) => pointWith({ teff: String(30_000 + index) })),
      'extra_points: has 5001 points, but at most 5000 are allowed',
    ],
  ])('are refused: %s', (_what, points, message) => {
    expect(() => readExtraPoints(points, GRID)).toThrow(`config_yaml: ${message}`);
  });

  test('count towards the limits of points and names', () => {
    const point = pointWith({ teff: '21000' });
    expect(configOf([point], 5).extraPoints).toHaveLength(1);
    expect(() => configOf([point], 4)).toThrow(
      'grid: spans, together with extra_points, 5 points, but at most 4 are allowed',
    );
    expect(() => configOf([pointWith({ teff: `21000.${'0'.repeat(120)}` })])).toThrow(
      'extra_points: have names longer than 128 characters: write shorter values',
    );
  });
});
