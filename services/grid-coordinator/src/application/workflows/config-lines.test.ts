import { expect, test } from '@jest/globals';
import { lineOf } from './config-lines.ts';

const YAML = `# a grid
grid:
  teff:
    - 20000
    - hot # no number
  logg: [5.0,
         x]
"a.b": {c: [1, {d: 2}]}
artifacts: {keep: {plot: often}}
`;

test.each([
  ['grid.teff[1]', 5],
  ['grid.logg[1]', 7],
  ['grid.logc', 2],
  ['grid', 2],
  ['a.b.c[1].d', 8],
  ['artifacts.keep.plot', 9],
  ['grid.teff[7]', 3],
  ['the configuration', undefined],
  ['chain', undefined],
])('%s stands in line %s', (path, line) => {
  expect(lineOf(YAML, path)).toBe(line);
});

test('a document that is no mapping has no lines of keys', () => {
  expect(['- a', '', '!!x', 'a: &a [*a]'].map((yaml) => lineOf(yaml, 'grid'))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
