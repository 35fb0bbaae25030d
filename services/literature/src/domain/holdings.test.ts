import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeHoldings, type Holdings } from './holdings.ts';

const location = fc.constantFrom(null, 'error:timeout', 'error:no_resource', 'papers/1/a', 'papers/1/b');
const holdings: fc.Arbitrary<Holdings> = fc
  .record({
    pdf: location,
    html: location,
    since: fc.option(fc.date({ noInvalidDate: true })),
    uploaded: fc.boolean(),
    last: fc.constantFrom(null, 'pdf' as const, 'html' as const),
  })
  .map(({ pdf, html, since, uploaded, last }) => ({
    in_library_since: since,
    pdf_location: pdf,
    pdf_uploaded: uploaded && pdf?.startsWith('papers') === true,
    html_location: html,
    html_uploaded: uploaded && html?.startsWith('papers') === true,
    uploaded_last: last,
  }));

test('merged papers lose no file, and each file keeps its data', () => {
  fc.assert(
    fc.property(holdings, holdings, (kept, other) => {
      const one = mergeHoldings(kept, other);
      for (const [own, ...both] of [
        [one.pdf_location, kept.pdf_location, other.pdf_location],
        [one.html_location, kept.html_location, other.html_location],
      ]) {
        expect(both).toContain(own);
        expect(own?.startsWith('papers') ?? false).toBe(both.some((place) => place?.startsWith('papers')));
        expect(own === null).toBe(both.every((place) => place === null));
      }
      const uploaded = [kept, other].some((from) => from.pdf_uploaded && from.pdf_location === one.pdf_location);
      if (one.pdf_uploaded) expect(uploaded).toBe(true);
      expect(one.in_library_since === null).toBe(kept.in_library_since === null && other.in_library_since === null);
    }),
  );
});
