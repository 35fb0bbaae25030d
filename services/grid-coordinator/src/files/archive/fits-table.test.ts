import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addWords } from './fits-checksum.ts';
import { fitsEnd, fitsHead, fitsRows, fitsSize, type FitsCard, type FitsTable } from './fits-table.ts';

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 300,
});

/** Parses the keywords of a header with their values, without trailing blanks, as another program would. */
function valuesOf(header: Buffer): Map<string, string | number | boolean> {
  const values = new Map<string, string | number | boolean>();
  let last = '';
  for (let at = 0; at < header.length; at += 80) {
    const card = header.toString('latin1', at, at + 80);
    const keyword = card.slice(0, 8).trim();
    const text = /^.{10}'((?:[^']|'')*)'/.exec(card)?.[1]?.replaceAll("''", "'");
    if (keyword === 'CONTINUE') values.set(last, `${String(values.get(last)).replace(/&$/, '')}${text}`);
    else if (text !== undefined) values.set(keyword, text);
    else if (card[8] === '=') values.set(keyword, valueOf(card.slice(10, 30).trim()));
    if (keyword !== 'CONTINUE') last = keyword;
  }
  return new Map([...values].map(([keyword, value]) => [keyword, typeof value === 'string' ? value.trimEnd() : value]));
}

function valueOf(text: string): number | boolean {
  return text === 'T' || text === 'F' ? text === 'T' : Number(text);
}

const column = (name: string) => ({ name, meaning: 'a column', unit: 'Angstrom' });

function tableOf(rows: number, cards: readonly FitsCard[] = [], dataSum = 0): FitsTable {
  return { name: 'SPECTRUM', columns: [column('WAVELENGTH'), { ...column('FLUX'), unit: null }], rows, dataSum, cards };
}

test('every text survives a round trip, with any length and quotes', () => {
  fc.assert(
    fc.property(printable, fc.string({ unit: fc.constantFrom("'", 'a', '&'), maxLength: 200 }), (text, quotes) => {
      for (const given of [text, quotes]) {
        const head = fitsHead(tableOf(2, [['GIVEN', given, 'a remark']])).subarray(2_880);
        expect(valuesOf(head).get('GIVEN')).toBe(given.trimEnd());
      }
    }),
  );
});

test('every number survives a round trip and is in the columns that the standard requires', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((value) => Math.fround(value)),
      (value) => {
        const short = Number(value.toPrecision(8));
        const head = fitsHead(tableOf(2, [['GIVEN', short, '']])).subarray(2_880);
        expect(valuesOf(head).get('GIVEN')).toBe(short + 0);
      },
    ),
  );
});

test('the file consists of whole blocks, has the announced size and keeps the order of the rows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true })), { maxLength: 400 }),
      (rows) => {
        const table = tableOf(rows.length, [], addWords(0, fitsRows(rows)));
        const head = fitsHead(table);
        const file = Buffer.concat([head, fitsRows(rows), fitsEnd(table)]);
        // The checksums of both units are all ones.
        for (const [from, to] of [
          [0, 2_880],
          [2_880, file.length],
        ])
          expect(addWords(0, file.subarray(from, to))).toBe(0xffffffff);
        expect([file.length, file.length % 2_880, head.length % 2_880]).toEqual([fitsSize(table), 0, 0]);
        expect(rows.map((_, index) => file.readDoubleBE(head.length + index * 16))).toEqual(
          rows.map(([first]) => first),
        );
      },
    ),
  );
});

test('characters that the standard does not allow become question marks', () => {
  const head = fitsHead(tableOf(2, [['GIVEN', 'Å\n', '']])).subarray(2_880);
  expect(valuesOf(head).get('GIVEN')).toBe('??');
});
