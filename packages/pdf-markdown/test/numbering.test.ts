import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sectionChain } from '../src/layout/headings/section-chain.ts';
import { place, readNumbers, UNNUMBERED, type Numbering } from '../src/layout/headings/numbering.ts';

/** Returns the levels of consecutive headings in one style. The level is undefined for headings out of sequence. */
function levelsOf(...titles: readonly string[]): (number | undefined)[] {
  const decimals = titles.flatMap((title, at) =>
    readNumbers(title).flatMap(({ style, parts }) => (style === 'decimal' ? [{ at, parts, style: 'bold' }] : [])),
  );
  const chain = new Set([...sectionChain(decimals)].map((i) => decimals[i]?.at));
  let now: Numbering = UNNUMBERED;
  return titles.map((title, at) => {
    for (const number of readNumbers(title)) {
      const placed = place(number, now, chain.has(at));
      if (!placed) continue;
      now = placed.next;
      return placed.level;
    }
    return undefined;
  });
}

test('follows decimal sections', () => {
  expect(
    levelsOf('1 Introduction', '2. Data', '2.1 Spectra', '2.1.1 Reduction', '2.2. Photometry', '3 Results'),
  ).toEqual([2, 2, 3, 4, 3, 2]);
});

test('does not mistake the first letter of a word for an appendix letter', () => {
  expect(readNumbers('APPENDIX Quasiparticles').filter(({ style }) => style === 'appendix')).toEqual([]);
  expect(readNumbers('Appendix B Quasiparticles')[0]).toEqual({
    style: 'appendix',
    parts: [2],
    title: 'Quasiparticles',
  });
});

test('follows Roman sections with letters and numbers as lower levels', () => {
  expect(
    levelsOf(
      'I. INTRODUCTION',
      'II. METHOD',
      'A. Model',
      '1. Moments',
      '2. Ranks',
      'B. Data',
      '1. Sky',
      'III. RESULTS',
    ),
  ).toEqual([2, 2, 3, 4, 4, 3, 4, 2]);
});

test('follows numbers below Roman sections that repeat the section number, and section signs', () => {
  const titles = [
    'I. Introduction',
    'I.1. Changes',
    'I.2. Plans',
    'II. Method',
    'II.1. Grids',
    'II.1.1. Winds',
    'II.2. Data',
  ];
  expect(levelsOf(...titles)).toEqual([2, 3, 3, 2, 3, 4, 3]);
  expect(levelsOf('I. Introduction', 'II. 3D models', 'I.1. Changes')).toEqual([2, 2, undefined]);
  expect(levelsOf('§1. Introduction', '§1.1. Changes', '§ 2. Method')).toEqual([2, 3, 2]);
});

test('distinguishes the letter I from the Roman numeral by the numbers before it', () => {
  const sections = ['I. A', 'II. B', 'III. C', 'IV. D', 'V. E', 'VI. F', 'VII. G', 'VIII. H', 'IX. J', 'X. K'];
  expect(levelsOf(...sections)).toEqual(sections.map(() => 2));
});

test('restarts numbers for appendices', () => {
  expect(levelsOf('1 Introduction', '2 Data', 'A Tables', 'A.1 Long ones', 'B Figures')).toEqual([2, 2, 2, 3, 2]);
  expect(levelsOf('I. INTRODUCTION', 'Appendix A: Proofs', 'Appendix B')).toEqual([2, 2, 2]);
});

test.each([
  [['1 Introduction', '7 stars were observed']],
  [['1 Introduction', '1.5 Msun']],
  [['1 Introduction', '2 Data', '1 Introduction']],
])('rejects the last of %s as out of sequence', (titles) => {
  expect(levelsOf(...titles).at(-1)).toBeUndefined();
});

test('tolerates missing headings, including the first', () => {
  expect(levelsOf('1 Introduction', '3 Results')).toEqual([2, 2]);
  expect(levelsOf('2 Data', '2.2 Photometry', '5 Results', '6 Discussion')).toEqual([2, 3, 2, 2]);
});

test('recognises a later heading despite a numbered item before it', () => {
  expect(levelsOf('1 Introduction', '2 Data', '5 Stars with discs', '3 Results', '4 Discussion')).toEqual([
    2,
    2,
    undefined,
    2,
    2,
  ]);
});

test('prefers headings of one style to items with the same numbers', () => {
  const candidates = [
    { parts: [1], style: 'large' },
    { parts: [2], style: 'small' },
    { parts: [2], style: 'large' },
    { parts: [3], style: 'large' },
  ];
  expect(sectionChain(candidates)).toEqual(new Set([0, 2, 3]));
});

test('does not treat an author’s initial as an appendix', () => {
  expect(levelsOf('A. Levine')).toEqual([undefined]);
});

test('never goes back, whatever numbers follow', () => {
  const number = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(number, { maxLength: 20 }), (numbers) => {
      let last: readonly number[] = [];
      levelsOf(...numbers.map((parts) => `${parts.join('.')} Title`)).forEach((level, i) => {
        if (level === undefined) return;
        const parts = numbers[i] ?? [];
        expect(level).toBe(parts.length + 1);
        expect(compare(parts, last)).toBeGreaterThan(0);
        last = parts;
      });
    }),
  );
});

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

test('places numbers below an appendix on the second level and those below a section letter on the third', () => {
  expect(
    levelsOf(
      'I. Introduction',
      'II. Data',
      'A. Spectra',
      '1. Reduction',
      'Appendix A: Proofs',
      '1. A lemma',
      '2. Another',
    ),
  ).toEqual([2, 2, 3, 4, 2, 3, 3]);
});

test('begins with the first section of a book chapter, unless it is the only one', () => {
  expect(levelsOf('14.1 Introduction', '14.2 Data', '14.2.1 Spectra', '14.3 Results')).toEqual([3, 3, 4, 3]);
  expect(levelsOf('14.1 Introduction')).toEqual([undefined]);
  expect(levelsOf('14.5 Stars', '14.6 Discs')).toEqual([undefined, undefined]);
  expect(levelsOf('1 Introduction', '14.1 Stars', '2 Data')).toEqual([2, undefined, 2]);
});
