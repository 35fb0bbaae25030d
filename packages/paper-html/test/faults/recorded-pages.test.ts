import { listRecorded, readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import { expect } from '@jest/globals';
import { typesetAll } from '../typeset-pages.ts';

testRecorded('all but two of a thousand formulas of the recorded pages are typeset', () => {
  const pages = listRecorded(['latexml-html', 'papers/html'], '.html').filter((page) => !page.includes('fatal'));
  const { formulas, untypeset } = typesetAll(pages.map(readRecorded));
  expect(formulas).toBeGreaterThan(2_900);
  expect(untypeset / formulas).toBeLessThanOrEqual(0.002);
});
