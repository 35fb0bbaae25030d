import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SeedInspector } from './seed-content.ts';

function inspect(...chunks: (string | Buffer)[]): SeedInspector {
  const inspector = new SeedInspector();
  for (const chunk of chunks) inspector.push(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk);
  return inspector;
}

function isFit(...chunks: (string | Buffer)[]): boolean {
  return inspect(...chunks).fit;
}

const NUMBERS = '  1.00000E+00  2.0D-03\n';

describe('a text with', () => {
  const tokens = 'NaN nan NAN -NaN Inf inf INF +Inf Infinity -Infinity infinity nan(0x8)'.split(' ');

  test.each(tokens)('the number %s is unfit at any position and with any chunks', (token) => {
    for (const text of [
      token,
      token + NUMBERS,
      NUMBERS + token,
      `${NUMBERS}${token}${NUMBERS}`,
      `${NUMBERS}1.0,${token};`,
    ]) {
      expect(isFit(text)).toBe(false);
      expect(isFit(...text.split(''))).toBe(false);
      for (let cut = 0; cut <= text.length; cut += 1) expect(isFit(text.slice(0, cut), text.slice(cut))).toBe(false);
    }
  });

  const words = 'information nanometre Infinite finnan Brennan inflow NANOGRAM xinf infinityx'.split(' ');

  test.each(words)('the word %s is fit at any position and with any chunks', (word) => {
    // Adds up to sixteen bytes after the word, so that the overlap of two chunks begins before, within and after the
    // word.
    const tails = Array.from({ length: 20 }, (_, length) => ' '.repeat(length));
    for (const text of [word, ...tails.map((tail) => `${NUMBERS}${word}${tail}1.0`)]) {
      expect(isFit(text)).toBe(true);
      expect(isFit(...text.split(''))).toBe(true);
      for (let cut = 0; cut <= text.length; cut += 1) expect(isFit(text.slice(0, cut), text.slice(cut))).toBe(true);
    }
  });
});

describe('the result for a file', () => {
  const parts = (...words: string[]) => fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 });
  const isUnfit = (text: string) => /(?<![A-Za-z])(?:nan|inf|infinity)(?![A-Za-z])/i.test(text);

  test('for a text does not depend on its chunks', () => {
    fc.assert(
      fc.property(parts('1.0', ' ', 'nan', 'NaN', 'inf', 'inity', 'ormation', '\n', 'x', '       '), (parts) => {
        expect(isFit(...parts)).toBe(!isUnfit(parts.join('')));
      }),
      { numRuns: 500 },
    );
  });

  test('for a binary file is fit with any chunks', () => {
    fc.assert(
      fc.property(parts('1.0', ' ', 'nan', ' inf ', 'x'), fc.nat(14), (parts, place) => {
        expect(isFit(...parts.toSpliced(place, 0, '\0'))).toBe(true);
      }),
    );
  });
});

test('a binary file is accepted unchecked', () => {
  expect(isFit(Buffer.from([0, 1, 2, 255]))).toBe(true);
  expect(isFit('NaN \0 NaN')).toBe(true);
  expect(isFit('\0', ' NaN ', 'Infinity')).toBe(true);
});

test('an empty file is unfit', () => {
  expect(isFit()).toBe(false);
  expect(isFit('')).toBe(false);
  expect(isFit('', ' ')).toBe(true);
});

test('the size includes all chunks, even chunks after an unfit token', () => {
  expect(inspect('abc', '', 'NaN ', 'de').sizeBytes).toBe(9);
  expect(inspect('\0', 'abc').sizeBytes).toBe(4);
});

test('the buffer of an inspected chunk may be reused', () => {
  const inspector = new SeedInspector();
  const buffer = Buffer.from(' 1.0 na');
  inspector.push(buffer);
  buffer.fill('x');
  inspector.push(Buffer.from('n 2.0'));
  expect(inspector.fit).toBe(false);
});
