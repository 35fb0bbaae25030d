import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BinaryCopyReader } from './binary-copy.ts';

const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);

/** Returns a row with a double and a character. */
function row(value: number, letter: number): Buffer {
  const buffer = Buffer.alloc(2 + 4 + 8 + 4 + 1);
  buffer.writeInt16BE(2, 0);
  buffer.writeInt32BE(8, 2);
  buffer.writeDoubleBE(value, 6);
  buffer.writeInt32BE(1, 14);
  buffer.writeUInt8(letter, 18);
  return buffer;
}

async function read(chunks: readonly Buffer[]): Promise<[number, number][]> {
  const rows: [number, number][] = [];
  const reader = new BinaryCopyReader(2, (found) => rows.push([found.float64(0), found.byte(1)]));
  const ended = once(reader, 'finish');
  for (const chunk of chunks) reader.write(chunk);
  reader.end();
  await ended;
  return rows;
}

test('rows do not depend on how their bytes are cut into chunks', async () => {
  const arbitraryRow = fc.tuple(fc.double({ noNaN: true }), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryRow, { maxLength: 6 }), fc.array(fc.nat(150)), async (rows, cuts) => {
      const whole = Buffer.concat([HEADER, ...rows.map(([value, letter]) => row(value, letter)), TRAILER]);
      const places = [0, ...cuts.filter((cut) => cut < whole.length).toSorted((a, b) => a - b), whole.length];
      const chunks = places.slice(1).map((end, index) => whole.subarray(places[index], end));
      expect(await read(chunks)).toEqual(rows);
    }),
    { numRuns: 50 },
  );
});

describe('an error says what was received', () => {
  test.each([
    ['without its trailer', [HEADER, row(1, 2)], /without a trailer/],
    ['in another format', [Buffer.from('1\t2\n'.repeat(20))], /not send the binary format/],
    ['with another number of fields', [HEADER, Buffer.from([0, 3])], /3 fields instead of 2/],
    ['with null', [HEADER, Buffer.from([0, 2, 0xff, 0xff, 0xff, 0xff])], /null as field 1/],
  ])('%s', async (_what, chunks, message) => {
    await expect(read(chunks)).rejects.toThrow(message);
  });
});
