import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCorpus, type StyleName } from '@almagest/upstream-lab/corpus';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Comparison } from '@almagest/paper-accuracy/compare';
import { measurePapers, type PaperMeasure } from '@almagest/paper-accuracy/measure-papers';

const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
const measures: PaperMeasure[] = [];

beforeAll(async () => {
  await writeCorpus(folder);
  for await (const measure of measurePapers(folder, 'kept')) measures.push(measure);
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * The minimum of each measure over the papers of a style, to two decimal places. Measures that are not listed must be
 * 1. The papers are long because running heads are recognised by repetition.
 */
const LEAST: Readonly<Record<StyleName, Partial<Comparison>>> = {
  preprint: { wordsKept: 0.99, runsKept: 0.98 },
  aa: { wordsKept: 0.99, runsKept: 0.99 },
  mnras: { wordsKept: 0.99 },
  // One paragraph includes displayed formulas that were mistaken for its text.
  aastex: { wordsKept: 0.99, runsKept: 0.98, paragraphsWhole: 0.8 },
  manuscript: { wordsKept: 0.99, runsKept: 0.98, paragraphsWhole: 0.57 },
  revtex: { wordsKept: 0.99 },
  article: { wordsKept: 0.99, runsKept: 0.99 },
};

test.each(Object.keys(LEAST) as StyleName[])('papers in the style of %s are read as well as before', (style) => {
  const papers = measures.filter(({ paper }) => paper.startsWith(`${style}-`));
  expect(papers.length).toBeGreaterThanOrEqual(4);
  const worse = papers.flatMap(({ paper, comparison }) =>
    Object.entries(comparison ?? { comparison: 0 }).flatMap(([measure, value]) => {
      const least = measure === 'furnitureRemoved' ? 0 : (LEAST[style][measure as keyof Comparison] ?? 1);
      return value !== undefined && value < least ? [{ paper, measure, value, least }] : [];
    }),
  );
  expect(worse).toEqual([]);
});

test('removes the running heads and feet of long papers', () => {
  const found = measures
    .filter(({ paper, comparison }) => paper.endsWith('-review') && comparison?.furnitureRemoved !== undefined)
    .map(({ paper, comparison }) => [paper, comparison?.furnitureRemoved]);
  // The other styles only number their pages.
  expect(found).toEqual(['aa', 'aastex', 'mnras', 'preprint'].map((style) => [`${style}-review`, 1]));
});

test('computes every measure for most papers', () => {
  const names = Object.keys(measures[0]?.comparison ?? {}) as (keyof Comparison)[];
  const counts = names.map((name) => [
    name,
    measures.filter(({ comparison }) => comparison?.[name] !== undefined).length,
  ]);
  expect(counts.filter(([, count]) => Number(count) < measures.length / 2)).toEqual([]);
  expect(names).toHaveLength(12);
});
