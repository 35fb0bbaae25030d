import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SeedInspector } from './seed-content.ts';

function isFit(...chunks: (string | Buffer)[]): boolean {
  const inspector = new SeedInspector();
  for (const chunk of chunks) inspector.push(Buffer.from(chunk));
  return inspector.fit;
}

test.each(['NaN', 'nan', '-NAN', '+Inf', 'inf', '-Infinity', 'INF'])(
  'finds %s wherever the chunks are cut',
  (token) => {
    const text = `  1.0E+00  2.0E+00 ${token} 3.0E+00\n`;
    for (let cut = 0; cut <= text.length; cut += 1) expect(isFit(text.slice(0, cut), text.slice(cut))).toBe(false);
  },
);

test.each(['information 1.0', 'nanometre 500', 'Infinite', '1.0E+00 2.0'])('takes %j for what it is', (text) => {
  expect(isFit(text)).toBe(true);
});

test('takes a binary file as it is, and an empty one for nothing', () => {
  expect(isFit(Buffer.from([0, 1, 2]), ' nan ')).toBe(true);
  expect(isFit()).toBe(false);
});

test('does not depend on how a file is cut into chunks', () => {
  const words = fc.array(fc.constantFrom('1.0', ' ', 'nan', 'inf', 'info', '\n', 'x'), { maxLength: 12 });
  fc.assert(
    fc.property(words, (parts) => {
      fc.pre(parts.join('').length > 0);
      expect(isFit(...parts)).toBe(isFit(parts.join('')));
    }),
  );
});
