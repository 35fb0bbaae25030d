import { MAX_FORM_TEXT_BYTES } from '@almagest/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shortened } from './report-size.ts';

const report = {
  task_id: '0f7e8f0e-0000-4000-8000-000000000000',
  point_name: 'p',
  node_id: 'n1',
  status: 'completed' as const,
  converged: true,
  atmosphere_has_nan: false,
};

describe('a report', () => {
  test('of the usual size is unchanged', () => {
    const usual = { ...report, error_message: 'x'.repeat(4000), summary_json: '{"name":"p"}' };
    expect(shortened(usual)).toEqual(usual);
  });

  test('fits the form and keeps its small values with any record', () => {
    const text = fc.nat(600_000).map((size) => '"\\é'.repeat(size / 3));
    const record = fc.dictionary(fc.string(), fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.jsonValue()));
    fc.assert(
      fc.property(record, text, (summary, message) => {
        const summary_json = JSON.stringify({ ...summary, converged: true });
        const brief = shortened({ ...report, error_message: message, summary_json });
        expect(Buffer.byteLength(JSON.stringify(brief))).toBeLessThan(MAX_FORM_TEXT_BYTES);
        expect(brief.error_message?.length ?? 0).toBeLessThanOrEqual(4000);
        expect(JSON.parse(brief.summary_json ?? '')).toMatchObject({ converged: true });
      }),
      { numRuns: 10 },
    );
  });

  test('with very many values keeps only the outcome', () => {
    const keys = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key ${index}`, index]));
    const brief = shortened({ ...report, summary_json: JSON.stringify({ ...keys, converged: true }) });
    expect(JSON.parse(brief.summary_json ?? '')).toMatchObject({
      converged: true,
      shortened: [expect.stringContaining('the record had')],
    });
  });
});
