import { expect, test } from '@jest/globals';
import { makeLine, type Line } from '../src/layout/lines/line.ts';
import { referenceLabel, splitReferences } from '../src/layout/paragraphs/references.ts';
import { run } from './runs.ts';

function linesOf(...texts: readonly string[]): Line[] {
  // Each leading blank indents a line by six points.
  return texts.map((text, i) =>
    makeLine(1, 'left', [run(text.trimStart(), 50 + 6 * (text.length - text.trimStart().length), 80 + 12 * i)]),
  );
}

const entriesOf = (lines: readonly Line[]) => splitReferences(lines).map((entry) => entry.map((line) => line.text));

test('splits at increasing numbers in brackets', () => {
  const lines = linesOf(
    '[1] A. Adams, Phys. Rev. 1, 2',
    '(1999).',
    '[2] B. Brown, Nature 3, 4 (2001).',
    '[12] is no entry',
    '[3] C. Clark (2003).',
  );
  expect(entriesOf(lines).map((entry) => entry.length)).toEqual([2, 2, 1]);
});

test('splits where the lines after the first are indented', () => {
  const lines = linesOf(
    'Adams, A. 1999, ApJ, 1,',
    '  2',
    'Brown, B., & Clark, C.',
    '  2001, in A Book, ed.',
    '  D. Dean',
    'Evans, E. 2003, AJ, 5, 6',
  );
  expect(entriesOf(lines).map((entry) => entry.length)).toEqual([2, 3, 1]);
});

test('splits where the first line is indented', () => {
  const lines = linesOf(
    '  Adams, A. 1999, a long title that',
    'fills its line. ApJ, 1, 2.',
    '  Brown, B. 2001, another title that',
    'fills its line. AJ, 3, 4.',
  );
  expect(entriesOf(lines).map((entry) => entry.length)).toEqual([2, 2]);
});

test('splits entries without indents at names after the end of the previous entry', () => {
  const lines = linesOf('Adams, A. 1999, with a title that goes', 'on, ApJ, 1, 2.', 'Brown, B. 2001, AJ, 3, 4.');
  expect(entriesOf(lines).map((entry) => entry.length)).toEqual([2, 1]);
});

test('continues an entry without indents after a comma', () => {
  const lines = linesOf(
    'Adams, A. 1999, ApJ, 1, 2',
    'Brown, B., & Clark, C. 2001,',
    'MNRAS, 3, 4',
    'Evans, E. 2003, AJ, 5',
  );
  expect(entriesOf(lines).map((entry) => entry.length)).toEqual([1, 2, 1]);
});

test('splits entries without indents at the space between them, whatever they end with', () => {
  const texts = [
    [
      'Adams, A. (1999). The winds of stars. II.',
      'Diffusion in quiet layers. Retrieved from',
      'www.example.org/a.html',
    ],
    ['Brown, B., & Clark, C. (2001). A book. Press'],
    ['Evans, E. (2003). Another title. The case of', 'stars. A Journal, 4, 5'],
  ];
  let baseline = 80;
  const lines = texts.flatMap((entry) => {
    baseline += 4;
    return entry.map((text) => makeLine(1, 'left', [run(text, 50, (baseline += 12))]));
  });
  expect(entriesOf(lines)).toEqual(texts);
});

test('splits entries with regular line spacing at names with initials only', () => {
  const texts = [
    ['Adams, A. 1999. The winds of stars. II.', 'Diffusion in quiet layers. A Journal 4: 5.'],
    ['Brown, B., and Clark, C. 2001. A Book. 2nd ed.', 'Cambridge Press. London.'],
    ['Evans, E. 2003. Another title. AJ 6: 7.'],
  ];
  expect(entriesOf(linesOf(...texts.flat()))).toEqual(texts);
});

test('splits at raised numbers, even if two-digit ones begin further left', () => {
  const entry = (number: number, i: number) =>
    makeLine(1, 'left', [
      run(String(number), number < 10 ? 54 : 50, 76 + 12 * i, { size: 6, script: 'sup' }),
      run('A. Adams, B. Brown, and C. Clark, Phys. Rev. 1, 2 (1999).', 58, 80 + 12 * i),
    ]);
  const lines = Array.from({ length: 12 }, (_, i) => entry(i + 1, i));
  expect(splitReferences(lines)).toHaveLength(12);
});

test('does not split the rest of an entry at the top of a column', () => {
  const at = (page: number, texts: readonly (readonly [string, number])[]) =>
    texts.map(([text, left], i) => makeLine(page, 'left', [run(text, left, 80 + 12 * i)]));
  const lines = [
    ...at(1, [
      ['Adams, A. 1999, ApJ, 1, 2', 50],
      ['Brown, B. 2001, A long title that', 50],
      ['fills its line, AJ, 3, 4', 62],
      ['Clark, C., Dean, D., & Evans, E.', 50],
    ]),
    ...at(2, [
      ['2003, Another Title. MNRAS, 5, 6.', 62],
      ['Available from its authors.', 62],
    ]),
  ];
  expect(splitReferences(lines).map((entry) => entry.length)).toEqual([1, 2, 3]);
});

test('keeps all lines of a list in order', () => {
  const lines = linesOf('[1] One.', 'and more', '[2] Two.', 'Three', '  four');
  expect(splitReferences(lines).flat()).toEqual(lines);
});

test('reads the label of an entry', () => {
  expect([referenceLabel('[7] A. Adams'), referenceLabel('7. Adams'), referenceLabel('Adams, A.')]).toEqual([
    '[7]',
    '[7]',
    undefined,
  ]);
});
