import { textOfHtml } from './plain-text.ts';
import { readName, referenceOf, type Name, type ReadLibrary, type Reference } from './reference.ts';
import { columnsOf, entriesOfTable, type TableRow } from './table-rows.ts';
import { partsOfItem } from './zotero-items.ts';

/** Columns that only Zotero has. */
const COLUMNS = ['Item Type', 'Publication Title', 'Manual Tags'];

/** Columns that aren't fields of an item. */
const APART: ReadonlySet<string> = new Set(
  'author,editor,series editor,notes,file attachments,link attachments,manual tags,automatic tags,publication year'.split(
    ',',
  ),
);

/** Zotero fields whose names are not their column names in camel case. */
const NAMES: ReadonlyMap<string, string> = new Map(Object.entries({ doi: 'DOI', isbn: 'ISBN', issn: 'ISSN' }));

export function isZoteroCsv(text: string): boolean {
  const { names } = columnsOf(text);
  return COLUMNS.every((name) => names.includes(name));
}

/** Reads a table exported by Zotero. The table has no collections. */
export function readZoteroCsv(text: string): ReadLibrary {
  return { format: 'zotero-csv', collections: [], entries: entriesOfTable(text, referenceFrom) };
}

function referenceFrom(row: TableRow): Reference {
  const fields = [...row.all()].filter(([column]) => !APART.has(column));
  const thesisType = row.one('type');
  const parts = partsOfItem({
    ...Object.fromEntries(fields.map(([column, value]) => [NAMES.get(column) ?? camelCase(column), value])),
    // One column contains the kind of a thesis, report or manuscript.
    ...(thesisType === '' ? {} : { type: '', genre: thesisType }),
    date: row.one('date', 'publication year'),
  });
  return referenceOf({
    ...parts,
    authors: peopleIn(row.one('author')),
    editors: [...peopleIn(row.one('editor')), ...peopleIn(row.one('series editor'))],
    tags: listed(row.one('manual tags')),
    keywords: listed(row.one('automatic tags')),
    notes: row
      .one('notes')
      .split(NEXT_NOTE)
      .map(textOfHtml)
      .filter((note) => note !== ''),
    files: [...listed(row.one('file attachments')), ...listed(row.one('link attachments'))].map((path) => ({
      path,
      title: '',
      type: '',
    })),
  });
}

/** Notes are HTML. Semicolons separate the notes. */
const NEXT_NOTE = /(?<=<\/(?:p|div|h[1-6]|ul|ol|blockquote|table|pre)>);\s/;

function camelCase(column: string): string {
  return column.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

function listed(text: string): string[] {
  return [...new Set(text.split(/;\s/).map((one) => one.trim()))].filter((one) => one !== '');
}

function peopleIn(text: string): Name[] {
  return listed(text).map(readName);
}
