import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contentsOf, excerptOf, findSection, type Excerpt } from './paper-sections.ts';

const heading = (level: number, text: string) => ({
  kind: 'heading',
  text,
  markdown: `${'#'.repeat(level)} <a id="S"></a>${text}`,
});
const paragraph = (text: string) => ({ kind: 'paragraph', text, markdown: text });

const PAPER = [
  paragraph('The abstract.'),
  heading(1, '1. Introduction'),
  paragraph('Results are announced.'),
  heading(1, '2. Method'),
  heading(2, '2.1. Results of others'),
  paragraph('What others found.'),
  heading(2, '2.10. Codes'),
  paragraph('Three codes.'),
  heading(1, '3. Results'),
  paragraph('What we found.'),
];

test('the table of contents shows each heading with its paragraph, its level and the length of its text', () => {
  expect(contentsOf(PAPER)).toEqual([
    '[0] (before the first heading) (13 characters)',
    '[1] # 1. Introduction (53 characters)',
    '[3] # 2. Method (25 characters)',
    '[4] ## 2.1. Results of others (57 characters)',
    '[6] ## 2.10. Codes (40 characters)',
    '[8] # 3. Results (40 characters)',
  ]);
});

describe('a section', () => {
  test.each([
    ['all words of its heading', '3. Results', { from: 8, to: 10 }],
    ['its number with a dot', '2.', { from: 3, to: 8 }],
    ['its number without a dot', '2', { from: 3, to: 8 }],
    ['the number of a part', '2.1', { from: 4, to: 6 }],
    ['a number that begins like another', '2.10', { from: 6, to: 8 }],
    ['some words in any case', 'rEsUlTs  of', { from: 4, to: 6 }],
    ['one of its words', 'method', { from: 3, to: 8 }],
  ])('is found with its subsections by %s', (_, wanted, span) => {
    expect(findSection(PAPER, wanted)).toEqual(span);
  });

  test('is not found by words outside headings', () => {
    expect(findSection(PAPER, 'What we found')).toBeUndefined();
    expect(findSection(PAPER, ' . ')).toBeUndefined();
    expect(findSection([], 'Results')).toBeUndefined();
  });
});

describe('an excerpt', () => {
  test('numbers its paragraphs and says where to continue', () => {
    expect(excerptOf(PAPER, { from: 4, to: 8 }, 80)).toEqual({
      text: '[4] ## <a id="S"></a>2.1. Results of others\n\n[5] What others found.',
      next: 6,
    });
    expect(excerptOf(PAPER, { from: 8, to: 10 }, 1_000).next).toBeUndefined();
  });

  test('repeated reads return every paragraph once, and only a single long paragraph exceeds the limit', () => {
    const texts = fc.array(fc.stringMatching(/^\w{1,40}$/), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 100 }), (words, maxChars) => {
        const blocks = words.map(paragraph);
        const parts: string[] = [];
        for (let from: number | undefined = 0; from !== undefined;) {
          const { text, next }: Excerpt = excerptOf(blocks, { from, to: blocks.length }, maxChars);
          expect(text.includes('\n\n') ? text.replaceAll('\n\n', '').length : 0).toBeLessThanOrEqual(maxChars);
          parts.push(text);
          from = next;
        }
        expect(parts.join('\n\n')).toBe(words.map((word, index) => `[${index}] ${word}`).join('\n\n'));
      }),
    );
  });
});
