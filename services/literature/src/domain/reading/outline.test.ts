import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outlineOf } from './outline.ts';

const titleOf = (text: string) => outlineOf({ kind: 'figure', text, markdown: text }).title;

test('a short caption names its figure in full, without the lines below it', () => {
  expect(titleOf(' Figure 1. Flux against time.\n| a | b |')).toBe('Figure 1. Flux against time.');
});

test('a longer caption is cut at the end of a word and marked as cut', () => {
  const word = fc.stringMatching(/^[a-zé𝒜]{1,12}$/u);
  fc.assert(
    fc.property(fc.array(word, { minLength: 210, maxLength: 260 }), (words) => {
      const title = titleOf(words.join(' ')) ?? '';
      expect(title.length).toBeLessThanOrEqual(400);
      expect(title.at(-1)).toBe('…');
      const kept = title.slice(0, -1).split(' ');
      expect(kept).toEqual(words.slice(0, kept.length));
    }),
  );
});

test('a long caption without spaces is cut within the word', () => {
  expect(titleOf('星'.repeat(500))).toBe(`${'星'.repeat(399)}…`);
});
