import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  requestsForText,
  requestsForBlock,
  MARK,
  markOf,
  sourcesOf,
  withPassages,
  type TranslationRequest,
} from './translation-request.ts';
import { tokenize } from './markdown-tokens.ts';
import { splitBlock, textOf } from './passages.ts';
import { readAnswer } from './read-answer.ts';
import { markdowns } from '../../../test/translation/arbitrary-markdown.ts';

/** Returns the answer of a model that copies the text perfectly. */
const echo = (ask: TranslationRequest) => readAnswer(ask, ask.text, 'en');

const identical = (markdown: string): string => {
  let parts = splitBlock(markdown);
  const texts = new Map<number, string>();
  for (const ask of requestsForText(markdown)) {
    const read = echo(ask);
    if (!read.ok) throw new Error(read.fault);
    parts = [...ask.parts];
    for (const [index, place] of ask.places.entries()) texts.set(place, read.passages[index] ?? '');
  }
  return withPassages(parts, texts);
};

const table = (row: string, rows: number): string =>
  ['| Name of star | Kind |', '| --- | --- |', ...Array.from({ length: rows }, () => row)].join('\n');

describe('masks', () => {
  test('return the original text of any Markdown when they are replaced', () => {
    fc.assert(
      fc.property(markdowns, (markdown) => {
        expect(splitBlock(markdown).map(textOf).join('')).toBe(markdown);
        expect(identical(markdown).replaceAll(/[^\S\n]+/g, ' ')).toBe(markdown.replaceAll(/[^\S\n]+/g, ' '));
      }),
      { numRuns: 2_000 },
    );
  });

  test('are distinguished from text that looks like a mask', () => {
    const [ask] = requestsForText('The mask ⟦1⟧ and the formula $x$ of the text ⟦2⟧ meet.');
    expect(ask?.text).not.toMatch(/mask ⟦1⟧ and the formula ⟦1⟧/);
    expect(ask?.masks.map(({ text }) => text)).toEqual(['⟦', '⟧', '$x$', '⟦', '⟧']);
    fc.assert(
      fc.property(markdowns, (markdown) => {
        for (const ask of requestsForText(markdown)) {
          const marks = [...ask.text.matchAll(MARK)].map(([mark]) => mark);
          expect(marks).toEqual(ask.masks.map((_, index) => markOf(index + 1)));
        }
      }),
    );
  });

  test.each([
    ['formulas', 'Here $T_{\\rm eff}$ and $$a+b$$ rise.', ['$T_{\\rm eff}$', '$$a+b$$']],
    ['a formula with another one in its text', 'Let $f = 0 \\text{ if $x$ }$ hold.', ['$f = 0 \\text{ if $x$ }$']],
    ['code', 'The code `PHOENIX` is ``a ` b`` here.', ['`PHOENIX`', '``a ` b``']],
    ['images and footnote marks', 'See![Figure 1](/f/x1.png) and that.[^3]', ['![Figure 1](/f/x1.png)', '[^3]']],
    ['destinations of links, but not their texts', 'In [Section 4](#S4) we say.', ['[', '](#S4)']],
    ['links whose text is an address', 'At [https://a.org](https://a.org) now.', ['[https://a.org](https://a.org)']],
    [
      'linked citations with their names',
      'As Castelli & Kurucz ([2003](#bib.bib3)) said, so (Hauschildt et al., [1999](#bib.bib7)).',
      ['Castelli & Kurucz', '[2003](#bib.bib3)', 'Hauschildt et al., [1999](#bib.bib7)'],
    ],
    [
      'citations in plain text',
      'As Kurucz (1993) and van der Meer et al. 2004a said (Gray, 2005; see [3, 5–7]).',
      ['Kurucz (1993)', 'van der Meer et al. 2004a', 'Gray, 2005', '[3, 5–7]'],
    ],
    [
      'addresses without the full stop',
      'Data from https://example.org/a_b. Mail a.b@example.org.',
      ['https://example.org/a_b', 'a.b@example.org'],
    ],
    [
      'tags, small marks and entities',
      'Names<sup>1,2</sup> here<br>and &amp; there',
      ['<sup>1,2</sup>', '<br>', '&amp;'],
    ],
    ['escapes', 'It cost \\$50 and \\*more', ['\\$', '\\*']],
  ])('hide %s', (_what, markdown, kept) => {
    expect(requestsForText(markdown).flatMap(({ masks }) => masks.map(({ text }) => text))).toEqual(kept);
  });

  test('do not treat a month as a name', () => {
    expect(requestsForText('In March 2010 and since 1998 the Sun was quiet.')[0]?.masks).toEqual([]);
  });
});

describe('requests for a block', () => {
  test.each([
    ['a formula', '$$\nD = \\frac{a}{b} \\tag{2}\n$$'],
    ['an image', '<a id="S1.F1"></a>![Figure 1](/f/x1.png)'],
    ['a program', '```python\nprint("hello world")\n```'],
    ['numbers', '| 1.5 | 2.0 |\n| --- | --- |\n| $x$ | 3 |'],
    ['nothing', ''],
  ])('that is %s are not made', (_what, markdown) => {
    expect(requestsForText(markdown)).toEqual([]);
  });

  test.each([
    ['## <a id="S1"></a>1 Introduction', ['1 Introduction']],
    ['- <a id="I1"></a>First the grid', ['First the grid']],
    ['[^1]: See the manual.', ['See the manual.']],
    ['> Quoted words\n> in two lines', ['Quoted words', 'in two lines']],
    [
      '<a id="T1"></a>\n\n| Model name | $T$ |\n| --- | --- |\n| hot star | 5 |\n| cool star | K |',
      ['Model name', 'hot star', 'cool star'],
    ],
    ['**Jan Hot**\\\nSome Institute', ['**Jan Hot**\\', 'Some Institute']],
    ['<table>\n<tr>\n<td>\n\nOne cell\n\n</td>\n</tr>\n</table>', ['One cell']],
  ])('contain only the words of %j', (markdown, words) => {
    expect(requestsForText(markdown).flatMap(sourcesOf)).toEqual(words);
  });

  test.each([
    ['sentences', `${'The temperature $T$ of the star rises with depth. '.repeat(500)}And ends.`],
    ['short cells', table('| some star | another kind |', 200)],
    ['cells of formulas', table(`| a star ${'of $x$ and '.repeat(9)}more |`, 60)],
    ['long cells', table(`| ${'some words on stars '.repeat(60)} |`, 30)],
  ])('of many %s are within the limits of models and together contain the whole block', (_what, markdown) => {
    const asks = requestsForText(markdown);
    expect(asks.length).toBeGreaterThan(4);
    for (const { text, masks, places } of asks) {
      expect(text.length).toBeLessThanOrEqual(4_500);
      expect(masks.length).toBeLessThanOrEqual(100);
      expect(masks.filter(({ passage }) => passage !== undefined).length).toBeLessThanOrEqual(90);
      expect(places.length).toBeLessThanOrEqual(24);
      // If passages have many formulas, each request has few passages.
      expect(places.length === 1 || masks.length <= 40).toBe(true);
    }
    expect(identical(markdown)).toBe(markdown);
  });

  test('with only names of people and works are not made', () => {
    for (const kind of ['authors', 'reference']) expect(requestsForBlock(kind, 'Some Hot Star, 1993')).toEqual([]);
    expect(requestsForBlock('paragraph', 'Some hot star')).toHaveLength(1);
  });

  test('with a hundred thousand unclosed brackets take linear time', () => {
    for (const piece of [
      '`',
      '$a{',
      '<a ',
      '![',
      '[',
      '**',
      '<!--',
      'Aa, ',
      '[^',
      '\\',
      '$$',
      '| ',
      '``` ',
      'a@',
      'http://',
    ])
      expect(
        tokenize(piece.repeat(30_000))
          .map(({ text }) => text)
          .join(''),
      ).toBe(piece.repeat(30_000));
  });
});
