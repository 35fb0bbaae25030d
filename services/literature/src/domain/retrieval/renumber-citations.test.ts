import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renumberCitations } from './renumber-citations.ts';

test.each([
  ['Stars shine [2]. So do others [1][2].', 3, 'Stars shine [1]. So do others [2][1].', [2, 1]],
  ['Said by [9] and by [3].', 3, 'Said by and by [1].', [3]],
  ['Both [1, 3; 7] and more [2–4].', 3, 'Both [1][2] and more [3][2].', [1, 3, 2]],
  [
    'In other brackets 【2】, as a link [1](http://elsewhere.example/x).',
    2,
    'In other brackets [1], as a link [2].',
    [2, 1],
  ],
  [
    'On $x \\in [0, 1]$, in `a[2]` and [Fe/H] = [1.5] [1].',
    2,
    'On $x \\in [0, 1]$, in `a[2]` and [Fe/H] = [1.5] [1].',
    [1],
  ],
  ['Nothing [0] of this [17].', 5, 'Nothing of this.', []],
  ['', 5, '', []],
])('%s, of %i sources', (answer, sources, text, cited) => {
  expect(renumberCitations(answer, sources)).toEqual({ text, cited });
});

test('an answer numbers its sources from 1, each source once', () => {
  const piece = fc.oneof(
    fc.constantFrom('Stars shine', ' and ', '. ', '$a$', '\n\n'),
    fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 3 }).map((list) => `[${list.join(', ')}]`),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.integer({ min: 0, max: 20 }), (pieces, sources) => {
      const { text, cited } = renumberCitations(pieces.join(''), sources);
      const numbers = [...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
      expect([...new Set(numbers)]).toEqual(cited.map((_, index) => index + 1));
      expect(new Set(cited).size).toBe(cited.length);
      expect(cited.every((source) => source >= 1 && source <= sources)).toBe(true);
      const asked = pieces.flatMap((one) => [...one.matchAll(/\d+/g)].map(Number));
      expect(new Set(cited)).toEqual(new Set(asked.filter((number) => number >= 1 && number <= sources)));
    }),
  );
});
