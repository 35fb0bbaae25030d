import { writePdf, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PdfError } from '../src/errors.ts';
import { parsePdf, type ParsedPdf } from '../src/parse-pdf.ts';
import { fileOf } from './hostile-pdf.ts';
import { FULL, prose, setLines } from './paper.ts';

const texts: Text[] = [
  { text: 'Winds of hot stars', x: 50, y: 60, size: 14, font: 'Times-Bold' },
  ...setLines(prose(6), { ...FULL, y: 80 }),
  { text: 'written upwards', x: 300, y: 600, turns: 3 },
  { text: 'written downwards', x: 340, y: 400, turns: 1 },
  { text: 'upside down', x: 380, y: 500, turns: 2 },
];
const shapes = [{ left: 50, top: 300, width: 200, height: 0.5 }];
/** Latin-1 text, so that each character is a byte. */
const GOOD = writePdf([{ texts, shapes }, { texts }]).toString('latin1');

/** Parts of a file that the test damages. */
const TARGETS = {
  'an offset of the cross-reference table': /\d{10} 00000 n/g,
  'the position of the cross-reference table': /startxref\n\d+/g,
  'the entries of the trailer': /\/(?:Size|Root) \d+/g,
  'a reference between pages, contents and fonts': /(?<!\d)\d+ 0 R/g,
  'the name of an entry': /\/(?:Type|Kids|Parent|Contents|Resources|Font|BaseFont|Subtype|Encoding|MediaBox)\b/g,
  'the length of a stream': /\/Length \d+/g,
  'the beginning or the end of an object': /endobj|(?<!\d)\d+ 0 obj|endstream|stream\n/g,
  'text of a page': /\([^()\n]{1,40}\)/g,
  'numbers of a page': /(?<= )-?\d+(?:\.\d+)?(?= )/g,
  'an operator of a page': /\b(?:Tj|TJ|Tf|Tm|Td|BT|ET|re|cm)\b/g,
} as const satisfies Record<string, RegExp>;

interface Damage {
  readonly target: keyof typeof TARGETS;
  /** Position in the file, from 0 (start) to 1 (end). */
  readonly at: number;
  readonly by: string;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  target: fc.constantFrom(...(Object.keys(TARGETS) as Damage['target'][])),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  by: fc.oneof(
    fc.constantFrom('', '0', '1 0 R', '2 0 R', '3 0 R', '99 0 R', '/X', '<<', ']', '9999999999 00000 n', '-1', 'null'),
    fc.string({ maxLength: 8, unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) }),
  ),
});

function damaged(file: string, { target, at, by }: Damage): string {
  const places = [...file.matchAll(TARGETS[target])];
  const place = places[Math.min(places.length - 1, Math.floor(at * places.length))];
  if (!place) return file;
  return file.slice(0, place.index) + by + file.slice(place.index + place[0].length);
}

async function read(file: string): Promise<ParsedPdf | PdfError> {
  return await parsePdf(Buffer.from(file, 'latin1')).catch((error: unknown) => {
    if (error instanceof PdfError) return error;
    throw error;
  });
}

test('a damaged file is read, or refused with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
      const result = await read(damages.reduce(damaged, GOOD));
      if (result instanceof PdfError) expect(result.message).not.toBe('');
      else {
        expect(result.blocks.length).toBeGreaterThan(0);
        for (const { box } of result.blocks) for (const edge of Object.values(box ?? {})) expect(edge).not.toBeNaN();
      }
    }),
    { numRuns: 200 },
  );
});

test('a file without its cross-reference table is read as before', async () => {
  const whole = (await read(GOOD)) as ParsedPdf;
  const start = GOOD.lastIndexOf('xref\n0 ');
  const table = GOOD.slice(start, GOOD.indexOf('trailer', start));
  const broken = GOOD.replace(table, table.replaceAll(/\d{10} 00000 n/g, '0000000007 00000 n'));
  expect(((await read(broken)) as ParsedPdf).blocks.map(({ text }) => text)).toEqual(
    whole.blocks.map(({ text }) => text),
  );
});

test('text without its font keeps its letters', async () => {
  const broken = GOOD.replaceAll(/\/BaseFont \/[\w-]+/g, '/BaseFont /NoSuchFont');
  const text = ((await read(broken)) as ParsedPdf).blocks.map((block) => block.text).join(' ');
  expect(text).toContain('The spectra of hot subdwarfs');
});

test('letters of right-to-left scripts keep their order', async () => {
  const map =
    'begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <41> <5A> <05D0> endbfrange endcmap';
  const content = 'BT /F1 12 Tf 72 700 Td (ABC DEF) Tj ET';
  const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const file = fileOf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
    stream(map),
  );
  const { blocks } = await parsePdf(file);
  expect(blocks.map(({ text }) => text)).toEqual(['אבג דהו']);
});
