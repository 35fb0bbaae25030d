import { CsvError, parse } from 'csv-parse/sync';
import { entryOf, UnreadableFileError, type ReadEntry, type Reference } from './reference.ts';

const DELIMITERS = [',', '\t', ';'] as const;
type Delimiter = (typeof DELIMITERS)[number];

const MAX_HEAD_CHARS = 20_000;

/** Returns the column names in the first line of a table. Uses the delimiter that yields the most columns. */
export function columnsOf(text: string): { readonly names: readonly string[]; readonly delimiter: Delimiter } {
  const head = (text.slice(0, MAX_HEAD_CHARS).split('\n', 1)[0] ?? '').replace(/^\ufeff/, '');
  const [delimiter] = DELIMITERS.toSorted((one, other) => head.split(other).length - head.split(one).length);
  const names = head.split(delimiter ?? ',').map((column) => column.replaceAll('"', '').trim());
  return { names, delimiter: delimiter ?? ',' };
}

/** Returns the entries of a table whose first row contains the column names. */
export function entriesOfTable(text: string, referenceFrom: (row: TableRow) => Reference): ReadEntry[] {
  const [names = [], ...rows] = rowsOf(text, columnsOf(text).delimiter);
  return rows.map((cells, place): ReadEntry => {
    const entry = entryOf(referenceFrom(new TableRow(names, cells)), place + 1);
    const isCut = cells.length < names.length && 'reference' in entry.outcome;
    return isCut ? { ...entry, warnings: ['the row ends before the last column. Parts of it may be missing'] } : entry;
  });
}

const HEAD_AND_LAST = 2;

function rowsOf(text: string, delimiter: string): string[][] {
  const whole = parsed(text, delimiter);
  if (!(whole instanceof CsvError)) return whole;
  // A truncated file ends within a value. The rows before that value are complete.
  const closed = whole.code === 'CSV_QUOTE_NOT_CLOSED' ? parsed(`${text}\n"`, delimiter) : whole;
  if (!(closed instanceof CsvError) && closed.length > HEAD_AND_LAST) return closed;
  throw new UnreadableFileError(`the table cannot be read: ${whole.message.slice(0, 200)}`, { cause: whole });
}

function parsed(text: string, delimiter: string): string[][] | CsvError {
  try {
    return parse(text, { delimiter, relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: true });
  } catch (error) {
    if (error instanceof CsvError) return error;
    throw error;
  }
}

/** Normalizes a column name. Programs vary in case and punctuation. */
export function columnKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim();
}

/** The values of a row by column. Records which columns were read, so that all other columns can be kept. */
export class TableRow {
  readonly #values = new Map<string, { readonly name: string; readonly value: string }>();
  readonly #read = new Set<string>();

  constructor(names: readonly string[], cells: readonly string[]) {
    for (const [column, name] of names.entries()) {
      const value = (cells[column] ?? '').trim();
      const key = columnKey(name);
      if (value !== '' && !this.#values.has(key)) this.#values.set(key, { name, value });
    }
  }

  /** Returns the first non-empty value of these columns. */
  one(...keys: readonly string[]): string {
    const key = keys.find((one) => this.#values.has(one));
    if (key === undefined) return '';
    this.#read.add(key);
    return this.#values.get(key)?.value ?? '';
  }

  all(): ReadonlyMap<string, string> {
    return new Map([...this.#values].map(([key, { value }]) => [key, value]));
  }

  rest(format: string): Record<string, string> {
    const left = [...this.#values].filter(([key]) => !this.#read.has(key));
    return Object.fromEntries(left.map(([, { name, value }]) => [`${format}:${name.slice(0, 60)}`, value]));
  }
}
