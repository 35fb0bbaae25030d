import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { extractDesignations } from './extract-designations.ts';
import { makeReadable } from './readable-text.ts';

/** Generates designations of every kind in their normal form. The search finds them exactly as written. */
const designation = fc.oneof(
  fc.integer({ min: 1, max: 359_083 }).map((n) => `HD ${n}`),
  fc.integer({ min: 1, max: 7_840 }).map((n) => `NGC ${n}`),
  fc.integer({ min: 1, max: 300 }).map((n) => `WASP-${n}b`),
  fc
    .tuple(fc.integer({ min: 1, max: 89 }), fc.integer({ min: 1, max: 99_999 }))
    .map(([z, n]) => `BD+${String(z).padStart(2, '0')} ${n}`),
  fc
    .tuple(fc.constantFrom('V404 ', 'RR ', 'SS ', 'alf ', 'tau ', '51 '), fc.constantFrom('Cyg', 'Tau', 'UMa'))
    .map((words) => words.join('')),
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 10, max: 89 }))
    .map(([h, m, d]) => `PSR J${String(h).padStart(2, '0')}${String(m).padStart(2, '0')}-${d}10`),
  fc.constantFrom('Sgr A*', 'SN 1987A', 'GRB 080319B', "1I/'Oumuamua", 'Cyg X-1', 'C/2025 N1', 'ASASSN-14li'),
);

/** Generates words that are not part of any designation. */
const filler = fc
  .array(
    fc.constantFrom(
      'we',
      'observed',
      'bright',
      'spectra',
      '(see',
      'below)',
      '12.5',
      'and;',
      'été',
      '\ud83d\ude80',
      'ﬂux',
      '$x^2$',
    ),
    {
      maxLength: 6,
    },
  )
  .map((words) => words.join(' '));

test('finds every designation in a text, with all its places', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(filler, designation), { maxLength: 12 }), filler, (pieces, last) => {
      let text = '';
      const expected = new Map<string, number[]>();
      for (const [before, name] of pieces) {
        text += `${before}, `;
        expected.set(name, [...(expected.get(name) ?? []), text.length]);
        text += `${name}, `;
      }
      const found = extractDesignations({ text: text + last });
      expect(new Map(found.map((one) => [one.designation, one.offsets]))).toEqual(expected);
      expect(found.every(({ count, offsets }) => count === offsets.length)).toBe(true);
    }),
  );
});

const dressed = fc.constantFrom(
  (name: string) => name.replaceAll(' ', '\u00a0'),
  (name: string) => name.replaceAll(' ', '~'),
  (name: string) => name.replaceAll(' ', '\n  '),
  (name: string) => name.replaceAll(' ', '\\ '),
  (name: string) => name.replaceAll('-', '\u2212').replaceAll(' ', '\u2009'),
  (name: string) => name.replaceAll('-', '$-$').replaceAll('+', '$+$'),
  (name: string) => `**${name}**`,
  (name: string) => `\\textbf{${name}}`,
  (name: string) => `${name}'s`,
);

test('gives a designation one normal form, however it is formatted', () => {
  fc.assert(
    fc.property(designation, dressed, (name, dress) => {
      expect(extractDesignations({ text: `of ${dress(name)} here` }).map((one) => one.designation)).toEqual([name]);
    }),
  );
});

test('finds only the designations themselves in their normal forms', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'HDGaiaMNV 0123456789+-./JRLyrCygαX()*\n'.split('')), maxLength: 60 }),
      (text) => {
        for (const { designation: name } of extractDesignations({ text }))
          if (!name.startsWith('M ') && !name.startsWith('('))
            expect(extractDesignations({ text: name }).map((one) => one.designation)).toEqual([name]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('keeps the offset of every character, ascending and within the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.nat(80), fc.nat(80), (text, a, b) => {
      const skipped = [{ start: Math.min(a, b, text.length), end: Math.min(Math.max(a, b), text.length) }];
      const { text: readable, origins } = makeReadable(text, skipped);
      expect(origins).toHaveLength(readable.length);
      expect([...origins].every((origin, i) => origin < text.length && origin >= (origins[i - 1] ?? 0))).toBe(true);
    }),
  );
});

/** Texts that begin a match of some pattern but never complete it. */
const UNFINISHED = [
  'HD ',
  'HD1/',
  'HD 209458 b',
  'M 31 ',
  'model M 5 ',
  '](',
  '](a',
  '<a ',
  '\\',
  '\\alpha',
  '$a',
  '_a_',
  '- \n',
  ' ',
  '\n ',
  'V404 ',
  'α',
  '12',
  '(433) Eros ',
  'Gaia DR2 ',
  '2MASS J12345678',
  'BD+7',
  'http://',
  '67P/Aaaaaaaaaaa-',
  'a/a/HD1 ',
  'NGC1,',
];

test.each(UNFINISHED)('reads a megabyte of %j to its end', (piece) => {
  // A pattern with backtracking would exceed the time limit of the test.
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const found = extractDesignations({ text });
  expect(found.every(({ offsets }) => offsets.every((offset) => offset < text.length))).toBe(true);
});
