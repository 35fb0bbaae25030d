import { CsvError, parse } from 'csv-parse/sync';
import { pageRange, pagesOf } from './bibtex-fields.ts';
import { readDate } from './dates.ts';
import { readDoi, withIdentifiers } from './identifiers.ts';
import { titleOf } from './read-ris.ts';
import {
  entryOf,
  readName,
  referenceOf,
  UnreadableFile,
  type ReadEntry,
  type ReadLibrary,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';

/** What every export of Scopus has among its columns. */
const COLUMNS = ['Title', 'Year', 'Source title'];

/** Whether a text begins with the columns of Scopus. */
export function isScopusCsv(text: string): boolean {
  const head = text.split('\n', 1)[0] ?? '';
  const columns = head.split(',').map((column) => column.trim().replaceAll('"', ''));
  return COLUMNS.every((name) => columns.includes(name));
}

/** Reads the table that Scopus exports, whose first row names the columns. */
export function readScopusCsv(text: string): ReadLibrary {
  const [names = [], ...rows] = rowsOf(text);
  if (!COLUMNS.every((name) => names.includes(name)))
    throw new UnreadableFile(`the table has not the columns of Scopus: ${COLUMNS.join(', ')}`);
  return {
    format: 'scopus-csv',
    collections: [],
    entries: rows.map((row, place): ReadEntry => {
      const values = new Map(names.map((name, column) => [name, (row[column] ?? '').trim()]));
      const entry = entryOf(referenceFrom(new Row(values)), place + 1);
      const isCut = row.length < names.length && 'reference' in entry.outcome;
      return isCut
        ? { ...entry, warnings: ['the row ends before the last column; parts of it may be missing'] }
        : entry;
    }),
  };
}

function rowsOf(text: string): string[][] {
  try {
    return parse(text, { relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(`the table cannot be read: ${error.message.slice(0, 200)}`, { cause: error });
  }
}

/** The values of a row; it notes which were read, so that the rest can be kept. */
class Row {
  readonly #values: ReadonlyMap<string, string>;
  readonly #read = new Set<string>();

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  /** The first of these columns that says something. */
  one(...names: readonly string[]): string {
    const name = names.find((column) => (this.#values.get(column) ?? '') !== '');
    if (name === undefined) return '';
    this.#read.add(name);
    return this.#values.get(name) ?? '';
  }

  rest(): Record<string, string> {
    const left = [...this.#values].filter(([name, value]) => value !== '' && !this.#read.has(name));
    return Object.fromEntries(left.map(([name, value]) => [`scopus:${name.slice(0, 60)}`, value]));
  }
}

const TYPES: readonly (readonly [RegExp, ReferenceType])[] = [
  [/conference paper/i, 'paper-conference'],
  [/chapter/i, 'chapter'],
  [/^book$/i, 'book'],
  [/data paper|article|review|letter|note|editorial|erratum|survey/i, 'article-journal'],
];

function referenceFrom(row: Row): Reference {
  const kind = row.one('Document Type');
  const [first, last] = [row.one('Page start'), row.one('Page end')];
  return referenceOf({
    ...withIdentifiers({
      key: row.one('EID'),
      type: TYPES.find(([words]) => words.test(kind))?.[1] ?? 'document',
      title: titleOf(row.one('Title')),
      authors: namesIn(row.one('Author full names', 'Authors')),
      editors: namesIn(row.one('Editors')),
      container: titleOf(row.one('Source title')),
      publisher: row.one('Publisher'),
      date: readDate(row.one('Year')),
      volume: row.one('Volume'),
      issue: row.one('Issue'),
      pages: pagesOf(pageRange(first, last) || row.one('Art. No.')),
      doi: readDoi(row.one('DOI')),
      ...serialNumbers([row.one('ISBN'), row.one('ISSN')].filter((numbers) => numbers !== '')),
      url: row.one('Link'),
      language: row.one('Language of Original Document'),
      abstract: titleOf(row.one('Abstract')),
      keywords: row
        .one('Author Keywords')
        .split(';')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    }),
    extra: row.rest(),
  });
}

/** `Brown, Anthony G.A. (740); Prusti, T. (660)`; without full names `Brown A.G.A.; Prusti T.`, in older ones with commas. */
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
