import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findTerms, indexGlossary } from '../../src/domain/translation/glossary.ts';
import { parseGlossary } from '../../src/domain/translation/glossary-file.ts';

const entries = parseGlossary(readFileSync(join(import.meta.dirname, '../../glossary/zh-CN.csv'), 'utf8'));
const glossary = indexGlossary(entries);

test('the included glossary has more than 300 terms, each once, with a Chinese translation', () => {
  expect(entries.length).toBeGreaterThan(300);
  expect(new Set(entries.map(({ term }) => term.toLowerCase())).size).toBe(entries.length);
  for (const { term, translation } of entries) {
    expect([term, /^[\p{L}\p{N} '-]+$/u.test(term)]).toEqual([term, true]);
    expect([term, /\p{sc=Han}/u.test(translation)]).toEqual([term, true]);
  }
});

test('each term of the glossary is found in a text, with its own translation', () => {
  for (const { term, translation } of entries)
    expect(findTerms(`Of the ${term} we know this.`, glossary)).toEqual([{ term, translation, form: term }]);
});
