import { describe, expect, test } from '@jest/globals';
import { findDisplays } from '../src/layout/displays/displays.ts';
import type { Bar } from '../src/formulas/glyph-box.ts';
import { makeLine, type Line } from '../src/layout/lines/line.ts';
import { measure } from '../src/layout/lines/metrics.ts';
import { PLAIN_FONT } from '../src/reading/font-style.ts';
import { glyph } from './placed-glyphs.ts';
import { MATH, run } from './runs.ts';

const ITALIC = { ...PLAIN_FONT, italic: true };
const line = (...runs: ReturnType<typeof run>[]) => makeLine(1, 'left', runs);
const text = (y: number) => line(run('the values agree with those of earlier work', 50, y, { right: 290 }));
/** Returns lines of a paragraph from `y` down, every 12 points. */
const paragraph = (y: number, lines = 4) => Array.from({ length: lines }, (_, i) => text(y + 12 * i));

function displaysOf(lines: readonly Line[]): Line[] {
  return lines.filter((one) => findDisplays(lines, measure(lines)).has(one));
}

describe('rows at the margin next to a display', () => {
  const row = (letters: string, y: number) => line(run(letters, 50, y, { font: MATH, right: 130 }));
  const numbered = (y: number) => line(run('z=c', 50, y, { font: MATH }), run('(2)', 276, y, { right: 290 }));

  test('are display rows if they are above or below the numbered one', () => {
    const above = [row('x=a+e', 170), row('y=b+f', 183), numbered(196)];
    expect(displaysOf([...paragraph(100), ...above, ...paragraph(224)])).toEqual(above);
    const below = [numbered(170), row('x=a+e', 183), row('y=b+f', 196)];
    expect(displaysOf([...paragraph(100), ...below, ...paragraph(224)])).toEqual(below);
  });

  test('are text if they directly follow or precede text', () => {
    const display = numbered(180);
    expect(displaysOf([...paragraph(118), row('x=a+e', 166), display, ...paragraph(210)])).toEqual([display]);
    expect(displaysOf([...paragraph(114), display, row('x=a+e', 194), ...paragraph(206)])).toEqual([display]);
  });
});

test('a fraction in text italics at the margin is a display', () => {
  const italic = (letters: string, x: number, y: number) => run(letters, x, y, { font: ITALIC });
  const rows = [
    line(italic('a', 52, 160), italic('b', 70, 160)),
    line(run('=', 60, 167), italic('q', 78, 167), run('+', 84, 167), italic('f', 90, 167)),
    line(italic('c', 52, 174), italic('d', 70, 174)),
  ];
  expect(displaysOf([...paragraph(100), ...rows, ...paragraph(200)])).toEqual(rows);
});

test('the first row of a display may fill its line', () => {
  const row = (letters: string, x: number, y: number) => line(run(letters, x, y, { font: MATH, right: x + 150 }));
  const rows = [row('y=a+b+c+d', 50, 160), row('+e+f+g', 140, 174)];
  expect(displaysOf([...paragraph(100), ...rows, ...paragraph(200)])).toEqual(rows);
  // A line of formulas within the paragraph has no extra space above.
  const within = [row('y=a+b+c+d', 50, 148), row('+e+f+g', 140, 162)];
  expect(displaysOf([...paragraph(100), ...within, ...paragraph(188)])).toEqual(within.slice(1));
});

describe('a sentence of many formulas below a display', () => {
  const display = line(run('y=a+b+c+d', 120, 160, { font: MATH }));
  const sentence = (indent: number, ...end: ReturnType<typeof run>[]) =>
    line(
      run('Here', 50 + indent, 178),
      run('a=b+c+k+l+m+n+o', 72 + indent, 178, { font: MATH }),
      run('for us and', 150 + indent, 178),
      run('d=e+f+g+q+r', 204 + indent, 178, { font: MATH }),
      ...end,
    );

  test.each([0, 15])('is not a display with an indent of %i points', (indent) => {
    expect(displaysOf([...paragraph(100), display, sentence(indent), ...paragraph(202)])).toEqual([display]);
  });

  test('is a display if it has a number at the margin', () => {
    const numbered = sentence(0, run('(3)', 276, 178, { right: 290 }));
    expect(displaysOf([...paragraph(100), display, numbered, ...paragraph(202)])).toEqual([display, numbered]);
  });
});

test('a limit of an operator in the sentence below a display does not belong to the display', () => {
  const display = line(run('y=a+b+c+d', 120, 160, { font: MATH }));
  const limit = line(run('q', 92, 169, { font: MATH, size: 7 }));
  const sentence = line(run('By parts', 50, 174), run('∫x=a+b+c', 88, 174, { font: MATH }), run('holds', 140, 174));
  expect(displaysOf([...paragraph(100), display, limit, sentence, ...paragraph(200)])).toEqual([display]);
});

describe('a formula at the start or end of a paragraph', () => {
  const formula = (x: number, y: number, right: number) => line(run('y=a+b+c+d', x, y, { font: MATH, right }));

  test('begins the paragraph if text follows on the next line', () => {
    const first = formula(60, 160, 290);
    expect(displaysOf([...paragraph(100), first, ...paragraph(172)])).toEqual([]);
    expect(displaysOf([...paragraph(100), first, ...paragraph(184)])).toEqual([first]);
  });

  test('ends the paragraph if it follows a full line, and stays out of the display below', () => {
    const display = line(run('z=e', 140, 160, { font: MATH }));
    const last = line(run('q', 50, 148, { font: MATH }));
    const above = line(run('p', 142, 153, { font: MATH }));
    expect(displaysOf([...paragraph(100), last, above, display, ...paragraph(190)])).toEqual([above, display]);
  });
});

test('words next to a fraction belong to its display', () => {
  const beside = line(run('q=p+r+s+t', 90, 172, { font: MATH }), run('over all', 150, 172));
  const below = line(run('r+s', 104, 179, { font: MATH }));
  expect(displaysOf([...paragraph(100), beside, below, ...paragraph(210)])).toEqual([beside, below]);
  // In a line of text, the denominator is in small print.
  const small = line(run('r+s', 104, 179, { font: MATH, size: 7 }));
  expect(displaysOf([...paragraph(100), beside, small, ...paragraph(210)])).not.toContain(beside);
});

test('words next to a formula on the next line do not belong to a fraction', () => {
  const beside = line(run('q=p+r+s+t', 90, 172, { font: MATH }), run('over all', 150, 172));
  const next = line(run('r+s', 104, 182, { font: MATH }));
  expect(displaysOf([...paragraph(100), beside, next, ...paragraph(210)])).not.toContain(beside);
});

test('a formula with a few words in the middle of its column is a display', () => {
  const statement = (y: number, left: number) =>
    line(
      run('timely', left, y),
      run('=f(x)', left + 34, y, { font: MATH }),
      run('or', left + 64, y),
      run('f', left + 78, y, { font: MATH }),
    );
  const centred = statement(172, 128);
  expect(displaysOf([...paragraph(100), centred, ...paragraph(196)])).toEqual([centred]);
  for (const other of [statement(172, 90), statement(148, 128)])
    expect(displaysOf([...paragraph(100), other, ...paragraph(other.baseline + 24)])).toEqual([]);
});

test('a horizontal brace and its note belong to the formula below', () => {
  const note = line(run('26', 76, 158, { size: 7 }));
  const brace = line(run('⏞⏟⏟⏞', 52, 165, { font: MATH, right: 104 }));
  const formula = line(run('a+b=S', 52, 176, { font: MATH, right: 140 }), run('(8)', 275, 176, { right: 290 }));
  expect(displaysOf([...paragraph(100), note, brace, formula, ...paragraph(200)])).toEqual([note, brace, formula]);
});

test('the note below a horizontal brace belongs to its formula', () => {
  const formula = line(run('a+b=S', 100, 160, { font: MATH, right: 160 }), run('(8)', 275, 160, { right: 290 }));
  const brace = line(run('⏟⎯⎯⏟', 100, 168, { font: MATH, right: 130 }));
  const noteAt = (y: number) => line(run('slow', 108, y, { size: 7 }));
  const displaysWith = (note: Line) => displaysOf([...paragraph(100), formula, brace, note, ...paragraph(210)]);
  expect(displaysWith(noteAt(180))).toHaveLength(3);
  expect(displaysWith(noteAt(184))).toEqual([formula, brace]);
});

/** Returns a run of formula glyphs above or below a fraction bar. */
function atBar(text: string, x: number, y: number, bar: Bar) {
  const glyphs = text.split('').map((sign, i) => ({ ...glyph(sign, x + 5 * i, { y: y - 100 }), bars: [bar] }));
  return run(text, x, y, { font: MATH, glyphs });
}

describe('a fraction with a part as low as the next line of text', () => {
  const bar = { left: 130, right: 170, y: 157.5 };
  const fraction = (beside: string, x: number) => [
    line(run(beside, x, 160), atBar('abcd', 140, 153, bar)),
    line(atBar('efghijkl', 130, 171, bar)),
  ];

  test('is one display together with the word it defines', () => {
    const rows = fraction('SNR =', 102);
    expect(displaysOf([...paragraph(100), ...rows, ...paragraph(200)])).toEqual(rows);
  });

  test('is not a display within a line of text', () => {
    const [first, below] = fraction('= ', 120) as [Line, Line];
    const text = line(
      run('which gives q', 52, 160),
      ...first.runs,
      run('that others have found too', 174, 160, { right: 290 }),
    );
    expect(displaysOf([...paragraph(100, 5), text, below, ...paragraph(184)])).not.toContain(text);
  });

  test('is a display at the margin if it has few formula letters but a relation', () => {
    const at = (beside: string) => [
      line(run(beside, 50, 160, { right: 128 }), atBar('H', 148, 153, bar)),
      line(atBar('O', 148, 171, bar)),
    ];
    const [equality, other] = [at('12+log(O/H)=8.69'), at('12 log 8 69 45 78')];
    expect(displaysOf([...paragraph(100), ...equality, ...paragraph(200)])).toEqual(equality);
    expect(displaysOf([...paragraph(100), ...other, ...paragraph(200)])).not.toContain(other[0]);
  });

  test('is not a display if it is alone on its line, as below a table head', () => {
    const rows = [
      line(atBar('abcd', 140, 153, bar)),
      line(run('name', 60, 160)),
      line(atBar('efghijkl', 130, 171, bar)),
    ];
    expect(displaysOf([...paragraph(100), ...rows, ...paragraph(200)])).not.toContain(rows[1]);
  });
});

test('all rows at the height of a tall bracket belong to its display', () => {
  const bracket = glyph('⎡', 130, { y: 45, size: 10, extensible: 50 });
  const foot = glyph('⎣', 130, { y: 63, size: 10, extensible: 52 });
  const rows = [
    line(run('⎡', 130, 146, { font: MATH, glyphs: [bracket] })),
    line(run('a b 0', 140, 152, { font: MATH })),
    line(
      run('R=', 110, 164, { font: MATH }),
      run('⎣', 130, 164, { font: MATH, glyphs: [foot] }),
      run('c d 0', 140, 164, { font: MATH }),
    ),
    line(run('0 0 1', 140, 176)),
  ];
  expect(displaysOf([...paragraph(100), ...rows, ...paragraph(210)])).toEqual(rows);
});

test('a numbered formula in text italics is a display', () => {
  const italic = (letters: string, x: number) => run(letters, x, 160, { font: ITALIC });
  const row = (end: string) =>
    line(italic('v', 50), run('=', 60, 160), italic('K', 70), run('cos', 78, 160), italic('w', 95), run(end, 275, 160));
  const numbered = row('(51)');
  expect(displaysOf([...paragraph(100), numbered, ...paragraph(172)])).toEqual([numbered]);
});

test('an equation in text italics at the margin is a display only with space around it', () => {
  const italic = (letters: string, x: number, y: number) => run(letters, x, y, { font: ITALIC });
  const row = (y: number) =>
    line(italic('z', 50, y), run('=', 60, y), italic('r', 70, y), run('cos', 78, y), italic('w', 95, y));
  const apart = row(160);
  expect(displaysOf([...paragraph(100), apart, ...paragraph(184)])).toEqual([apart]);
  const last = row(148);
  expect(displaysOf([...paragraph(100), last, ...paragraph(184)])).toEqual([]);
});

test('the first row of a display belongs to it even if limits are above the next row', () => {
  const script = run('R', 200, 170, { font: MATH, size: 7, script: 'sub' });
  const first = line(run('y=a+b+c+d', 50, 160, { font: MATH, right: 200 }), script);
  const limit = line(run('∞', 90, 180, { font: MATH, size: 6 }));
  const next = [limit, line(run('=∑x+y+z', 80, 192, { font: MATH }))];
  expect(displaysOf([...paragraph(100), first, ...next, ...paragraph(220)])).toEqual([first, ...next]);
});

test('a single word below a full line ends a paragraph, even if that line is mostly a formula', () => {
  const last = [line(run('T=a+b+c+d+e+f+g+h+i', 50, 148, { font: MATH, right: 290 })), line(run('in', 50, 160))];
  const display = [line(run('p', 130, 167, { font: MATH })), line(run('t=q', 110, 174, { font: MATH }))];
  expect(displaysOf([...paragraph(100), ...last, ...display, ...paragraph(210)])).toEqual(display);
});

test('a line between two displays that begins with a word of a sentence is text', () => {
  const display = (y: number) => line(run('t=q+r', 110, y, { font: MATH }));
  const sentence = line(
    run('and', 50, 160),
    run('x=a+b+c+d+e+f+g+h', 68, 160, { font: MATH, right: 230 }),
    run('. Some', 231, 160),
  );
  const far = [...paragraph(80), display(140), sentence, display(184), ...paragraph(210)];
  expect(displaysOf(far)).toEqual([far[4], far[6]]);
  const over = line(run('p', 130, 167.5, { font: MATH }));
  const near = [...paragraph(80), display(140), sentence, over, display(174), ...paragraph(200)];
  expect(displaysOf(near)).toEqual([near[4], near[6], near[7]]);
});

describe('a line that is mostly formulas', () => {
  const MORE = 'a+b+c+d+e+f+g+h+k+l+m+n+o+p+q+r+s+t';
  const full = (y: number, right = 290) =>
    line(
      run('x=', 50, y, { font: MATH, right: 62 }),
      run(MORE, 62, y, { font: MATH, right: 250 }),
      run('for all', 254, y, { right }),
    );
  const last = (y: number, inFraction: boolean) => line(run('y=z+a', 50, y, { font: MATH, right: 90, inFraction }));

  test('belongs to the paragraph if it fills its column and contains a word', () => {
    expect(displaysOf([...paragraph(100), full(154), ...paragraph(174)])).toEqual([]);
    const [above, below] = [paragraph(100), paragraph(174)];
    const shorter = full(154, 280);
    expect(displaysOf([...above, shorter, ...below])).toEqual([shorter]);
    const wordless = line(
      run('x=', 50, 154, { font: MATH, right: 62 }),
      run(MORE, 62, 154, { font: MATH, right: 290 }),
    );
    expect(displaysOf([...above, wordless, ...below])).toEqual([wordless]);
  });

  test('may be followed by the last line of its paragraph, which is further away if it has a fraction', () => {
    expect(displaysOf([...paragraph(100), full(154), last(169, true), ...paragraph(192)])).toEqual([]);
    const apart = last(169, false);
    expect(displaysOf([...paragraph(100), full(154), apart, ...paragraph(192)])).toEqual([apart]);
  });
});
