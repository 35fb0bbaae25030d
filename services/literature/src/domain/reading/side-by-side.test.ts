import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitLike } from './side-by-side.ts';

test('a translation is split at the same places as its original', () => {
  const blocks = ['# A', 'One.', '<td>\n\ncell\n\n</td>', '[^1]: Note.\n\n    More.'];
  expect(splitLike(blocks, '# B\n\nEins.\n\n<td>\n\nZelle\n\n</td>\n\n[^1]: Note.\n\n    Mehr.\n')).toEqual([
    '# B',
    'Eins.',
    '<td>\n\nZelle\n\n</td>',
    '[^1]: Note.\n\n    Mehr.',
  ]);
});

test('a translation of another text is not split', () => {
  expect(splitLike(['a', 'b'], 'a')).toBeUndefined();
  expect(splitLike(['a'], 'a\n\nb')).toBeUndefined();
  expect(splitLike([], 'a')).toBeUndefined();
});

test('splitting joined blocks returns the blocks', () => {
  const block = fc.array(fc.stringMatching(/^[^\s]([^\n]{0,20}[^\s])?$/), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 10 }), (blocks) => {
      const texts = blocks.map((pieces) => pieces.join('\n\n'));
      expect(splitLike(texts, `${texts.join('\n\n')}\n`)).toEqual(texts);
    }),
  );
});
