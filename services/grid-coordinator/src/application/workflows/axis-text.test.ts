import { expect, test } from '@jest/globals';
import { parseText } from './parse-config.ts';
import { withAxisValues } from './axis-text.ts';

test.each([
  ['grid: {teff: [1, 2], logg: [5]} # mine\n', 'grid: {teff: [1, 2, 3, 4], logg: [5]} # mine\n'],
  ['grid:\n  teff: [1,  2 ,] # K\n', 'grid:\n  teff: [1,  2, 3, 4 ,] # K\n'],
  [
    'grid:\n  teff:\n    - 1\n    - 2 # hot\n  logg: [5]\n',
    'grid:\n  teff:\n    - 1\n    - 2 # hot\n    - 3\n    - 4\n  logg: [5]\n',
  ],
  ['grid:\n  teff:\n  -   "1"', 'grid:\n  teff:\n  -   "1"\n  -   3\n  -   4'],
  ['grid:\r\n  teff:\r\n    - 1\r\n', 'grid:\r\n  teff:\r\n    - 1\r\n    - 3\r\n    - 4\r\n'],
  ['a: &a [1]\ngrid: {teff: *a}\n', undefined],
  ['grid: {logg: [1]}\n', undefined],
])('%j becomes %j', (yaml, extended) => {
  expect(withAxisValues(parseText(yaml), 'teff', ['3', '4'])).toBe(extended);
});
