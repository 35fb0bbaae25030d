import { pageRange, pagesOf } from './bibtex-parts.ts';
import { readDate } from './dates.ts';
import { readDoi, withIdentifiers } from './identifiers.ts';
import { titleOf } from './read-ris.ts';
import {
  readName,
  referenceOf,
  UnreadableFileError,
  type ReadLibrary,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';
import { columnsOf, entriesOfTable, type TableRow } from './table-rows.ts';

/** Columns that every Scopus export has. */
const COLUMNS = ['Title', 'Year', 'Source title'];

export function isScopusCsv(text: string): boolean {
  const { names } = columnsOf(text);
  return COLUMNS.every((name) => names.includes(name));
}

/** Reads a table exported by Scopus. The first row contains the column names. */
export function readScopusCsv(text: string): ReadLibrary {
  if (!isScopusCsv(text))
    throw new UnreadableFileError(`the table does not have the columns of Scopus: ${COLUMNS.join(', ')}`);
  return { format: 'scopus-csv', collections: [], entries: entriesOfTable(text, referenceFrom) };
}

const TYPES: readonly (readonly [RegExp, ReferenceType])[] = [
  [/conference paper/i, 'paper-conference'],
  [/chapter/i, 'chapter'],
  [/^book$/i, 'book'],
  [/data paper|article|review|letter|note|editorial|erratum|survey/i, 'article-journal'],
];

function referenceFrom(row: TableRow): Reference {
  const kind = row.one('document type');
  const [first, last] = [row.one('page start'), row.one('page end')];
  return referenceOf({
    ...withIdentifiers({
      key: row.one('eid'),
      type: TYPES.find(([words]) => words.test(kind))?.[1] ?? 'document',
      title: titleOf(row.one('title')),
      authors: namesIn(row.one('author full names', 'authors')),
      editors: namesIn(row.one('editors')),
      container: titleOf(row.one('source title')),
      publisher: row.one('publisher'),
      date: readDate(row.one('year')),
      volume: row.one('volume'),
      issue: row.one('issue'),
      pages: pagesOf(pageRange(first, last) || row.one('art no')),
      doi: readDoi(row.one('doi')),
      ...serialNumbers([row.one('isbn'), row.one('issn')].filter((numbers) => numbers !== '')),
      url: row.one('link'),
      language: row.one('language of original document'),
      abstract: titleOf(row.one('abstract')),
      keywords: row
        .one('author keywords')
        .split(';')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    }),
    extra: row.rest('scopus'),
  });
}

/**
 * Parses `Brown, Anthony G.A. (740); Prusti, T. (660)`. Without full names, parses `Brown A.G.A.; Prusti T.`. The older
 * form has commas.
 */
function namesIn(text: string): Reference['authors'] {
  const names = text.includes(';') ? text.split(';') : /\.,\s/.test(text) ? text.split(/(?<=\.),\s/) : [text];
  return names
    .map((name) => name.replace(/\(\d+\)\s*$/, '').trim())
    .filter((name) => name !== '')
    .map((name) => {
      const short = /^([^\s,][^,]*?) ((?:\p{Lu}\p{L}?\.-?)+)$/u.exec(name);
      return short === null ? readName(name) : { family: short[1] ?? '', given: short[2] ?? '' };
    });
}
