import { addWords, encodeChecksum } from './fits-checksum.ts';

/** The number of bytes in a block (FITS 4.0, section 3.1). */
const BLOCK = 2_880;
const CARD = 80;
/** The maximum number of characters between the quotes of a text in one card. */
const TEXT_IN_CARD = 68;

/** The value of a keyword. A plain number is written as a real. */
type FitsValue = string | number | boolean | { readonly integer: number };

export type FitsCard = readonly [keyword: string, value: FitsValue, comment: string];

interface FitsColumn {
  /** TTYPE, in capital letters, so that programs don't need to know the engine's names. */
  readonly name: string;
  /** TCOMM, a description. */
  readonly meaning: string;
  /** Null if unknown. */
  readonly unit: string | null;
}

export interface FitsTable {
  /** EXTNAME. */
  readonly name: string;
  readonly columns: readonly FitsColumn[];
  readonly rows: number;
  /** The sum of the encoded rows (`addWords`). */
  readonly dataSum: number;
  /** Additional keywords of the table, in order. */
  readonly cards: readonly FitsCard[];
}

/** Returns the size of the file in bytes: two headers, the rows, and the padding of the last block. */
export function fitsSize(table: FitsTable): number {
  const data = table.rows * rowBytes(table);
  return fitsHead(table).length + data + padding(data);
}

/**
 * Returns the start of a FITS file with one binary table (FITS 4.0, sections 4 and 7.3): the primary header, without
 * data, and the header of the table. Contains no date, so that equal tables give equal bytes.
 */
export function fitsHead(table: FitsTable): Buffer {
  const primary: FitsCard[] = [
    ['SIMPLE', true, 'FITS 4.0'],
    ['BITPIX', { integer: 8 }, 'no data here'],
    ['NAXIS', { integer: 0 }, 'no data here'],
    ['EXTEND', true, 'the table follows'],
  ];
  const extension: FitsCard[] = [
    ['XTENSION', 'BINTABLE', 'binary table'],
    ['BITPIX', { integer: 8 }, 'bytes'],
    ['NAXIS', { integer: 2 }, 'a table has two axes'],
    ['NAXIS1', { integer: rowBytes(table) }, 'bytes of a row'],
    ['NAXIS2', { integer: table.rows }, 'rows'],
    ['PCOUNT', { integer: 0 }, 'no heap'],
    ['GCOUNT', { integer: 1 }, 'one group'],
    ['TFIELDS', { integer: table.columns.length }, 'columns'],
    ...table.columns.flatMap(({ name, meaning, unit }, index): FitsCard[] => [
      [`TTYPE${index + 1}`, name, 'name of the column'],
      [`TFORM${index + 1}`, '1D', 'double precision'],
      ...(unit === null ? [] : ([[`TUNIT${index + 1}`, unit, 'unit of the column']] as const)),
      [`TCOMM${index + 1}`, meaning, ''],
    ]),
    ['EXTNAME', table.name, ''],
    ...table.cards,
  ];
  return Buffer.concat([checkedHeader(primary, 0), checkedHeader(extension, table.dataSum)]);
}

const NO_CHECKSUM = '0'.repeat(16);

/** Returns a header with the sums of its data and of its whole unit. */
function checkedHeader(cards: readonly FitsCard[], dataSum: number): Buffer {
  const withSum = (checksum: string) =>
    header([
      ...cards,
      ['CHECKSUM', checksum, 'of the header and the data'],
      ['DATASUM', String(dataSum), 'of the data'],
    ]);
  return withSum(encodeChecksum(addWords(dataSum, withSum(NO_CHECKSUM))));
}

/** Encodes rows as in the table, as big-endian doubles. */
export function fitsRows(rows: readonly (readonly number[])[]): Buffer {
  const values = rows.flat();
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeDoubleBE(value, index * 8);
  return bytes;
}

/** Returns the padding that follows the last row. */
export function fitsEnd(table: FitsTable): Buffer {
  return Buffer.alloc(padding(table.rows * rowBytes(table)));
}

function rowBytes({ columns }: FitsTable): number {
  return columns.length * 8;
}

function padding(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK;
}

function header(cards: readonly FitsCard[]): Buffer {
  const text = [...cards.flatMap(cardLines), 'END'].map((line) => line.padEnd(CARD)).join('');
  return Buffer.from(text.padEnd(text.length + padding(text.length)), 'latin1');
}

function cardLines([keyword, value, comment]: FitsCard): string[] {
  if (typeof value === 'string') return textLines(keyword, ascii(value), comment);
  // Numbers are right-justified in columns 11 to 30 (section 4.2.2 ff.).
  const line = `${keyword.padEnd(8)}= ${valueText(value).padStart(20)}`;
  return [comment === '' ? line : `${line} / ${ascii(comment)}`.slice(0, CARD)];
}

function valueText(value: Exclude<FitsValue, string>): string {
  if (typeof value === 'boolean') return value ? 'T' : 'F';
  if (typeof value === 'object') return String(value.integer);
  const text = String(value).toUpperCase();
  return /[.E]/.test(text) ? text : `${text}.0`;
}

/** Splits a text that is too long for one card (section 4.2.1.2). */
function textLines(keyword: string, text: string, comment: string): string[] {
  const quoted = text.replaceAll("'", "''");
  if (quoted.length <= TEXT_IN_CARD) {
    // The text has at least eight characters, as section 4.2.1.1 requires for XTENSION. Comments begin in the same
    // column as the comments of numbers, because astropy writes the card of CHECKSUM in this form to verify the sum.
    const line = `${keyword.padEnd(8)}= ${`'${quoted.padEnd(8)}'`.padEnd(20)}`;
    return [comment === '' ? line : `${line} / ${ascii(comment)}`.slice(0, CARD)];
  }
  const lines: string[] = [];
  for (let rest = quoted; rest !== '';) {
    let end = Math.min(TEXT_IN_CARD - 1, rest.length);
    // Does not split a doubled quote.
    if (end < rest.length && /(?:^|[^'])(?:'')*'$/.test(rest.slice(0, end))) end -= 1;
    const [part, left] = [rest.slice(0, end), rest.slice(end)];
    lines.push(`${lines.length === 0 ? `${keyword.padEnd(8)}= ` : 'CONTINUE  '}'${part}${left === '' ? '' : '&'}'`);
    rest = left;
  }
  return lines;
}

/** Replaces all characters except printable ASCII (section 4.1.2.1) with question marks. */
function ascii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
