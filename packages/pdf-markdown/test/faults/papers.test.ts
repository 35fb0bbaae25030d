import { basename } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { listRecorded, recordedPath } from '@almagest/test-kit/recorded-data';
import { describeRecorded } from '@almagest/test-kit/recorded-tests';
import { parseInProcess, PdfError } from '../../src/index.ts';
import type { FormulaComparison } from '@almagest/paper-accuracy/compare-formulas';
import type { Comparison } from '@almagest/paper-accuracy/compare';
import { measurePapers, type PaperMeasure } from '@almagest/paper-accuracy/measure-papers';

/**
 * The reference texts of these papers are not comparable. One paper took its bibliography from another version, and the
 * other contains its code listings.
 */
const OTHER_TEXT: readonly string[] = ['timmy', 'lightkurve'];
/** Papers with formulas from astronomy and physics. The other papers are about mathematics. */
const ASTRONOMY: readonly string[] = ['timmy', 'gfeiden', 'lgkin', 'a14164', 'lightkurve', 'a13989'];

describeRecorded('papers of other authors', () => {
  const measures: PaperMeasure[] = [];
  beforeAll(async () => {
    for await (const measure of measurePapers(recordedPath('papers'), 'kept')) measures.push(measure);
  });

  const compared = () =>
    measures.flatMap(({ paper, comparison }) =>
      comparison && !OTHER_TEXT.includes(paper) ? [{ paper, comparison }] : [],
    );

  test.each<[keyof Comparison, number, number]>([
    ['wordsKept', 0.995, 0.985],
    ['runsKept', 0.985, 0.96],
    ['order', 0.995, 0.985],
    ['paragraphsWhole', 0.93, 0.81],
    ['headingsFound', 0.965, 0.86],
    ['headingsTrue', 0.985, 0.94],
    ['captionsWhole', 1, 1],
    // One paper has tables without rules.
    ['tableRows', 0.74, 0.18],
    ['referencesWhole', 0.985, 0.94],
  ])('keep their %s: %d on average and %d each', (measure, mean, floor) => {
    const values = compared().flatMap(({ paper, comparison }) => {
      const value = comparison[measure];
      return value === undefined ? [] : [{ paper, value }];
    });
    expect(values.length).toBeGreaterThan(2);
    expect(values.filter(({ value }) => value < floor)).toEqual([]);
    expect(values.reduce((sum, { value }) => sum + value, 0) / values.length).toBeGreaterThanOrEqual(mean);
  });

  test('keep their displayed formulas: 96 % equal the TeX', () => {
    const own = measures.flatMap(({ paper, formulas }) => (formulas && ASTRONOMY.includes(paper) ? [formulas] : []));
    const total = own.reduce((sum, { formulas }) => sum + formulas, 0);
    const mean = (read: (one: FormulaComparison) => number) =>
      own.reduce((sum, one) => sum + one.formulas * read(one), 0) / total;
    expect(total).toBeGreaterThan(60);
    expect(mean(({ exact }) => exact)).toBeGreaterThanOrEqual(0.96);
    expect(mean(({ alike }) => alike)).toBeGreaterThanOrEqual(0.96);
    expect(mean(({ mean: likeness }) => likeness)).toBeGreaterThanOrEqual(0.98);
  });

  test('keep their inline formulas: 98 % with balanced brackets and 99 % complete', () => {
    const own = measures.flatMap(({ paper, inline }) => (inline && ASTRONOMY.includes(paper) ? [inline] : []));
    const total = own.reduce((sum, { formulas }) => sum + formulas, 0);
    expect(total).toBeGreaterThan(1000);
    expect(own.reduce((sum, one) => sum + one.formulas * one.balanced, 0) / total).toBeGreaterThanOrEqual(0.98);
    expect(own.reduce((sum, one) => sum + one.formulas * one.complete, 0) / total).toBeGreaterThanOrEqual(0.99);
  });

  test('stay below 450 MB of memory each', () => {
    expect(measures.filter(({ peakMemoryBytes }) => peakMemoryBytes > 450e6)).toEqual([]);
  });

  test('unreadable files are refused with a reason', async () => {
    const codes: Record<string, string> = {};
    for (const file of listRecorded(['papers/bad'], '.pdf')) {
      codes[basename(file)] = await parseInProcess(recordedPath(file)).then(
        ({ blocks }) => (blocks.length > 0 ? 'read' : 'empty'),
        (error: unknown) => (error instanceof PdfError ? error.code : String(error)),
      );
    }
    expect(codes).toEqual({
      'bitflip.pdf': 'damaged',
      'enc-libreoffice.pdf': 'encrypted',
      'html.pdf': 'not_pdf',
      'invisible.pdf': 'read',
      'junkprefix.pdf': 'read',
      'multicolumn.pdf': 'read',
      'rot-mismatch.pdf': 'scanned',
      'scan-ocr_test.pdf': 'scanned',
      'trunc-gfeiden.pdf': 'damaged',
      'zero.pdf': 'not_pdf',
    });
  });
});
