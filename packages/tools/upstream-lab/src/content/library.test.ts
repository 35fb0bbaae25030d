import { expect, test } from '@jest/globals';
import { alternateBibcodes, preprintBibcode, preprintDate, publishedBibcode } from './identifiers.ts';
import { asCatalogText, asPlainText, type Entry, Library, WRITTEN_PAPERS } from './library.ts';
import { findStar } from './stars.ts';

const library = new Library(500);

test('has about 60 written papers, each with its own codes', () => {
  expect(WRITTEN_PAPERS.length).toBeGreaterThanOrEqual(60);
  const codes = library.entries.flatMap(({ bibcode, alternates, dois }) => [bibcode, ...alternates, ...dois]);
  expect(new Set(codes).size).toBe(codes.length);
  const ids = library.entries.flatMap(({ paper }) => paper.preprint?.id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
});

test('assigns every paper a bibcode of 19 characters that the catalog would accept', () => {
  for (const { paper, bibcode } of library.entries) {
    for (const code of [bibcode, ...alternateBibcodes(paper)]) {
      expect(code).toMatch(/^[12]\d{3}[A-Za-z.&]{5}[A-Za-z0-9.]{9}[A-Z.]$/);
    }
  }
});

test('builds codes as the catalog does', () => {
  expect(publishedBibcode(2013, { stem: 'A&A', volume: '552', page: 'A143' }, 'S')).toBe('2013A&A...552A.143S');
  expect(publishedBibcode(2016, { stem: 'ApJL', volume: '818', page: 'L26' }, 'F')).toBe('2016ApJ...818L..26F');
  expect(publishedBibcode(2013, { stem: 'MNRAS', volume: '435', page: '1904' }, 'M')).toBe('2013MNRAS.435.1904M');
  expect(preprintBibcode('1302.6362', 'S')).toBe('2013arXiv1302.6362S');
  expect(preprintBibcode('2101.01542', 'A')).toBe('2021arXiv210101542A');
  expect(preprintBibcode('hep-th/9108028', 'G')).toBe('1991hep.th....8028G');
  expect(preprintBibcode('astro-ph/0307557', 'B')).toBe('2003astro.ph..7557B');
  expect(preprintBibcode('astro-ph/9710182', 'L')).toBe('1997astro.ph.10182L');
});

test('cites only papers that are older or from the same month, so that citations have no cycles', () => {
  const date = ({ paper }: Entry) => {
    const preprint = paper.preprint && preprintDate(paper.preprint).slice(0, 7);
    const printed = `${paper.year}-${String(paper.month).padStart(2, '0')}`;
    return { first: preprint !== undefined && preprint < printed ? preprint : printed, last: printed };
  };
  const onPath = new Set<Entry>();
  const done = new Set<Entry>();
  const visit = (entry: Entry): void => {
    expect(onPath.has(entry)).toBe(false);
    if (done.has(entry)) return;
    onPath.add(entry);
    for (const cited of entry.references) {
      expect(`${entry.paper.key} ${date(entry).last >= date(cited).first}`).toBe(`${entry.paper.key} true`);
      visit(cited);
    }
    onPath.delete(entry);
    done.add(entry);
  };
  library.entries.forEach(visit);
});

test('connects all papers by citations', () => {
  const reached = new Set<Entry>();
  const open = library.entries.slice(0, 1);
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (reached.has(entry)) continue;
    reached.add(entry);
    open.push(...entry.references, ...entry.citations);
  }
  expect(library.entries.filter((entry) => !reached.has(entry)).map(({ paper }) => paper.key)).toEqual([]);
});

test('names only stars that the name resolver knows', () => {
  const names = WRITTEN_PAPERS.flatMap(({ objects }) => objects ?? []);
  expect(names.filter((name) => findStar(name) === undefined)).toEqual([]);
});

test('typesets every formula of titles and abstracts', () => {
  const texts = library.entries.flatMap(({ paper }) => [paper.title, paper.abstract ?? '']);
  for (const text of texts) expect(asCatalogText(text) + asPlainText(text)).not.toMatch(/[$\\]/);
});
