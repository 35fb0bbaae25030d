import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { faultOf, literalOf, patternsOfTree } from '../tree-patterns.ts';

const patterns = patternsOfTree();
const literals = patterns.map(literalOf);
const proven = new Set(
  JSON.parse(readFileSync(join(import.meta.dirname, '../proven-patterns.json'), 'utf8')) as string[],
);

test('finds the patterns of both services and of the contracts, literal and constructed', () => {
  expect(patterns.length).toBeGreaterThan(250);
  expect(literals).toContain(String.raw`/:\/\/([^\s:/@"]*):[^\s/"]*@/g`);
  expect(literals).toContain(String.raw`/^\s*[^\s\u0000\ud800-\udfff][^\u0000\ud800-\udfff]*$/u`);
});

test.each([
  ['tags that never end', '<[^>]*>', 'g'],
  ['the passwords of addresses', String.raw`(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"]*):[^\s/"]*@`, 'gi'],
  ['blanks around a word', String.raw`^[^\u0000]*[^\s\u0000][^\u0000]*$`, 'u'],
])('a pattern with more than linear time over %s is detected', async (_what, source, flags) => {
  expect(await faultOf({ source, flags })).toMatch(/polynomial/);
});

test('every pattern takes linear time', async () => {
  const faults: string[] = [];
  for (const pattern of patterns) {
    if (proven.has(literalOf(pattern))) continue;
    const fault = await faultOf(pattern);
    if (fault !== undefined) faults.push(`${pattern.places.join(' ')}: ${literalOf(pattern)} is ${fault}`);
  }
  expect(faults).toEqual([]);
});
