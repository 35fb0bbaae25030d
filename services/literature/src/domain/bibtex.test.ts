import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bibtexOf, texOf } from './bibtex.ts';

const paper = {
  bibcode: '2024arXiv240112345M',
  title: String.raw`Winds & $\alpha_{x}$ of 50% of {Be} stars #1: H_2~at 10^5 K`,
  authors: ['van der Meer, P.', 'Müller, J. K.', 'The A & B Collaboration'],
  year: '2024',
  pub_journal: 'arXiv e-prints',
  keywords: ['astro-ph.SR', 'astro-ph.HE'],
  doi: '',
  preprint_id: '2401.12345',
};

test('a preprint is an entry with its identifier, archive and class', () => {
  expect(bibtexOf(paper)).toBe(
    String.raw`@misc{2024arXiv240112345M,
       author = {{van der Meer}, P. and {Müller}, J. K. and {The A \& B Collaboration}},
        title = {{Winds \& $\alpha_{x}$ of 50\% of {Be} stars \#1: H\_2\textasciitilde{}at 10\textasciicircum{}5 K}},
         year = {2024},
       eprint = {2401.12345},
archivePrefix = {arXiv},
 primaryClass = {astro-ph.SR},
          doi = {10.48550/arXiv.2401.12345}
}
`,
  );
});

test('one that a journal has printed tells where, and has the DOI of the journal', () => {
  const entry = bibtexOf({
    ...paper,
    pub_journal: 'A&A 552 (2013) 143',
    doi: '10.1051/0004-6361/1',
    keywords: ['stars: winds'],
  });
  expect(entry).toContain(String.raw`note = {A\&A 552 (2013) 143}`);
  expect(entry).toContain('doi = {10.1051/0004-6361/1}');
  expect(entry).not.toContain('primaryClass');
});

test.each([
  [String.raw`Schr\"{o}dinger \& \'Etoile`, String.raw`Schr\"{o}dinger \& \'Etoile`],
  ['costs $5', String.raw`costs \$5`],
  ['a } b', String.raw`a \textbraceright{} b`],
  [String.raw`\input{secrets}`, String.raw`\textbackslash{}input{secrets}`],
  [String.raw`$\input{secrets}$`, String.raw`\$\textbackslash{}input{secrets}\$`],
  [String.raw`$50 % of x & y$`, String.raw`$50 \% of x \& y$`],
])('%s is set as %s', (text, tex) => {
  expect(texOf(text)).toBe(tex);
});

test('any text gives balanced braces and no sign that TeX would take for its own outside of formulas', () => {
  const sign = fc.constantFrom('{', '}', '$', '\\', '%', '&', '#', '_', '^', '~', 'a', ' ', '\n', 'ü');
  fc.assert(
    fc.property(
      fc.array(sign, { maxLength: 40 }).map((signs) => signs.join('')),
      (text) => {
        const tex = texOf(text);
        let depth = 0;
        for (const one of tex) {
          depth += one === '{' ? 1 : one === '}' ? -1 : 0;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
        const outside = tex.replaceAll(/(?<!\\)\$(?:\\[^]|[^$\\])+\$/g, '').replaceAll(/\\[^]/g, '');
        expect(outside).not.toMatch(/[%&#_^~$]/);
      },
    ),
    { numRuns: 2000 },
  );
});
