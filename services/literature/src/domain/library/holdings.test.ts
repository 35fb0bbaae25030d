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
    reading_state: fc.constantFrom('unread' as const, 'reading' as const, 'read' as const),
    is_starred: fc.boolean(),
    trashed: fc.option(fc.date({ noInvalidDate: true })),
  })
  .map(({ pdf, html, since, uploaded, last, trashed, ...marks }) => ({
    ...marks,
    trashed_at: since === null ? trashed : null,
    in_library_before: since === null ? trashed : null,
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

test("merged papers keep the user's marks, and are in the trash only if both were", () => {
  fc.assert(
    fc.property(holdings, holdings, (kept, other) => {
      const one = mergeHoldings(kept, other);
      expect(one.is_starred).toBe(kept.is_starred || other.is_starred);
      const states = [kept, other].map(({ reading_state }) => reading_state);
      const furthest = states.includes('read') ? 'read' : states.includes('reading') ? 'reading' : 'unread';
      expect(one.reading_state).toBe(furthest);
      expect(one.trashed_at !== null && one.in_library_since !== null).toBe(false);
      if (one.in_library_since === null)
        expect(one.trashed_at === null).toBe(kept.trashed_at === null && other.trashed_at === null);
    }),
  );
});
