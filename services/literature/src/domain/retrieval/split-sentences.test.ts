import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitSentences } from './split-sentences.ts';

test.each([
  [
    'Stars shine. Planets do not! Do they? "Never." We know.',
    ['Stars shine.', 'Planets do not!', 'Do they?', '"Never."', 'We know.'],
  ],
  [
    'As Smith et al. (2001) say in Fig. 3. See Eq. 4, cf. Sect. 2.',
    ['As Smith et al. (2001) say in Fig. 3.', 'See Eq. 4, cf. Sect. 2.'],
  ],
  [
    'Found by J. C. Kapteyn at 6540 K. The Sun has $5772$ K. It is near.',
    ['Found by J. C. Kapteyn at 6540 K.', 'The Sun has $5772$ K.', 'It is near.'],
  ],
  ['With $a. B=1. C$ we get 1.5 Mpc. Then $x$ grows.', ['With $a. B=1. C$ we get 1.5 Mpc.', 'Then $x$ grows.']],
  [
    'The U.S. Naval Observatory saw it. E.g. Vega is bright.',
    ['The U.S. Naval Observatory saw it.', 'E.g. Vega is bright.'],
  ],
  ['  \n ', []],
])('%j has its sentences', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences);
});

test('the sentences of any text contain its words in order', () => {
  const words = fc.array(
    fc.oneof(fc.string(), fc.constantFrom('Fig.', '$x', 'y$', 'A.', 'End.', '(See', 'al.)', '"Yes!"')),
  );
  fc.assert(
    fc.property(words, (list) => {
      const text = list.join(' ');
      const sentences = splitSentences(text);
      expect(sentences.join(' ')).toBe(text.replaceAll(/\s+/g, ' ').trim());
      expect(sentences.every((sentence) => sentence !== '')).toBe(true);
    }),
  );
});
