// Deviations from the formats by programs and people, modelled on real files.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nameText, readLibrary, writeBibtex, type ReadEntry, type Reference } from '../src/index.ts';

const entriesOf = (text: string | Buffer): readonly ReadEntry[] => readLibrary(Buffer.from(text as string)).entries;

function one(text: string | Buffer): Reference {
  const [entry] = entriesOf(text);
  if (entry === undefined || !('reference' in entry.outcome)) throw new Error('no entry was read');
  return entry.outcome.reference;
}

const authorsOf = (value: string) => one(`@article{k, title = {T}, author = {${value}}}`).authors.map(nameText);

describe('older encodings', () => {
  /** The bytes of some letters in the encoding of old Macs. */
  const MAC: Readonly<Record<string, number>> = {
    é: 0x8e,
    ü: 0x9f,
    ö: 0x9a,
    ñ: 0x96,
    ß: 0xa7,
    á: 0x87,
    í: 0x92,
    ø: 0xbf,
  };
  const toMac = (text: string) => Buffer.from(Array.from(text, (sign) => MAC[sign] ?? sign.charCodeAt(0)));
  const accented = fc.constantFrom(...Object.keys(MAC));
  const plain = fc.constantFrom('an', 'ber', 'cil', 'mond', 'st', 'tor', 'lu');
  const word = fc
    .array(fc.tuple(plain, accented, plain), { minLength: 1, maxLength: 3 })
    .map((all) => `M${all.flat().join('')}`);

  test.each<[string, (text: string) => Buffer]>([
    ['Windows and Latin-1', (text) => Buffer.from(text, 'latin1')],
    ['old Macs', toMac],
  ])('may have European words in the encoding of %s', (_, encode) => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 3, maxLength: 8 }), (words) => {
        const title = words.join(' ');
        expect(one(encode(`@article{k, title = {${title}}, year = {1999}}`)).title).toBe(title);
      }),
    );
  });

  test('may have Windows quotes, dashes and apostrophes', () => {
    const bytes = Buffer.from(
      '@article{k, title = {\x93Hertzsprung\x96Russell\x94 of Kepler\x92s stars, 1\x972}}',
      'latin1',
    );
    expect(one(bytes).title).toBe('“Hertzsprung–Russell” of Kepler’s stars, 1—2');
  });

  test('may have Chinese in GB 2312, or in UTF-16 without a byte order mark', () => {
    // 恒星大气 and 王
    const gb = Buffer.from(
      'TY  - JOUR\nAU  - \xcd\xf5, X.\nTI  - \xba\xe3\xd0\xc7\xb4\xf3\xc6\xf8\nER  - \n',
      'latin1',
    );
    expect(one(gb)).toMatchObject({ title: '恒星大气', authors: [{ family: '王', given: 'X.' }] });
    const title = '恒星大气模型的研究'.repeat(20);
    expect(one(Buffer.from(`TY  - JOUR\nTI  - ${title}\nER  - \n`, 'utf16le')).title).toBe(title);
  });

  describe('letters of other scripts', () => {
    /** The bytes of each character, found by decoding all byte sequences. */
    const bytesOf = (encoding: string) => {
      const decoder = new TextDecoder(encoding);
      const of = new Map<string, readonly number[]>();
      const enter = (bytes: readonly number[]) => {
        const text = decoder.decode(Uint8Array.from(bytes));
        if (text.length === 1 && text !== '\ufffd' && !of.has(text)) of.set(text, bytes);
      };
      for (let first = 0; first < 256; first += 1) enter([first]);
      for (let first = 0x81; first < 255; first += 1)
        for (let second = 0x40; second < 255; second += 1) enter([first, second]);
      return of;
    };
    const encode = (text: string, encoding: string) => {
      const of = bytesOf(encoding);
      return Buffer.from(Array.from(text).flatMap((sign) => of.get(sign) ?? []));
    };
    const ris = (title: string, journal: string) =>
      `TY  - JOUR\nTI  - ${title}\nT2  - ${journal}\nPY  - 1998\nER  - \n`;

    test.each([
      ['windows-1251', 'Спектры звёзд ранних типов', 'Астрономический журнал'],
      ['koi8-r', 'Спектры звёзд ранних типов', 'Астрономический журнал'],
      ['iso-8859-5', 'Спектры звёзд ранних типов', 'Астрономический журнал'],
      ['ibm866', 'Спектры звёзд ранних типов', 'Астрономический журнал'],
      ['windows-1253', 'Η ατμόσφαιρα των αστέρων', 'Αστρονομία'],
      ['shift_jis', '恒星の大気とカタログの研究', '天文月報'],
      ['euc-jp', '恒星の大気とカタログの研究', '天文月報'],
      ['euc-kr', '별의 대기 모형 연구', '천문학회지'],
      ['gb18030', '恒星大气模型的研究', '天文学报'],
      ['big5', '恆星大氣模型的研究', '天文學報'],
      ['windows-1250', 'Widma gwiazd: światło, łuk i źródło', 'Postępy'],
    ])('%s', (encoding, title, journal) => {
      expect(one(encode(ris(title, journal), encoding))).toMatchObject({ title, container: journal });
    });

    test('may be a few Russian words among English entries, or one stray byte in a UTF-8 file', () => {
      const english = '@misc{a, title = {Winds of giants}, year = {1999}}\n';
      const mixed = Buffer.concat([Buffer.from(english), encode('@misc{b, title = {Звёздный ветер}}', 'windows-1251')]);
      expect(entriesOf(mixed).map(({ outcome }) => 'reference' in outcome && outcome.reference.title)).toEqual([
        'Winds of giants',
        'Звёздный ветер',
      ]);
      const stray = Buffer.concat([
        Buffer.from('@misc{b, title = {Звёздный ветер}, note = {'),
        Buffer.from([0xe9]),
        Buffer.from('}}'),
      ]);
      expect(one(stray)).toMatchObject({ title: 'Звёздный ветер', remark: 'é' });
    });
  });

  test('UTF-8 with a stray byte is never detected as another encoding', () => {
    const words = '恒星 大气 とカタログ ветер Спектры αστέρων 별의 모형 Größe wind 光谱，的'.split(' ');
    const line = fc.array(fc.constantFrom(...words), { minLength: 5, maxLength: 20 });
    fc.assert(
      fc.property(line, fc.constantFrom('', ' '), (all, between) => {
        const title = all.join(between);
        const bytes = Buffer.concat([
          Buffer.from(`@misc{k, note = {`),
          Buffer.from([0xe9]),
          Buffer.from(`}, title = {${title}}}`),
        ]);
        expect(one(bytes)).toMatchObject({ title, remark: 'é' });
      }),
      { numRuns: 500 },
    );
  });

  test('reads entries in two encodings in one file, and a first line that names the wrong encoding', () => {
    const mixed = Buffer.concat([
      Buffer.from('@misc{a, title = {Müller and Größe}}\n'),
      Buffer.from('@misc{b, title = {Café}}', 'latin1'),
    ]);
    expect(entriesOf(mixed).map(({ outcome }) => 'reference' in outcome && outcome.reference.title)).toEqual([
      'Müller and Größe',
      'Café',
    ]);
    expect(one(Buffer.from('% Encoding: UTF-8\n@misc{b, title = {Café}}', 'latin1')).title).toBe('Café');
  });
});

describe('lists of names without `and`', () => {
  test.each([
    ['Doe, J.; Roe, R. A.; {Poe; Sons}', ['Doe, J.', 'Roe, R. A.', 'Poe; Sons']],
    ['Doe, J., Roe, R. A., Poe, K.', ['Doe, J.', 'Roe, R. A.', 'Poe, K.']],
    ['J. Doe, R. A. Roe, and K. van Poe', ['Doe, J.', 'Roe, R. A.', 'van Poe, K.']],
    ['and Doe, J. and and Roe, R. and', ['Doe, J.', 'Roe, R.']],
    ['Doe, J., et al.', ['Doe, J.', 'others']],
    ['Doe, J. and et al', ['Doe, J.', 'others']],
    // Lists that follow the rules of BibTeX.
    ['Smith, Jr., John', ['Smith, John, Jr.']],
    ['M&uuml;ller, J. and Li, B.', ['M&uuml;ller, J.', 'Li, B.']],
    ['J. Doe', ['Doe, J.']],
  ])('%s', (value, names) => {
    expect(authorsOf(value)).toEqual(names);
  });

  const name = fc.tuple(fc.stringMatching(/^[A-Z][a-zäöé]{1,9}$/), fc.stringMatching(/^[A-Z]\.( [A-Z]\.)?$/));
  test.each([' and ', '; ', ', '])('are read as the same names with %j', (separator) => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 6 }), (names) => {
        const written = names.map(([family, given]) => `${family}, ${given}`);
        expect(authorsOf(written.join(separator))).toEqual(written);
      }),
    );
  });
});

test.each([
  ['3.5.2001', '2001-05-03'],
  ['03. 05. 2001', '2001-05-03'],
  ['20010503', '2001-05-03'],
  ['2001年5月3日', '2001-05-03'],
  ['2001年5月', '2001-05'],
  ['3 août 2001', '2001-08-03'],
  ['juillet 2001', '2001-07'],
  ['1. März 2001', '2001-03-01'],
  ['2 de mayo de 2001', '2001-05-02'],
])('the date %s', (written, read) => {
  expect(one(`TY  - JOUR\nTI  - T\nPY  - ${written}\nER  - \n`).date).toBe(read);
});

test('an invalid year is kept, and written again', () => {
  const entry = one('@article{k, title = {T}, year = {in press}}');
  expect(entry).toMatchObject({ date: '', extra: { 'bibtex:year': 'in press' } });
  expect(writeBibtex([entry])).toContain('year = {in press}');
});

test('Crossref and Web of Science: reads HTML in BibTeX, and article numbers', () => {
  const text =
    '@article{k, title = {The <i>Gaia</i> &amp; <b>Kepler</b> stars}, journal = {Astronomy &amp; Astrophysics}, Article-Number = {{A12}}}';
  const entry = one(text);
  expect(entry).toMatchObject({
    title: 'The Gaia & Kepler stars',
    container: 'Astronomy & Astrophysics',
    pages: 'A12',
  });
  expect(one(writeBibtex([entry]))).toMatchObject({ title: entry.title, container: entry.container });
  // Text that TeX prints literally is not an entity.
  expect(one(String.raw`@article{k, title = {A \&amp; B}}`).title).toBe('A &amp; B');
});

test('biblatex: reads fields that entries share, and sets of entries', () => {
  const entries = entriesOf(
    '@inbook{a, title = {A}, xdata = {p, lost}}\n@xdata{p, publisher = {Press}}\n@set{s, entryset = {a}}\n' +
      '@inbook{c, crossref = {w}, pages = {1}}\n@book{w, title = {Whole}}',
  );
  expect(entries.map(({ key, warnings, outcome }) => [key, warnings.length, outcome])).toMatchObject([
    ['a', 1, { reference: { title: 'A', publisher: 'Press', extra: {} } }],
    ['p', 0, { fault: '@xdata is not a paper' }],
    ['s', 0, { fault: '@set is not a paper' }],
    ['c', 0, { reference: { title: 'Whole', container: 'Whole', pages: '1' } }],
    ['w', 0, { reference: { title: 'Whole' } }],
  ]);
});

test('reads an entry without a key, all on one line', () => {
  expect(entriesOf('@article{title={No key, at all}, year=2001}')).toMatchObject([
    { warnings: [expect.anything()], outcome: { reference: { title: 'No key, at all', date: '2001' } } },
  ]);
});

test('reads RIS with missing blanks around hyphens, and tags in lower case', () => {
  const told = (text: string) =>
    entriesOf(text).map(({ outcome }) =>
      'fault' in outcome ? outcome.fault : [outcome.reference.title, ...outcome.reference.authors.map(nameText)],
    );
  expect(told('TY  - JOUR\nAU - Doe, J.\nAU -Roe, R.\nAU  -Poe, K.\nTI  - On\nUV-bright stars\nER  -\n')).toEqual([
    ['On UV-bright stars', 'Doe, J.', 'Roe, R.', 'Poe, K.'],
  ]);
  expect(told('ty  - jour\nti  - Lower\nau  - Doe, J.\ner  - \nTY  - JOUR\nTI  - Upper\nER  - \n')).toEqual([
    ['Lower', 'Doe, J.'],
    ['Upper'],
  ]);
});

test('the catalog’s refer records: institutions are not a key, and the abstract has a separate tag', () => {
  expect(
    one('%R 2018A&A...616A...1B\n%T Gaia\n%A Brown, A.\n%F AA(Leiden)\n%J A&A\n%D 08/2018\n%B We present it.\n'),
  ).toMatchObject({
    key: '',
    bibcode: '2018A&A...616A...1B',
    container: 'A&A',
    abstract: 'We present it.',
  });
});

test('reads a response of Crossref', () => {
  const work = { DOI: '10.5555/x.1', title: ['T'], type: 'journal-article', 'container-title': ['J'] };
  for (const message of [work, { items: [work], 'total-results': 1 }])
    expect(one(JSON.stringify({ status: 'ok', message }))).toMatchObject({
      title: 'T',
      doi: '10.5555/x.1',
      container: 'J',
    });
});

test.each([
  '@constructor{k, title = {T}, journal = constructor, month = tostring, type = {constructor}, year = 2001}',
  '@book{__proto__, title = {\\constructor{T}}, constructor = {x}, journal = valueof, year = 2001}',
  '[{"id": "k", "type": "constructor", "title": "T", "issued": {"date-parts": [[2001]]}}]',
  '"Key","Item Type","Title","Date","constructor"\n"k","constructor","T","constructor 2001","x"\n',
  'TY  - CONSTRUCTOR\nTI  - T\nPY  - 2001/constructor\nER  - \n',
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dc="http://purl.org/dc/elements/1.1/">
   <z:constructor rdf:about="#k"><dc:title>T</dc:title><dc:date>constructor 2001</dc:date></z:constructor></rdf:RDF>`,
])('names of object properties are ordinary words: %s', (text) => {
  for (const { outcome } of entriesOf(text)) {
    if (!('reference' in outcome)) continue;
    expect(JSON.stringify(outcome.reference)).not.toMatch(/native code/);
    const { type, genre, container, date, issue } = outcome.reference;
    for (const value of [type, genre, container, date, issue]) expect(typeof value).toBe('string');
  }
});

test.each([
  ['csl-json', (deep: string) => `[{"id":"a","type":"book","title":"T","custom":${deep}}]`],
  ['zotero-json', (deep: string) => `[{"itemType":"book","title":"T","relations":${deep}}]`],
] as const)('a value of %s that is nested too deeply is refused, or ignored', (format, file) => {
  const deep = `${'{"a":'.repeat(400_000)}1${'}'.repeat(400_000)}`;
  const read = () => {
    try {
      return readLibrary(Buffer.from(file(deep)), format).entries.length;
    } catch (error) {
      return error;
    }
  };
  const outcome = read();
  if (outcome !== 1) expect(outcome).toMatchObject({ name: 'UnreadableFileError' });
});
