import { expect, test } from '@jest/globals';
import { chooseSeed, findResults } from './classify.ts';

test('a folder with conv.json is one result', () => {
  expect(findResults(['conv.json', 'out.7', 'log.txt'])).toEqual([
    { summary: 'conv.json', seeds: ['out.7'], stem: null },
  ]);
  expect(findResults(['log.txt', 'out.7', '.7', '.conv.json'])).toEqual([]);
});

test('flat results do not share their seeds', () => {
  expect(findResults(['a.conv.json', 'a.7', 'b.conv.json', 'conv.json', 'c.7'])).toEqual([
    { summary: 'conv.json', seeds: ['c.7'], stem: null },
    { summary: 'a.conv.json', seeds: ['a.7'], stem: 'a' },
    { summary: 'b.conv.json', seeds: [], stem: 'b' },
  ]);
});

test('the seed is the file named like the point, else out.7, else the only file', () => {
  const choose = (...seeds: string[]) => chooseSeed({ summary: 'conv.json', seeds, stem: null }, 't1');
  expect(choose('fort.7', 'out.7', 't1.7')).toEqual({ kind: 'chosen', file: 't1.7' });
  expect(choose('fort.7', 'out.7')).toEqual({ kind: 'chosen', file: 'out.7' });
  expect(choose('fort.7')).toEqual({ kind: 'chosen', file: 'fort.7' });
  expect(choose('fort.7', 'start.7')).toEqual({ kind: 'ambiguous', files: ['fort.7', 'start.7'] });
  expect(choose()).toEqual({ kind: 'none' });
});
