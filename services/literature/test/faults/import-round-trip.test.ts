import { readdirSync, readFileSync } from 'node:fs';
import { readLibrary, type Reference } from '@almagest/bibliography';
import { HAS_RECORDED_DATA, recordedPath, RECORDED_DATA_IS_DUE } from '@almagest/test-kit/recorded-data';
import { beforeEach, expect, test } from '@jest/globals';
import { exportAs, importFile } from '../import-calls.ts';
import { useWorld } from '../world.ts';

const world = useWorld({ worker: false });
beforeEach(async () => {
  await world.sql('delete from note');
  await world.sql('delete from paper');
  await world.sql('delete from collection');
});

/** The export format for each import format. */
const WRITTEN = {
  bibtex: 'bibtex',
  ris: 'ris',
  endnote: 'ris',
  'endnote-xml': 'ris',
  'csl-json': 'csl-json',
  'zotero-json': 'csl-json',
  'zotero-rdf': 'csl-json',
  medline: 'ris',
  'web-of-science': 'ris',
  refworks: 'ris',
  'scopus-csv': 'ris',
  'zotero-csv': 'csl-json',
  csv: 'csl-json',
  'ads-xml': 'ris',
  votable: 'ris',
  feed: 'csl-json',
  'csl-yaml': 'csl-json',
  'paperpile-json': 'csl-json',
  'ads-json': 'csl-json',
  'openalex-json': 'csl-json',
  'inspire-json': 'csl-json',
  'semantic-scholar-json': 'csl-json',
  'datacite-json': 'csl-json',
} as const;

const wordsOf = (reference: Reference) => [...new Set([...reference.keywords, ...reference.tags])].toSorted();
const lineOf = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Leaves out the last page if it equals the first. */
const pagesOf = ({ pages }: Reference) => pages.replace(/^(\w+)-\1$/, '$1');

/** Returns the fields that every format supports. */
function commonParts(reference: Reference) {
  const { title, authors, editors, container, publisher, place, date, volume, doi, abstract } = reference;
  return {
    title,
    authors: authors.map((name) => lineOf(JSON.stringify(name))),
    editors: editors.map((name) => lineOf(JSON.stringify(name))),
    container,
    publisher,
    place,
    date,
    volume,
    edition: reference.edition,
    series: reference.series,
    issue: reference.issue || reference.number,
    pages: pagesOf(reference),
    doi: doi.toLowerCase(),
    preprintId: reference.preprintId,
    abstract: lineOf(abstract),
    keywords: wordsOf(reference),
    files: reference.files.map(({ path }) => path).filter((path) => path !== ''),
    numbers: [...`${reference.isbn} ${reference.issn}`.matchAll(/[\dX-]{8,17}/gi)].map(([number]) => number).toSorted(),
    // RIS has one field for the entry's remark and the user's notes.
    notes: [reference.remark, ...reference.notes]
      .filter((note) => note !== '')
      .map(lineOf)
      .toSorted(),
  };
}

const folder = HAS_RECORDED_DATA ? recordedPath('import') : '';
const files = HAS_RECORDED_DATA ? readdirSync(folder).filter((name) => !name.endsWith('.md')) : [];

test.each(files)('%s survives a round trip, and the report accounts for each entry', async (name) => {
  const bytes = readFileSync(`${folder}/${name}`);
  const library = readLibrary(bytes);
  const report = await importFile(world, bytes);
  expect(report.entries.map(({ number, line }) => [number, line])).toEqual(
    library.entries.map(({ line }, place) => [place + 1, line]),
  );
  for (const { outcome, place } of library.entries.map((entry, place) => ({ ...entry, place })))
    if ('fault' in outcome) expect(report.entries[place]).toMatchObject({ status: 'refused', bibcode: null });
  const format = WRITTEN[library.format];
  const exported = readLibrary(Buffer.from(await exportAs(world, format)), format);
  const back = exported.entries.flatMap(({ outcome }) => ('reference' in outcome ? [outcome.reference] : []));
  const first = report.entries.filter(
    ({ messages }) => !messages.some((message) => message.includes('the same paper as')),
  );
  const read = first.flatMap(({ number }) => {
    const outcome = library.entries[number - 1]?.outcome;
    return outcome !== undefined && 'reference' in outcome ? [outcome.reference] : [];
  });
  expect(back).toHaveLength(read.length);
  const titled = (references: readonly Reference[]) =>
    new Map(references.map((reference) => [`${reference.title} ${reference.date} ${pagesOf(reference)}`, reference]));
  const [before, after] = [titled(read), titled(back)];
  const differences = [...before].flatMap(([key, reference]) => {
    const other = after.get(key);
    if (other === undefined) return [`${key}: not found`];
    const [one, two] = [commonParts(reference), commonParts(other)];
    return Object.keys(one).flatMap((part) => {
      const [a, b] = [one, two].map((parts) => JSON.stringify(parts[part as keyof typeof one]));
      // Another entry of the file may be the same paper, and fill a gap.
      const isGap = a === '""' || a === '[]';
      return a === b || isGap ? [] : [`${key.slice(0, 60)}: ${part} ${a?.slice(0, 200)} became ${b?.slice(0, 200)}`];
    });
  });
  expect(differences).toEqual([]);
  if (format !== 'ris') {
    const pathsOf = (references: readonly Reference[]) =>
      [...new Set(references.flatMap(({ collections }) => collections.map((path) => path.join(' / '))))].toSorted();
    expect(pathsOf(back)).toEqual(pathsOf(read));
  }
  // Importing the export again changes nothing.
  const again = await importFile(world, await exportAs(world, format), format);
  expect([again.added, again.collections_added]).toEqual([0, 0]);
});

test('recorded data exists where it is required', () => {
  expect(HAS_RECORDED_DATA || !RECORDED_DATA_IS_DUE).toBe(true);
});
