import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findAnchor, type AnchorBlock } from './note-anchor.ts';

const block = (id: string, text: string): AnchorBlock => ({ id, textHash: `#${text}`, text });
const anchorOn = ({ id, textHash }: AnchorBlock, index: number, selectedText = '') => ({
  blockId: id,
  textHash,
  selectedText,
  index,
});

test('a note follows its paragraph to another place', () => {
  const [a, b, c] = [block('p1', 'one'), block('p2', 'two'), block('p3', 'three')];
  expect(findAnchor(anchorOn(a, 0), [c, b, a])).toBe(2);
});

test('a note finds a paragraph that was changed by its quote, whatever the blanks and the case', () => {
  const before = block('p2', 'The opacity is large.');
  const after = [block('p1', 'Nothing.'), block('x', 'We find: the  Opacity\nis large indeed.')];
  expect(findAnchor(anchorOn(before, 1, 'the opacity is'), after)).toBe(1);
});

test('a note whose quote stands in several paragraphs goes to none: an id only tells which came second', () => {
  const before = block('p2', 'gone');
  const after = [block('p1', 'the opacity'), block('p2', 'the opacity again')];
  expect(findAnchor(anchorOn(before, 1, 'opacity'), after)).toBeUndefined();
  expect(findAnchor(anchorOn(before, 1, 'opacity again'), after)).toBe(1);
});

test('a note without a quote, or with one that is gone, is not anchored', () => {
  const before = block('p2', 'gone');
  expect(findAnchor(anchorOn(before, 1), [block('p2', 'other')])).toBeUndefined();
  expect(findAnchor(anchorOn(before, 1, 'gone'), [block('p2', 'other')])).toBeUndefined();
});

test('a note is never put on a paragraph that has neither its text nor its quote', () => {
  const texts = fc.array(fc.constantFrom('alpha', 'beta', 'alpha beta', 'gamma', ''), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, fc.nat(), fc.constantFrom('', 'alpha', 'beta', 'gam'), (old, now, place, quote) => {
      const before = old.map((text, index) => block(`p${index}`, text));
      const index = place % before.length;
      const own = before[index];
      if (own === undefined) return;
      const after = now.map((text, position) => block(`p${position}`, text));
      const found = findAnchor(anchorOn(own, index, quote), after);
      if (found === undefined) return;
      const text = after[found]?.text ?? '';
      expect(text === own.text || (quote !== '' && text.includes(quote))).toBe(true);
    }),
  );
});
