import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { parsePdf } from '@almagest/pdf-markdown/parse-pdf';
import { fileOf } from './hostile-pdf.ts';

/** Unusual PDFs from programs and servers, with the text that viewers show. */
interface OddPdf {
  readonly content: string;
  /** Further fonts, as entries of the page's font dictionary. */
  readonly fonts?: string;
  /** The boxes of the page. */
  readonly page?: string;
  /** Further entries in the resources of the page, and in the catalog. */
  readonly resources?: string;
  readonly catalog?: string;
  /** Further objects, numbered from 6. */
  readonly objects?: readonly string[];
  readonly before?: string;
  readonly shown: readonly string[];
  readonly hidden?: RegExp;
}

const FONT = (entries: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman ${entries} >>`;
const stream = (text: string, entries = '') => `<< /Length ${text.length} ${entries} >>\nstream\n${text}\nendstream`;

/** @param lost number of bytes missing at the end. The last four bytes are a checksum. */
const compressed = (text: string, lost = 0) => {
  const bytes = deflateSync(Buffer.from(text, 'latin1'));
  return stream(bytes.subarray(0, bytes.length - lost).toString('latin1'), '/Filter /FlateDecode');
};

const line = (text: string, x: number, y: number, font = '/F 10') => `BT ${font} Tf ${x} ${y} Td (${text}) Tj ET\n`;

const PROSE = [
  'We measured the brightness of forty faint stars with a small reflector on nine clear',
  'nights of the autumn and compared them with the plates of the old survey. Nothing',
  'about them is remarkable, which is what we had hoped to show with these measurements.',
];
const prose = PROSE.map((text, at) => line(text, 72, 600 - 12 * at)).join('');

function pdfOf(
  {
    content,
    page = '/MediaBox [0 0 612 792]',
    fonts = '',
    resources = '',
    catalog = '',
    objects = [],
    before = '',
  }: OddPdf,
  write = (text: string) => stream(text),
) {
  const file = fileOf(
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R ${page} /Contents 4 0 R
       /Resources << /Font << /F 5 0 R ${fonts} >> ${resources} >> >>`,
    write(content + prose),
    FONT('/Encoding /WinAnsiEncoding'),
    ...objects,
  );
  return Buffer.concat([Buffer.from(before, 'latin1'), file]);
}

/** Returns a character map (ToUnicode) that maps code 1 to the given character, or to none. */
const toUnicode = (code1: string) =>
  stream(`/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /x def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfrange <20> <7E> <0020> endbfrange
1 beginbfchar <01> <${code1}> endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end`);

const WIDTHS = (first: number) => `/FirstChar 1 /LastChar 126 /Widths [${first} ${'480 '.repeat(125)}]`;
const NAMELESS = `/Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 /g77] >> /ToUnicode 6 0 R`;

const COVER = stream(
  '\0'.repeat(16),
  '/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8',
);

const ODD: Readonly<Record<string, OddPdf>> = {
  'text outside of the page that viewers show': {
    page: '/MediaBox [0 0 1224 792] /CropBox [0 0 612 792]',
    content: line('Minutes of the gardening club', 800, 640) + line('The photometer', 72, 640),
    shown: ['The photometer'],
    hidden: /gardening/,
  },
  'a layer that is switched off': {
    resources: '/Properties << /A 6 0 R /B 7 0 R >>',
    catalog: '/OCProperties << /OCGs [6 0 R 7 0 R] /D << /ON [6 0 R] /OFF [7 0 R] >> >>',
    objects: ['<< /Type /OCG /Name (Text) >>', '<< /Type /OCG /Name (Draft) >>'],
    content: `/OC /A BDC ${line('The field is quiet.', 72, 640)}EMC /OC /B BDC /Span << /MCID 0 >> BDC ${line('SECRET draft', 72, 660)}EMC EMC\n`,
    shown: ['The field is quiet.'],
    hidden: /SECRET/,
  },
  'lines printed twice to look bold': {
    content: [72, 72.25].map((x) => line('3. Faint neighbours', x, 640, '/F 12')).join(''),
    shown: ['Faint neighbours'],
    hidden: /neighbours[^]*neighbours/,
  },
  'letters printed twice to look bold': {
    content: [0, 6.67, 11.67, 14.45, 19.45, 24.45]
      .flatMap((at, n) => [72, 72.25].map((x) => line('Colour'.charAt(n), x + at, 640)))
      .join(''),
    shown: ['Colour'],
  },
  'bytes before the header': { before: 'CARO\0\0\r\n\r\n', content: '', shown: ['forty faint stars'] },
  'a byte order mark before the header': { before: '\xef\xbb\xbf', content: '', shown: ['forty faint stars'] },
  'a MacBinary header': { before: '\0\tpaper.pdf'.padEnd(128, '\0'), content: '', shown: ['forty faint stars'] },
  'soft hyphens and hyphens of names at the ends of lines': {
    fonts: '/S 7 0 R',
    objects: [toUnicode('00AD'), FONT(`${NAMELESS} ${WIDTHS(0)}`)],
    content: [
      line('A micro\\001meter measured the binaries near PKS 1510-', 72, 700, '/S 10'),
      line('089 and K2-', 72, 688, '/S 10'),
      line('141, whose sepa\\001', 72, 676, '/S 10'),
      line('rations were known before the obser-', 72, 664, '/S 10'),
      line('vations of this year began in the north.', 72, 652, '/S 10'),
    ].join(''),
    shown: ['micrometer', 'PKS 1510-089', 'K2-141', 'separations', 'observations'],
    hidden: /\u00ad/,
  },
  'Chinese in a font without a program or characters': {
    fonts: '/C 6 0 R',
    objects: [
      '<< /Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /UniGB-UCS2-H /DescendantFonts [7 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SimSun /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /FontDescriptor 8 0 R >>',
      '<< /Type /FontDescriptor /FontName /SimSun /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 859 /Descent -141 /CapHeight 683 /StemV 93 >>',
    ],
    content: 'BT /C 10 Tf 72 700 Td <6052661F7684989C8272662F84DD7684> Tj ET\n',
    shown: ['恒星的颜色是蓝的'],
    hidden: /\ufffd/,
  },
  'Chinese in GBK in a font without a program or characters': {
    fonts: '/C 6 0 R',
    objects: [
      '<< /Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /GBK-EUC-H /DescendantFonts [7 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SimSun /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /FontDescriptor 8 0 R >>',
      '<< /Type /FontDescriptor /FontName /SimSun /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 859 /Descent -141 /CapHeight 683 /StemV 93 >>',
    ],
    content: 'BT /C 10 Tf 72 700 Td <bae3d0c7b5c4d1d5c9abcac7c0b6b5c4> Tj ET\n',
    shown: ['恒星的颜色是蓝的'],
    hidden: /\ufffd/,
  },
  'the invisible text of a scan': {
    resources: '/XObject << /Im 6 0 R >>',
    objects: [COVER],
    content: 'q 612 0 0 792 0 0 cm /Im Do Q\n3 Tr\n',
    shown: ['forty faint stars', 'the old survey'],
  },
};

/** Returns content whose glyph of code 1 has no character, with its `/ActualText`. */
const spelled = (text: string, shown = String.raw`(\001) Tj`, before = '') =>
  `/Span <<${before}/ActualText ${text}>> BDC ${shown} EMC`;
const sentence = (parts: string, font = '/S 10', y = 700) => `BT ${font} Tf 72 ${y} Td ${parts} ET\n`;
const FI = '<FEFF00660069>';

const LIGATURES: Readonly<Record<string, OddPdf>> = {
  'strings of every form': {
    content: sentence(
      `(The e) Tj ${spelled('(ff)')} (ect was ) Tj ${spelled(FI, '[<01> -20] TJ')} (xed, it de) Tj ${spelled('<feff00660069>', String.raw`(\1) Tj`, '/Lang (de\\)\\() ')} (es (all)) Tj`,
    ),
    shown: ['The effect was fixed, it defies'],
    hidden: /[\0\ufffd]/,
  },
  'in marked content of paragraphs': {
    content: `/P <</MCID 0>> BDC ${sentence(`(It is signi) Tj ${spelled(FI)} (cant and e) Tj ${spelled('(ffi)', '<01> Tj', '/MCID 1')} (cient.) Tj`)} EMC\n`,
    shown: ['It is significant and efficient.'],
  },
  'of two fonts with the same codes': {
    fonts: '/S 7 0 R /T 8 0 R',
    objects: [toUnicode('0000'), FONT(`${NAMELESS} ${WIDTHS(480)}`), FONT(`${NAMELESS} ${WIDTHS(480)}`)],
    content:
      sentence(`(The pro) Tj ${spelled(FI)} (le) Tj`) + sentence(`(an o) Tj ${spelled('(ff)')} (set) Tj`, '/T 10', 680),
    shown: ['The profile', 'an offset'],
  },
  'of several glyphs, and not of glyphs that are known': {
    content: sentence(
      `(A ) Tj ${spelled('(difficult)', String.raw`(di\001cult) Tj`)} ( case of an ) Tj ${spelled('<FEFF00AD>', '(o) Tj')} (range ) Tj ${spelled('(a formula)', '(x + y) Tj')} (sign) Tj`,
    ),
    shown: ['A difficult case of an orange', 'x + y'],
    hidden: /a formula/,
  },
  'after an image in the content': {
    content: `q 1 0 0 1 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID ( EI Q\n${sentence(`(It ) Tj ${spelled(FI)} (ts) Tj`)}`,
    shown: ['It fits'],
  },
};

test.each(
  Object.entries(LIGATURES).flatMap(([name, pdf]) =>
    ['plain', 'compressed'].map((form): [string, string, OddPdf] => [name, form, pdf]),
  ),
)('reads the stated text %s (%s)', async (_, form, pdf) => {
  const file = { fonts: '/S 7 0 R', objects: [toUnicode('0000'), FONT(`${NAMELESS} ${WIDTHS(480)}`)], ...pdf };
  const { blocks, unknownGlyphs } = await parsePdf(pdfOf(file, form === 'compressed' ? compressed : stream));
  const text = blocks.map((block) => block.text).join('\n');
  for (const words of pdf.shown) expect(text).toContain(words);
  expect(text).not.toMatch(pdf.hidden ?? /\ufffd/);
  expect(unknownGlyphs).toEqual([]);
});

test.each(Object.entries(ODD))('reads %s', async (_, pdf) => {
  const { blocks } = await parsePdf(pdfOf(pdf));
  const text = blocks.map((block) => block.text).join('\n');
  for (const words of pdf.shown) expect(text).toContain(words);
  if (pdf.hidden) expect(text).not.toMatch(pdf.hidden);
});

/** Longer than 1,024 bytes, because pdfjs always decompresses shorter contents itself. */
const LONG = Array.from({ length: 60 }, (_, i) =>
  line([2, 3, 5].map((factor) => `star ${Math.sqrt(factor * (2 * i + 1)).toFixed(15)}`).join(' '), 72, 780 - 3 * i),
).join('');

test.each([0, 4, 100])('reads a compressed page without its last %d bytes', async (lost) => {
  const { blocks } = await parsePdf(pdfOf({ content: LONG, shown: [] }, (text) => compressed(text, lost)));
  const text = blocks.map((block) => block.text).join('\n');
  expect(text).toContain('star 1.414213562373095');
  expect(text.includes('about them is remarkable')).toBe(lost < 100);
});
