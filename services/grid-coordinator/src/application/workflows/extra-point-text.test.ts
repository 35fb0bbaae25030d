import { expect, test } from '@jest/globals';
import { parseText } from './parse-config.ts';
import { withExtraPoints } from './extra-point-text.ts';

const POINT = { teff: '21000', logg: '5.25', loghe: '-1', logc: '-4', logn: '-4', logo: '-4' };
const ADDED = '{ teff: 21000, logg: 5.25, loghe: -1, logc: -4, logn: -4, logo: -4 }';

test.each([
  ['grid: {teff: [1]} # mine\n# end\n', `grid: {teff: [1]} # mine\nextra_points:\n  - ${ADDED}\n# end\n`],
  ['grid: {teff: [1]}', `grid: {teff: [1]}\nextra_points:\n  - ${ADDED}`],
  ['  grid:\n    teff: [1]\n', `  grid:\n    teff: [1]\n  extra_points:\n    - ${ADDED}\n`],
  [
    '---\ngrid:\r\n  teff:\r\n  - 1\r\n...\r\n',
    `---\ngrid:\r\n  teff:\r\n  - 1\r\nextra_points:\r\n  - ${ADDED}\r\n...\r\n`,
  ],
  ['{grid: {teff: [1]}}\n', `{grid: {teff: [1]}, extra_points: [${ADDED}]}\n`],
  ['note: |\n  a\n\n  b\n', `note: |\n  a\n\n  b\nextra_points:\n  - ${ADDED}\n`],
  ['extra_points: [ ] # none\ngrid: 1\n', `extra_points: [${ADDED} ] # none\ngrid: 1\n`],
  ['extra_points: [{a: 1}, {a: 2} ,]\n', `extra_points: [{a: 1}, {a: 2}, ${ADDED} ,]\n`],
  ['extra_points:\n- {a: 1} # old\ngrid: 1\n', `extra_points:\n- {a: 1} # old\n- ${ADDED}\ngrid: 1\n`],
  [
    'extra_points:\n    # of the first paper\n    -   a: 1\n        b: 2 # two\n\n# next\ngrid: 1\n',
    `extra_points:\n    # of the first paper\n    -   a: 1\n        b: 2 # two\n    - ${ADDED}\n\n# next\ngrid: 1\n`,
  ],
  ['extra_points:\n  -\n    a: 1', `extra_points:\n  -\n    a: 1\n  - ${ADDED}`],
  ['a: &a [{b: 1}]\nextra_points: *a\n', undefined],
  ['extra_points:\n', undefined],
  ['- 1\n', undefined],
])('%j becomes %j', (yaml, extended) => {
  expect(withExtraPoints(parseText(yaml), [POINT])).toBe(extended);
});

test('adds several points in order', () => {
  const text = withExtraPoints(parseText('grid: 1\n'), [POINT, { ...POINT, teff: '2.1e4' }]);
  expect(text).toBe(`grid: 1\nextra_points:\n  - ${ADDED}\n  - ${ADDED.replace('21000', '2.1e4')}\n`);
});
