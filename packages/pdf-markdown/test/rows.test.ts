import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildRows, splitAtGaps } from '../src/layout/rows/rows.ts';
import { PLAIN_FONT } from '../src/reading/font-style.ts';
import { glyph } from './placed-glyphs.ts';
import { MATH, run } from './runs.ts';

test('orders rows from top to bottom and runs from left to right', () => {
  const rows = buildRows([run('d', 80, 130), run('b', 60, 100.4), run('c', 40, 130), run('a', 40, 100)]);
  expect(rows.map((row) => row.runs.map((one) => one.text))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('reads imitated small capitals as a word, not as a script, next to a slightly higher line of another column', () => {
  const rows = buildRows([
    run('II. M', 40, 101.3, { right: 64.5 }),
    run('ETHOD', 65, 101.3, { size: 8 }),
    run('words of the other column', 300, 100),
  ]);
  expect(rows.map((row) => row.runs.map(({ text, script, font }) => [text, script, font.smallCaps]))).toEqual([
    [
      ['II. M', undefined, true],
      ['ETHOD', undefined, true],
      ['words of the other column', undefined, false],
    ],
  ]);
});

test('keeps imitated small capitals together if only the large ones are level with a line of another column', () => {
  const rows = buildRows([
    run('II. M', 40, 101.24, { right: 64.5 }),
    run('ETHOD', 65, 101.24, { size: 8 }),
    run('U', 88, 101.24),
    run('SED', 93.5, 101.24, { size: 8 }),
    run('words of the other column', 300, 100),
  ]);
  expect(rows.map((row) => row.runs.map(({ text }) => text))).toEqual([
    ['II. M', 'ETHOD', 'U', 'SED', 'words of the other column'],
  ]);
});

test('attaches scripts to the runs next to them', () => {
  const rows = buildRows([
    run('T', 40, 100),
    run('eff', 45, 102, { size: 7 }),
    run('of 10', 60, 100),
    run('5', 85, 96, { size: 7 }),
    run('next line', 40, 112),
  ]);
  expect(rows.map((row) => row.runs.map(({ text, script }) => [text, script]))).toEqual([
    [
      ['T', undefined],
      ['eff', 'sub'],
      ['of 10', undefined],
      ['5', 'sup'],
    ],
    [['next line', undefined]],
  ]);
});

test('continues a power next to a tall bracket, however far it is from its row', () => {
  const bracket = run(')', 60, 100, { right: 64, font: MATH, glyphs: [glyph(')', 60, { extensible: 17 })] });
  const power = (text: string, left: number) => run(text, left, 90, { size: 8, right: left + 5, font: MATH });
  const rows = buildRows([run('leads to', 10, 83), run('x', 54, 100), bracket, power('−', 65), power('N', 70)]);
  expect(rows.map((row) => row.runs.map(({ text, script }) => [text, script]))).toEqual([
    [['leads to', undefined]],
    [
      ['x', undefined],
      [')', undefined],
      ['−', 'sup'],
      ['N', 'sup'],
    ],
  ]);
});

test('a narrow letter of a power stays in its row if it has its own power', () => {
  const rows = buildRows([
    run('e', 69.2, 100, { right: 73.5, font: MATH }),
    run('−c', 73.6, 96.4, { size: 7, right: 82.2, font: MATH }),
    run('τ', 82.3, 96.4, { size: 7, right: 85.4, font: MATH }),
    run('2', 85.6, 93.8, { size: 5, right: 88.1 }),
  ]);
  expect(rows.map((row) => row.runs.map(({ text, script }) => [text, script]))).toEqual([
    [
      ['e', undefined],
      ['−c', 'sup'],
      ['τ', 'sup'],
      ['2', 'sup'],
    ],
  ]);
});

test('attaches a footnote mark to the text after it', () => {
  const [row] = buildRows([run('1', 40, 96, { size: 6 }), run('See there', 44, 100, { size: 8 })]);
  expect(row?.runs[0]).toMatchObject({ text: '1', script: 'sup' });
});

test('keeps small print in separate rows', () => {
  const rows = buildRows([run('body text of a paper', 40, 100), run('small print below', 40, 110, { size: 8 })]);
  expect(rows).toHaveLength(2);
});

test('puts the dot over an equals sign into its line', () => {
  const rows = buildRows([
    run('We set here f', 40, 100, { right: 100 }),
    run('=', 104, 100, { right: 112 }),
    run('.', 106.8, 94.2, { right: 109.3 }),
    run('g for what follows', 115, 100),
  ]);
  expect(rows.map((row) => row.runs.map(({ text }) => text))).toEqual([
    ['We set here f', '=', '.', 'g for what follows'],
  ]);
});

test('puts the upper half of a composed sign into its line', () => {
  const [row, ...others] = buildRows([
    run('rotators with periods', 40, 100),
    run('∼', 150, 101.5, { font: MATH }),
    run('<', 150, 98, { font: MATH }),
    run('ten days', 162, 100),
  ]);
  expect(others).toEqual([]);
  expect(row?.runs.map((one) => one.text).join('')).toMatch(/^rotators with periods[∼<]{2}ten days$/);
});

const anyRuns = fc.array(
  fc.record({
    text: fc.stringMatching(/^[a-z]{1,12}$/),
    left: fc.integer({ min: 0, max: 500 }),
    baseline: fc.integer({ min: 50, max: 700 }),
    size: fc.constantFrom(6, 8, 10, 17),
  }),
  { maxLength: 40 },
);

test('neither loses nor duplicates a run, whatever is on the page', () => {
  fc.assert(
    fc.property(anyRuns, (specs) => {
      const runs = specs.map(({ text, left, baseline, size }) => run(text, left, baseline, { size }));
      const placed = buildRows(runs).flatMap((row) => row.runs.map((one) => one.text));
      expect(placed.toSorted()).toEqual(runs.map((one) => one.text).toSorted());
    }),
  );
});

test('finds the same rows in whatever order the page was drawn', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 40 })), {
        minLength: 1,
        maxLength: 30,
      }),
      fc.infiniteStream(fc.nat()),
      (places, order) => {
        const unique = [...new Map(places.map((place) => [place.join(), place])).values()];
        const runs = unique.map(([column, line], i) => run(`w${i}`, 40 + 30 * column, 60 + 12 * line));
        const shuffled = runs.map((one) => [order.next().value ?? 0, one] as const).toSorted(([a], [b]) => a - b);
        expect(buildRows(shuffled.map(([, one]) => one))).toEqual(buildRows(runs));
      },
    ),
  );
});

test('splits a row at wide gaps only, and keeps every run', () => {
  const runs = [run('two', 40, 100), run('words', 58, 100), run('far', 120, 100)];
  expect(splitAtGaps(runs, 1).map((piece) => piece.map((one) => one.text))).toEqual([['two', 'words'], ['far']]);
  expect(splitAtGaps(runs, 9).flat()).toEqual(runs);
});

test('keeps a nested script with its script, although it was first put into the row of the letter', () => {
  const rows = buildRows([
    run('where', 40, 100),
    run('e', 70, 100),
    run('t', 75.3, 95.9, { size: 7 }),
    run('2', 79, 93, { size: 5 }),
    run('holds', 90, 100),
    run('next line', 40, 112),
  ]);
  expect(rows.map((row) => row.runs.map(({ text }) => text))).toEqual([
    ['where', 'e', 't', '2', 'holds'],
    ['next line'],
  ]);
});

test('does not mistake a line of small print for a script of a larger line in the next column', () => {
  const rows = buildRows([
    run('a caption in small print that fills its column to the edge', 40, 100, { size: 8, right: 292 }),
    run('words of the other column', 297, 103),
  ]);
  expect(rows.map((row) => row.runs.map(({ script }) => script))).toEqual([[undefined], [undefined]]);
});

test('reads a raised mark as a note mark, even if it is as large as its word or larger, as in AASTeX tables', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('a', 'b', 'ab', '*', '†'),
      fc.double({ min: 6.5, max: 10.5, noNaN: true }),
      fc.double({ min: 2.1, max: 4, noNaN: true }),
      (text, size, raise) => {
        const word = run('charges', 60, 100, { size: 7 });
        const rows = buildRows([
          word,
          run(text, word.right, 100 - raise, { size }),
          run('cost', 150, 100, { size: 7 }),
        ]);
        expect(rows.map((row) => row.runs.map((one) => [one.text, one.script]))).toEqual([
          [
            ['charges', undefined],
            [text, 'sup'],
            ['cost', undefined],
          ],
        ]);
      },
    ),
  );
});

test('does not mistake a letter separate from the word before it, or a word, for a mark', () => {
  const word = run('charges', 60, 100);
  const after = (text: string, gap: number) => buildRows([word, run(text, word.right + gap, 96)]);
  expect([after('a', 3), after('ads', 0), after('7', 0)].map((rows) => rows.length)).toEqual([2, 2, 2]);
});

test('reads a raised letter before a note as its mark, even a formula letter', () => {
  const note = run('Adjusted for inflation', 60, 103, { size: 7 });
  const before = (gap: number, host = note) =>
    buildRows([run('a', host.left - gap - 3.5, 100, { size: 7, font: MATH }), host]);
  expect(before(1).map(({ runs }) => runs.map(({ script }) => script))).toEqual([['sup', undefined]]);
  expect(before(5)).toHaveLength(2);
  expect(before(1, { ...note, text: 'of a line that goes on' })).toHaveLength(2);
  // The subscript of a letter may be Greek.
  expect(before(1, { ...note, text: 'Δ' })).toHaveLength(2);
});

test('puts a superscript after a subscript into the row of their letter', () => {
  const rows = buildRows([
    run('the mass is M', 40, 100, { right: 96 }),
    run('⊙', 96, 101, { size: 6, right: 102, font: MATH }),
    run('−1', 102.5, 96.2, { size: 6, font: MATH }),
    run('and more', 115, 100),
  ]);
  expect(rows.map((row) => row.runs.map(({ text, script }) => [text, script]))).toEqual([
    [
      ['the mass is M', undefined],
      ['⊙', 'sub'],
      ['−1', 'sup'],
      ['and more', undefined],
    ],
  ]);
});

test('reads a full-size word as a script of the letter before it if the word is shifted like a script', () => {
  const scriptsOf = (shift: number, gap: number, font = MATH, script = 'rot') => {
    const rows = buildRows([
      run('the period', 40, 100, { right: 88 }),
      run('P', 91, 100, { right: 97, font }),
      run(script, 97 + gap, 100 + shift, { right: 110 + gap }),
      run('of it', 112 + gap, 100),
    ]);
    return rows.map((row) => row.runs.map(({ script }) => script ?? ''));
  };
  expect(scriptsOf(2.7, 0)).toEqual([['', '', 'sub', '']]);
  expect(scriptsOf(-3.6, 0.4)).toEqual([['', '', 'sup', '']]);
  expect(scriptsOf(2.7, 0, MATH, 'a:b')).toEqual([['', '', 'sub', '']]);
  expect(scriptsOf(2.7, 0, MATH, 'a b')).toHaveLength(2);
  // LaTeX shifts a subscript further down if there is also a superscript.
  expect(scriptsOf(4.4, -1.4, { ...PLAIN_FONT, italic: true })).toEqual([['', '', 'sub', '']]);
  expect(scriptsOf(12, 0)).toHaveLength(2);
  expect(scriptsOf(2.7, 3)).toHaveLength(2);
  expect(scriptsOf(2.7, 0, PLAIN_FONT)).toHaveLength(2);
});
