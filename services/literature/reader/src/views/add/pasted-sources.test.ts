import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pastedSources } from './pasted-sources.ts';

const identifiersOf = (text: string) =>
  pastedSources(text).flatMap((source) => ('identifier' in source ? [source.identifier] : []));

test.each([
  ['10.1093/mnras/stu1', ['10.1093/mnras/stu1']],
  ['See https://doi.org/10.1051/0004-6361/201935.', ['https://doi.org/10.1051/0004-6361/201935']],
  ['arXiv:1405.9021v2, astro-ph/0512345', ['arXiv:1405.9021v2', 'astro-ph/0512345']],
  ['2014MNRAS1443.1201O and 2000A&AS..143...41K', ['2014MNRAS1443.1201O', '2000A&AS..143...41K']],
  ['Dear all, the meeting of 2014 is at 10.30 in room 5/3.', []],
])('finds the identifiers in %s', (text, identifiers) => {
  expect(identifiersOf(text)).toEqual(identifiers);
});

test('imports a pasted bibliography as a file', () => {
  expect(pastedSources('@article{a, title = {One}}')).toEqual([{ file: expect.any(File) }]);
  expect(pastedSources('TY  - JOUR\nER  - ')).toEqual([{ file: expect.any(File) }]);
});

test('finds each identifier once in any text', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('10.1093/a', 'arXiv:1405.9021', 'word', '(', ').', '\n', ', ')), (parts) => {
      const found = identifiersOf(parts.join(' '));
      expect(new Set(found).size).toBe(found.length);
      for (const name of found) expect(parts).toContain(name);
    }),
  );
});
