import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { writeBlocks } from '../src/blocks/write-blocks.ts';
import { arrange } from '../src/layout/arrange.ts';
import type { PageContent } from '../src/reading/page-content.ts';
import { BOLD, MATH, run } from './runs.ts';

const text = fc.oneof(
  fc.stringMatching(/^[a-z]{2,9}( [a-z]{2,9}){0,12}-?$/),
  fc.constantFrom(
    '1',
    '2.1',
    'References',
    '[1] A. Adams',
    'Figure 1. Stars',
    'Table 2',
    '(3)',
    '•',
    '=',
    'Contents',
    'ABSTRACT',
    '∑',
    '$x$',
    '|',
    '<b>',
  ),
);
const box = fc
  .tuple(
    fc.integer({ min: 0, max: 500 }),
    fc.integer({ min: 0, max: 700 }),
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: 1, max: 300 }),
  )
  .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }));

const anyPage = fc.record({
  runs: fc.array(
    fc
      .record({
        text,
        left: fc.integer({ min: 20, max: 560 }),
        baseline: fc.integer({ min: 20, max: 780 }),
        size: fc.constantFrom(6, 8, 10, 10, 10, 14),
        font: fc.constantFrom(undefined, BOLD, MATH),
      })
      .map(({ font, ...one }) => run(one.text, one.left, one.baseline, { size: one.size, ...(font ? { font } : {}) })),
    { maxLength: 60 },
  ),
  rules: fc.array(
    box.map(({ left, right, top }) => ({ left, right, y: top })),
    { maxLength: 6 },
  ),
  drawings: fc.array(box, { maxLength: 3 }),
  grids: fc.array(box, { maxLength: 2 }),
  turns: fc.constantFrom(0, 1, 2, 3),
});

test('makes valid blocks from any page', () => {
  fc.assert(
    fc.property(fc.array(anyPage, { minLength: 1, maxLength: 3 }), (specs) => {
      const pages = specs.map((page, i): PageContent => ({ number: i + 1, width: 612, height: 792, ...page }));
      const blocks = writeBlocks(arrange(pages));
      for (const block of blocks) {
        expect(block.markdown.trim()).not.toBe('');
        expect(block.markdown).not.toMatch(/^\n|\n$/);
        expect(block.page).toBeGreaterThanOrEqual(1);
        expect((block.box?.right ?? 1) - (block.box?.left ?? 0)).toBeGreaterThan(0);
      }
      expect(new Set(blocks.map((block) => block.id)).size).toBe(blocks.length);
    }),
    { numRuns: 300 },
  );
});

test('keeps every word of a page of plain lines', () => {
  const lines = fc.array(fc.stringMatching(/^[a-z]{3,9}( [a-z]{3,9}){4,10}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(lines, (texts) => {
      const runs = texts.map((one, i) => run(one, 60, 120 + 14 * i));
      const page = { number: 1, width: 612, height: 792, turns: 0, runs, rules: [], drawings: [], grids: [] };
      const words = writeBlocks(arrange([page])).flatMap((block) => block.text.split(/\s+/));
      expect(words).toEqual(texts.flatMap((one) => one.split(' ')));
    }),
  );
});
