import { nameText, referenceOf, type ReadEntry, type Reference } from '@almagest/bibliography';
import { MAX_NOTE_CHARS, PAPER_LIMITS } from '@almagest/contracts/literature';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shortenEntry, shortenPath } from './shorten-entry.ts';

const LIMITS = [200, PAPER_LIMITS.lineChars, PAPER_LIMITS.titleChars, MAX_NOTE_CHARS];

/** Generates texts that are about as long as one of the limits. */
const text = fc
  .tuple(fc.constantFrom(0, ...LIMITS), fc.integer({ min: 0, max: 2 }), fc.constantFrom('x', '\u{1f52d}'))
  .map(([limit, more, character]) => character.repeat(limit + more).slice(0, limit + more))
  .map((one) => one.toWellFormed());

const reference = fc
  .record({
    title: text,
    abstract: text,
    container: text,
    key: text,
    url: text,
    doi: text,
    remark: text,
    files: fc.array(fc.record({ path: text, title: text, type: text }), { maxLength: 1 }),
    extra: fc.dictionary(
      fc.constantFrom('bibtex:a', 'bibtex:b'),
      fc.tuple(text, fc.constant('x')).map((parts) => parts.join('')),
    ),
    authors: fc.array(fc.record({ family: text, given: text }), { maxLength: 2 }),
    keywords: fc.array(text, { maxLength: 2 }),
    tags: fc.array(text, { maxLength: 2 }),
    notes: fc.array(text, { maxLength: 2 }),
    collections: fc.array(fc.array(text, { maxLength: 2 }), { maxLength: 2 }),
  })
  .map(referenceOf);

const entry = (one: Reference): ReadEntry => ({ key: 'k', line: 1, warnings: ['before'], outcome: { reference: one } });

function shortened(one: Reference) {
  const { outcome, warnings } = shortenEntry(entry(one));
  if ('fault' in outcome) throw new Error(outcome.fault);
  return { reference: outcome.reference, warnings };
}

const isWithin = ({ files, extra, ...one }: Reference) =>
  [
    [[one.title], PAPER_LIMITS.titleChars],
    [[one.abstract], PAPER_LIMITS.abstractChars],
    [[one.key, one.container, ...one.authors.map(nameText), ...one.keywords], PAPER_LIMITS.lineChars],
    [files.flatMap(({ title, type }) => [title, type]), PAPER_LIMITS.lineChars],
    [[one.url, ...files.map(({ path }) => path)], 4_000],
    [[...one.tags, ...one.collections.flat()], 200],
    [[one.remark, ...one.notes, ...Object.values(extra)], MAX_NOTE_CHARS],
  ].every(([texts, limit]) => (texts as string[]).every((one) => one.length <= (limit as number)));

test('text within the limits is unchanged, and longer text is cut with a warning', () => {
  fc.assert(
    fc.property(reference, (one) => {
      const first = shortened(one);
      expect(isWithin(first.reference)).toBe(true);
      expect(first.warnings.length > 1).toBe(!isWithin(one));
      if (isWithin(one)) expect(first.reference).toEqual(one);
      // Identifiers, addresses and fields of other formats are kept unchanged or dropped.
      expect(first.reference.doi).toBe(one.doi);
      expect([one.url, '']).toContain(first.reference.url);
      for (const [field, value] of Object.entries(first.reference.extra)) expect(value).toBe(one.extra[field]);
      expect(shortened(first.reference)).toEqual({ reference: first.reference, warnings: ['before'] });
    }),
  );
});

test('more authors than a paper may have are dropped with a warning', () => {
  const authors = Array.from({ length: PAPER_LIMITS.authors + 1 }, (_, n) => ({ literal: `Author ${n}` }));
  const { reference: cut, warnings } = shortened(referenceOf({ title: 'T', authors }));
  expect(cut.authors).toEqual(authors.slice(0, -1));
  expect(warnings).toEqual(['before', 'it has more than 10000 authors. The others were dropped']);
});

test('warns about a collection that is nested too deep', () => {
  const path = Array.from({ length: 21 }, (_, depth) => `Level ${depth}`);
  expect(shortened(referenceOf({ title: 'T', collections: [path.slice(1)] })).warnings).toEqual(['before']);
  const { warnings } = shortened(referenceOf({ title: 'T', collections: [path] }));
  expect(warnings.at(-1)).toBe(
    'a collection is nested more than 20 levels deep. The paper was added to its parent collection at that level',
  );
  expect(shortenPath([' ', ...path])).toEqual(path.slice(0, 20));
});

test('long keys are shortened in the report, and an entry keeps two hundred format-specific fields', () => {
  const extra = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`bibtex:field${n}`, 'x']));
  const { reference: cut, warnings } = shortened(referenceOf({ title: 'T', extra }));
  expect(Object.keys(cut.extra)).toHaveLength(200);
  expect(warnings).toEqual(['before', 'it has 201 format-specific fields. Only the first 200 were kept']);
  const refused: ReadEntry = { key: 'k'.repeat(10_000), line: 1, warnings: [], outcome: { fault: 'it has no title' } };
  expect(shortenEntry(refused).key).toHaveLength(PAPER_LIMITS.lineChars);
});
