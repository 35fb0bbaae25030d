import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readReference, type PaperReference } from './paper-reference.ts';

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''));
const letters = fc
  .array(fc.constantFrom('a', 'b', 'k', 's', 'x', 'z'), { minLength: 1, maxLength: 6 })
  .map((all) => all.join(''));

const doi = fc
  .tuple(
    fc.constantFrom('10.1086', '10.1051', '10.1016', '10.3847', '10.1093'),
    letters,
    digits(5),
    fc.boolean(),
    letters,
  )
  .map(([prefix, word, number, hasBrackets, end]) => ({
    kind: 'doi' as const,
    value: `${prefix}/${word}${hasBrackets ? `(${number})` : `/${number}`}-${end}`,
  }));
const bibcode = fc
  .tuple(
    fc.integer({ min: 1850, max: 2099 }),
    fc.constantFrom('ApJ..', 'A&A..', 'AN...', 'MNRAS', 'Ap&SS'),
    digits(4),
    fc.constantFrom('.', 'L'),
    digits(4),
    fc.constantFrom('.', 'A', 'S'),
  )
  .map(([year, journal, volume, kind, page, initial]) => ({
    kind: 'bibcode' as const,
    value: `${year}${journal}${volume}${kind}${page}${initial}`,
  }));
const recent = fc.tuple(
  fc.integer({ min: 15, max: 40 }),
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 99_999 }),
);
const preprint = fc
  .oneof(
    recent.map(
      ([year, month, number]) => `${year}${String(month).padStart(2, '0')}.${String(number).padStart(5, '0')}`,
    ),
    fc
      .tuple(fc.constantFrom('astro-ph', 'hep-th', 'gr-qc'), fc.integer({ min: 101, max: 999 }))
      .map(([archive, number]) => `${archive}/9710${number}`),
  )
  .map((value) => ({ kind: 'preprint_id' as const, value }));

const ADDRESSES: Readonly<Record<PaperReference['kind'], readonly ((name: string) => string)[]>> = {
  doi: [
    (name) => `https://doi.org/${name}`,
    (name) => `https://doi.org/${encodeURIComponent(name)}`,
    (name) => `http://dx.doi.org/${name}?utm_source=x`,
    (name) => `doi.org/${name}`,
    (name) => `doi:${name.toUpperCase()}`,
    (name) => `DOI ${name}`,
    (name) => encodeURIComponent(name),
    (name) => `https://iopscience.iop.org/article/${name}/pdf`,
    (name) => `https://ui.adsabs.harvard.edu/abs/${name}/abstract`,
  ],
  bibcode: [
    (name) => `https://ui.adsabs.harvard.edu/abs/${encodeURIComponent(name)}/abstract`,
    (name) => `https://ui.adsabs.harvard.edu/abs/${name}`,
    (name) => `https://ui.adsabs.harvard.edu/#abs/${encodeURIComponent(name)}/abstract`,
    (name) => `ui.adsabs.harvard.edu/abs/${encodeURIComponent(name)}`,
    (name) => `http://adsabs.harvard.edu/cgi-bin/nph-bib_query?bibcode=${encodeURIComponent(name)}`,
    (name) => `https://catalog.example/link_gateway/${encodeURIComponent(name)}/PUB_PDF`,
    (name) => `bibcode: ${name}`,
    (name) => encodeURIComponent(name),
  ],
  preprint_id: [
    (name) => `https://arxiv.org/abs/${name}v3`,
    (name) => `arxiv.org/pdf/${name}v2.pdf`,
    (name) => `https://www.arxiv.org/pdf/${name}`,
    (name) => `https://arxiv.org/html/${name}v1#S2`,
    (name) => `https://ar5iv.labs.arxiv.org/html/${name}`,
    (name) => `https://preprint.example/abs/${name}`,
    (name) => `arXiv:${name}v1 [astro-ph.SR]`,
    (name) => `https://doi.org/10.48550/arXiv.${name}`,
    (name) => `https://ui.adsabs.harvard.edu/abs/arXiv:${name}/abstract`,
  ],
};

const surroundings = fc.constantFrom<readonly [string, string]>(
  ['', ''],
  [' ', '\n'],
  ['(', ')'],
  ['<', '>.'],
  ['"', '",'],
  ['[', ']'],
  ['', '.'],
  ['', ';'],
  ['(see ', ').'].map((text) => text.replace('see ', '')) as [string, string],
);

const name = fc.oneof(doi, bibcode, preprint);
const form = fc.nat({ max: 100 });

test('reads a name from every address and label that people paste', () => {
  fc.assert(
    fc.property(name, form, (reference, nth) => {
      const forms = ADDRESSES[reference.kind];
      const pasted = forms[nth % forms.length]?.(reference.value) ?? reference.value;
      expect([pasted, readReference(pasted)]).toEqual([pasted, reference]);
    }),
    { numRuns: 1000 },
  );
});

test('removes brackets, quotes and punctuation around a name, but not within it', () => {
  fc.assert(
    fc.property(name, surroundings, fc.boolean(), (reference, [before, after], isAddress) => {
      const bare = isAddress ? (ADDRESSES[reference.kind][0]?.(reference.value) ?? '') : reference.value;
      const pasted = `${before}${bare}${after}`;
      expect([pasted, readReference(pasted)]).toEqual([pasted, reference]);
    }),
    { numRuns: 1000 },
  );
});

test('reading a name again returns the same name', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 60 }),
        name.map(({ value }) => value),
      ),
      (text) => {
        const once = readReference(text);
        expect(readReference(once.value)).toEqual(once);
      },
    ),
  );
});
