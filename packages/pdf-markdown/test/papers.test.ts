import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parseInProcess, PdfError } from '../src/index.ts';
import { measurePapers, type Comparison, type PaperMeasure } from '../src/measure/measure-papers.ts';

// Real papers are not part of the project: they lie beside it where there are any.
const data = join(import.meta.dirname, '../../../../shared/data');
const papers = join(data, 'papers');
const isHere = existsSync(papers);
const described = isHere ? describe : describe.skip;

/** References of this paper come from its bibliography file and of another version, the other's text holds its listings. */
const OTHER_TEXT: readonly string[] = ['timmy', 'lightkurve'];

described(`real papers${isHere ? '' : ' (skipped: they are not on this machine)'}`, () => {
  const measures: PaperMeasure[] = [];
  beforeAll(async () => {
    for await (const measure of measurePapers(papers, 'kept')) measures.push(measure);
  }, 120_000);

  const compared = () =>
    measures.flatMap(({ paper, comparison }) =>
      comparison && !OTHER_TEXT.includes(paper) ? [{ paper, comparison }] : [],
    );

  test.each<[keyof Comparison, number, number]>([
    ['wordsKept', 0.97, 0.92],
    ['runsKept', 0.97, 0.91],
    ['order', 0.99, 0.96],
    ['paragraphsWhole', 0.8, 0.6],
    ['headingsFound', 0.9, 0.75],
    ['captionsWhole', 0.9, 0.7],
    ['referencesWhole', 0.88, 0.5],
  ])('reach the goal of %s: %d on average and %d each', (measure, mean, floor) => {
    const values = compared().flatMap(({ paper, comparison }) => {
      const value = comparison[measure];
      return value === undefined ? [] : [{ paper, value }];
    });
    expect(values.length).toBeGreaterThan(2);
    expect(values.filter(({ value }) => value < floor)).toEqual([]);
    expect(values.reduce((sum, { value }) => sum + value, 0) / values.length).toBeGreaterThanOrEqual(mean);
  });

  test('stay below 450 MB of memory each', () => {
    expect(measures.filter(({ peakMemoryBytes }) => peakMemoryBytes > 450e6)).toEqual([]);
  });

  test('each file that cannot be read says why', async () => {
    const folder = join(papers, 'bad');
    const codes: Record<string, string> = {};
    for (const file of readdirSync(folder)) {
      codes[file] = await parseInProcess(join(folder, file)).then(
        ({ blocks }) => (blocks.length > 0 ? 'read' : 'empty'),
        (error: unknown) => (error instanceof PdfError ? error.code : String(error)),
      );
    }
    expect(codes).toEqual({
      'bitflip.pdf': 'damaged',
      'enc-libreoffice.pdf': 'encrypted',
      'html.pdf': 'not_pdf',
      'invisible.pdf': 'scanned',
      'junkprefix.pdf': 'read',
      'multicolumn.pdf': 'read',
      'rot-mismatch.pdf': 'scanned',
      'scan-ocr_test.pdf': 'scanned',
      'trunc-gfeiden.pdf': 'damaged',
      'zero.pdf': 'not_pdf',
    });
  }, 120_000);
});
