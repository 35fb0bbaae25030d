import { listOf, pageRange, pagesOf } from './bibtex-parts.ts';
import { typeOf } from './bibtex-types.ts';
import { readDate } from './dates.ts';
import { codeIn, readBibcode, readDoi, readEprint, withIdentifiers } from './identifiers.ts';
import { withSource } from './journal-source.ts';
import { namesIn } from './listed-names.ts';
import { textOfHtml } from './plain-text.ts';
import { titleOf, typeNamed } from './read-ris.ts';
import { referenceOf, UnreadableFileError, type ReadLibrary, type Reference, type ReferenceType } from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';
import { columnKey, columnsOf, entriesOfTable, type TableRow } from './table-rows.ts';

const TITLES = ['title', 'article title', 'document title', 'display name'];

/**
 * Column names of paper tables from Google Scholar, PubMed, Paperpile, Papers, JabRef, OpenAlex, Lens, IEEE Xplore and
 * users' own spreadsheets. If several columns match, the first non-empty column wins.
 */
const COLUMNS = {
  title: TITLES,
  authors: ['author full names', 'authors', 'author', 'creator', 'authorships author display name', 'author s'],
  editors: ['editors', 'editor'],
  container: [
    'full journal',
    'journal book',
    'publication title',
    'journal title',
    'journal',
    'source title',
    'source title anthology title',
    'book title',
    'booktitle',
    'publication',
    'container title',
    'venue',
    'conference name',
    'conference',
    'primary location source display name',
  ],
  source: ['source'],
  series: ['series title', 'series'],
  publisher: ['publisher', 'school', 'university', 'institution'],
  place: ['place', 'place of publication', 'address', 'city'],
  date: ['date published', 'publication date', 'publicationdate', 'pubdate', 'published', 'date'],
  year: ['publication year', 'year', 'pubyear'],
  volume: ['volume', 'biblio volume'],
  issue: ['issue', 'issue number', 'number', 'biblio issue'],
  pages: ['pages', 'page s', 'page', 'pagination', 'article number'],
  first: ['page start', 'start page', 'first page', 'biblio first page'],
  last: ['page end', 'end page', 'last page', 'biblio last page'],
  edition: ['edition'],
  doi: ['doi'],
  preprint: ['arxiv id', 'arxiv', 'arxivid', 'eprint'],
  bibcode: ['bibcode', 'ads bibcode'],
  numbers: ['issn', 'issns', 'isbn', 'isbns'],
  url: ['url', 'urls', 'link', 'links', 'adsurl'],
  language: ['language'],
  abstract: ['abstract', 'abstract note'],
  keywords: ['keywords', 'author keywords', 'keyword', 'subjects'],
  tags: ['tags', 'labels filed in', 'labels'],
  folders: ['folders filed in', 'folders', 'groups', 'collections'],
  notes: ['notes', 'note', 'annote', 'comments', 'comment'],
  files: ['file attachments', 'attachments', 'file', 'files'],
  key: ['citekey', 'user citekey', 'citation key', 'bibtex key', 'bibtexkey', 'identifier'],
  type: ['item type', 'document type', 'publication type', 'entry type', 'entrytype', 'reference type', 'kind', 'type'],
} as const;

const KNOWN: ReadonlySet<string> = new Set(Object.values(COLUMNS).flat());

/** Minimum number of known columns to detect a table of papers. */
const MIN_KNOWN = 3;

/** Returns whether a text is a table whose first line has the column names of papers. */
export function isCsv(text: string): boolean {
  const keys = columnsOf(text).names.map(columnKey);
  return keys.some((key) => isTitle(key)) && keys.filter((key) => KNOWN.has(key)).length >= MIN_KNOWN;
}

function isTitle(key: string): boolean {
  return (TITLES as readonly string[]).includes(key);
}

/**
 * Reads a table of papers. Commas, semicolons or tabs separate the columns. The first row contains the column names.
 */
export function readCsv(text: string): ReadLibrary {
  if (!columnsOf(text).names.some((name) => isTitle(columnKey(name))))
    throw new UnreadableFileError(`the first line of the table has no title column: ${TITLES.join(', ')}`);
  return { format: 'csv', collections: [], entries: entriesOfTable(text, referenceOfRow) };
}

export function referenceOfRow(row: TableRow): Reference {
  const of = (part: keyof typeof COLUMNS) => row.one(...COLUMNS[part]);
  const address = of('url').split(/[\s;]+/, 1)[0] ?? '';
  return referenceOf({
    ...withIdentifiers(
      withSource(
        {
          key: of('key'),
          type: typeIn(of('type')),
          title: titleOf(of('title')),
          authors: namesIn(of('authors')),
          editors: namesIn(of('editors')),
          container: titleOf(of('container')),
          series: titleOf(of('series')),
          publisher: of('publisher'),
          place: of('place'),
          date: readDate(of('date')) || readDate(of('year')),
          volume: of('volume'),
          issue: of('issue'),
          pages: pagesOf(of('pages') || pageRange(of('first'), of('last'))),
          edition: of('edition'),
          doi: readDoi(of('doi')),
          preprintId: readEprint(of('preprint')),
          bibcode: codeIn(of('bibcode')) || readBibcode(address),
          ...serialNumbers(COLUMNS.numbers.map((name) => row.one(name)).filter((numbers) => numbers !== '')),
          url: address,
          language: of('language'),
          abstract: titleOf(of('abstract')),
          keywords: listOf(of('keywords').replaceAll('|', ';')),
        },
        of('source'),
      ),
    ),
    tags: listOf(of('tags')),
    notes: [textOfHtml(of('notes'))].filter((note) => note !== ''),
    files: listOf(`${of('files')};`).map((path) => ({ path, title: '', type: '' })),
    collections: listOf(`${of('folders')};`)
      .map(pathOf)
      .filter(({ length }) => length > 0),
    extra: row.rest('csv'),
  });
}

/** Splits a folder path into names, starting with the outermost folder. */
export function pathOf(folder: string): string[] {
  return folder
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Returns the type for a name. Without a name, a paper in a table is an article. */
function typeIn(name: string): ReferenceType {
  if (name === '') return 'article-journal';
  return typeOf(name.toLowerCase().replaceAll(/[\s_-]+/g, '')) ?? typeNamed(name) ?? 'document';
}
