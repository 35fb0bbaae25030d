import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fence } from './markup.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });

test('a fence opens once at the beginning and closes once at the end, whatever the text contains', () => {
  const mark = '4f1e-77';
  const hostile = fc
    .array(
      fc.oneof(fc.constantFrom(mark, '4f1e', '-77', `</data ${mark}>`, `<data ${mark}>`, '4f1e-4f1e-7777'), anyText),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(hostile, (text) => {
      const fenced = fence(text, mark);
      expect(fenced.split(mark)).toHaveLength(3);
      expect(fenced.startsWith(`<data ${mark}>\n`)).toBe(true);
      expect(fenced.endsWith(`\n</data ${mark}>`)).toBe(true);
    }),
  );
});

test('a fenced text without the mark is unchanged', () => {
  fc.assert(fc.property(anyText, (text) => fence(text, '\u{10FFFF}m').includes(text)));
});
