import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseSearchQuery } from './parse-query.ts';
import { matchesIn } from './found-words.ts';
import { snippetOf } from './snippet.ts';

const word = fc.constantFrom('star', 'wind', 'a', 'opacity', '恒星', '𝛼β', 'x'.repeat(300), 'naïve', '\ud800');
const text = fc.array(word, { maxLength: 200 }).map((words) => words.join(' '));

test('a snippet is a short part of its text, and its ranges are matches', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('star', 'opacity', '恒星'), (text, term) => {
      const matches = matchesIn(text, parseSearchQuery(term).wanted, (found) => found === term);
      const snippet = snippetOf(text, matches);
      const inner = snippet.text.replace(/^…/, '').replace(/…$/, '');
      expect(text.toWellFormed()).toContain(inner);
      expect(inner.length).toBeLessThanOrEqual(240);
      expect(snippet.text).toBe(snippet.text.toWellFormed());
      for (const { start, end } of snippet.ranges) expect(snippet.text.slice(start, end)).toBe(term);
      expect(snippet.ranges.length > 0).toBe(text.includes(term));
      let last = 0;
      for (const { start, end } of snippet.ranges) {
        expect(start).toBeGreaterThanOrEqual(last);
        last = end;
      }
    }),
  );
});

test('shows the part with the most terms', () => {
  const far = 'and so on '.repeat(50);
  const text = `star ${far}star ${far}the star has a wind and an opacity ${far}`;
  const asked = new Set(['star', 'wind', 'opacity']);
  const snippet = snippetOf(
    text,
    matchesIn(text, [], (found) => asked.has(found)),
  );
  expect(snippet.ranges.map(({ start, end }) => snippet.text.slice(start, end))).toEqual(['star', 'wind', 'opacity']);
  expect(snippet.text).toMatch(/^….*…$/);
});
