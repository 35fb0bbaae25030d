import { expect, test } from '@jest/globals';
import { itemStarts } from '../src/layout/paragraphs/item-starts.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { run } from './runs.ts';

/** Returns the lines that begin an item. Each leading blank indents a line by six points. */
function startsOf(...texts: readonly string[]): string[] {
  const lines = texts.map((text, i) =>
    makeLine(1, 'full', [run(text.trimStart(), 50 + 6 * (text.length - text.trimStart().length), 80 + 12 * i)]),
  );
  return lines.filter((line) => itemStarts(lines).has(line)).map(({ text }) => text);
}

test('finds nested list items and continues the outer list', () => {
  const lines = [
    '1. An item.',
    '  (a) One of it',
    '  that goes on.',
    '  (b) Another.',
    '2. The next.',
    '  (a) One of it.',
  ];
  expect(startsOf(...lines)).toEqual(['(a) One of it', '(b) Another.', '2. The next.', '(a) One of it.']);
});

test('finds items with right-aligned letters or Roman numerals', () => {
  expect(startsOf('a. One', 'b. Two', 'c. Three')).toEqual(['b. Two', 'c. Three']);
  const first = makeLine(1, 'full', [run('(i) One', 56, 80)]);
  const second = (right: number) =>
    makeLine(1, 'full', [run('(ii)', right - 20, 92, { right }), run('Two', right + 3, 92)]);
  const right = first.runs[0]?.words[0]?.right ?? 0;
  expect(itemStarts([first, second(right)]).size).toBe(1);
  expect(itemStarts([first, second(right + 30)]).size).toBe(0);
});

test("does not mistake a letter within an item's sentence for an item", () => {
  expect(startsOf('1. An item with a part', '  (a) that is mentioned', '2. Next.')).toEqual(['2. Next.']);
  expect(startsOf('Text with no mark.', '  (a) One.', '  (b) Two.')).toEqual([]);
});
