import { expect, test } from '@jest/globals';
import { configPlaces } from './config-places.ts';
import { parseText } from './parse-config.ts';

const YAML = `# a grid
grid:
  teff:
    - 20000
    - hot # no number
  logg: [5.0,
         x]
"a.b": {c: [1, {d: 2}]}
artifacts: {keep: {plot: often}}
timeout_sek: 60
`;

test.each([
  ['grid.teff[1]', '5:7-5:10'],
  ['grid.logg[1]', '7:10-7:11'],
  ['grid.logc', '2:1-2:5'],
  ['grid', '2:1-2:5'],
  ['a.b.c[1].d', '8:17-8:21'],
  ['artifacts.keep.plot', '9:20-9:31'],
  ['grid.teff[7]', '3:3-3:7'],
  ['timeout_sek', '10:1-10:16'],
  ['the configuration', undefined],
  ['chain', undefined],
])('finds %s at %s', (path, expected) => {
  const place = configPlaces(parseText(YAML))(path);
  const text = place && `${place.line}:${place.column}-${place.endLine}:${place.endColumn}`;
  expect(text).toBe(expected);
});

test.each(['- a', 'a'])('finds no keys in %j', (yaml) => {
  expect(configPlaces(parseText(yaml))('grid')).toBeUndefined();
});

test('keys that begin like others, and many keys, are found by their whole name', () => {
  const keys = Array.from({ length: 20_000 }, (_, n) => `k${n}`);
  const find = configPlaces(parseText(['a: 1', 'a.b: 2', ...keys.map((key) => `${key}: x`)].join('\n')));
  expect(find('a.b')?.line).toBe(2);
  expect(find('a.c')?.line).toBe(1);
  for (const n of [0, 1, 12, 123, 19_999]) expect(find(`k${n}`)?.line).toBe(n + 3);
  expect(find('k20000')).toBeUndefined();
});

test('the keys of a mapping are read only once for any number of lookups', () => {
  const text = parseText(YAML);
  if (text.root.kind !== 'mapping') throw new Error('not a mapping');
  const { entries, ...mapping } = text.root;
  let reads = 0;
  const root = {
    ...mapping,
    get entries() {
      reads += 1;
      return entries;
    },
  };
  const find = configPlaces({ ...text, root });
  for (const key of ['grid', 'artifacts', 'timeout_sek', 'chain']) find(key);
  expect(reads).toBe(1);
});
