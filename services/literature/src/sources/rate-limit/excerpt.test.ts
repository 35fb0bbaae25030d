import { expect, test } from '@jest/globals';
import { excerptOf } from './excerpt.ts';

test.each([
  ['<h1>Not\n found</h1><style>h1 {}</style>', 'Not found'],
  [`<title>Busy</title><script>${'x();'.repeat(2000)}</script>`, 'Busy'],
  ['plain words', 'plain words'],
  ['', ''],
])('a page is described by its words', (page, words) => {
  expect(excerptOf(page)).toBe(words);
});

test('a long page is shortened to its beginning', () => {
  expect(excerptOf('word '.repeat(1000))).toHaveLength(160);
});
