import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutMiddle, storable } from './data-fence.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });

test('a short text is not cut, and a long text keeps its beginning and its end', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 100, max: 150 }), (text, max) => {
      const cut = cutMiddle(text, max);
      if (text.length <= max) expect(cut).toBe(text);
      else {
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut).toContain(`of ${text.length} characters left out`);
        // If a cut would split a surrogate pair, the remaining half becomes U+FFFD.
        expect(text.startsWith(cut.slice(0, 40).split('\uFFFD', 1)[0] ?? '')).toBe(true);
      }
    }),
  );
  const long = `${'a'.repeat(900)}${'z'.repeat(900)}`;
  expect(cutMiddle(long, 500)).toMatch(/^a+\n\[\.\.\. 1300 of 1800 characters left out \.\.\.\]\nz+$/);
});

test('stored text contains no NUL and no unpaired surrogates', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        const stored = storable(text);
        expect(stored.isWellFormed()).toBe(true);
        expect(stored).not.toContain('\0');
      },
    ),
  );
});
