import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JOURNAL_STRINGS, readLibrary, referenceOf, writeBibtex, type Reference } from '../src/index.ts';

function read(text: string): Reference {
  const [entry] = readLibrary(Buffer.from(text)).entries;
  if (entry === undefined || 'fault' in entry.outcome) throw new Error('the entry is not readable');
  return entry.outcome.reference;
}

const LETTERS = 'aéñüçřşžłøßæåőǎṣŁØÉÎïíĵαβγωΩΔ–—“”…°±×µ'.split('');

test('letters become TeX commands that the reader understands', () => {
  const word = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...LETTERS) });
  fc.assert(
    fc.property(word, word, (title, family) => {
      const reference = referenceOf({ key: 'k', title: `On ${title} x`, authors: [{ family, given: 'É.' }] });
      const text = writeBibtex([reference], { letters: 'tex' });
      // oxlint-disable-next-line no-control-regex -- the range is ASCII
      expect(text).toMatch(/^[\0-\x7f]*$/);
      const plain = read(writeBibtex([reference]));
      if (!/[α-ωΑ-Ω]/.test(title + family)) {
        expect(read(text).title).toBe(plain.title);
        expect(read(text).authors).toEqual(plain.authors);
      }
    }),
  );
});

test.each([
  ['é', String.raw`{\'{e}}`],
  ['í', String.raw`{\'{\i}}`],
  ['ç', String.raw`{\c{c}}`],
  ['į', String.raw`{\k{i}}`],
  ['ø', String.raw`{\o}`],
  ['ế', String.raw`{\'{\^{e}}}`],
  ['α', String.raw`\ensuremath{\alpha}`],
  ['Ω', String.raw`\ensuremath{\Omega}`],
  ['☉', String.raw`\ensuremath{\odot}`],
  ['″', String.raw`\ensuremath{''}`],
  ['明', '明'],
])('%s is written as %s', (letter, tex) => {
  expect(writeBibtex([referenceOf({ key: 'k', title: letter })], { letters: 'tex' })).toContain(`{{${tex}}}`);
});

test('addresses are not converted', () => {
  const url = 'https://example.org/é';
  expect(writeBibtex([referenceOf({ key: 'k', title: 't', url })], { letters: 'tex' })).toContain(url);
});

test('journals become strings, and the others keep their names', () => {
  const of = (container: string) => referenceOf({ key: 'k', title: 't', type: 'article-journal', container });
  const write = (container: string) => writeBibtex([of(container)], { journals: 'macros' });
  expect(write('The Astrophysical Journal Supplement Series')).toContain(' journal = apjs');
  expect(write('Astronomy & Astrophysics')).toContain(' journal = aap');
  expect(write('Revista Mexicana de Astronomía y Astrofísica')).toContain(' journal = rmxaa');
  expect(write('Journal of Tests')).toContain(' journal = {Journal of Tests}');
  expect(read(write('Astronomy & Astrophysics')).container).toBe('Astronomy and Astrophysics');
  expect(JOURNAL_STRINGS).toContain('@string{apj = {\\apj}}\n');
});
