// TeX and markup that publishers, catalogs and reference managers leave in records.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromTex } from '../src/from-tex.ts';
import {
  nameText,
  readLibrary,
  referenceOf,
  writeBibtex,
  writeCslJson,
  writeRis,
  type Reference,
} from '../src/index.ts';
import { withoutSubtitle, withSubtitle } from '../src/subtitles.ts';
import { texOf } from '../src/to-tex.ts';

function referencesOf(text: string): Reference[] {
  return readLibrary(Buffer.from(text)).entries.flatMap(({ outcome }) =>
    'reference' in outcome ? outcome.reference : [],
  );
}
const only = (text: string) => referencesOf(text)[0] ?? referenceOf({});

test.each([
  ['Moss, A. and others', ['Moss, A.']],
  ['Moss, A. and {et al.}', ['Moss, A.']],
  ['Moss, A. and et al.', ['Moss, A.']],
  ['Moss, Ann, Jr. and Reed, Jr., Bo and Fern, Cy, III', ['Moss, Ann, Jr.', 'Reed, Bo, Jr.', 'Fern, Cy, III']],
])('"et al." and "others" are not authors, and suffixes are not given names: %s', (author, names) => {
  const reference = only(`@article{k, title = {T}, author = {${author}}}`);
  const goesOn = names.length < 3;
  expect((JSON.parse(writeCslJson([reference])) as { author: object[] }[])[0]?.author).toHaveLength(names.length);
  expect(writeRis([reference]).match(/^AU  - .*$/gm)).toEqual(names.map((name) => `AU  - ${name}`));
  const again = only(writeBibtex([reference]));
  expect(again.authors.map(nameText)).toEqual([...names, ...(goesOn ? ['others'] : [])]);
});

test.each([
  ['Ann Moss Jr.', 'Moss, Ann, Jr.'],
  ['de Moss A. B.-C.', 'de Moss, A. B.-C.'],
  ['王 小明', '王, 小明'],
  ['B.-C. do Nascimento III', 'do Nascimento, B.-C., III'],
  ['Ann Lee Moss, Jr.', 'Moss, Ann Lee, Jr.'],
  ['Moss, Jr.', 'Moss, Jr.'],
  ['Great Telescope Collaboration', 'Great Telescope Collaboration'],
])('a suffix or a group is recognised without commas or braces: %s', (author, name) => {
  expect(only(`@article{k, title = {T}, author = {${author}}}`).authors.map(nameText)).toEqual([name]);
});

test.each([
  ['AB 7991:2001', '2001'],
  ['ISO/AB 1989-2:2002', '2002'],
  ['1999/2000', '1999'],
])('the year %s is %s', (year, expected) => {
  expect(only(`@misc{k, title = {T}, year = {${year}}}`).date).toBe(expected);
});

test.each([
  ['may # "~3"', '1955-05-03'],
  ['"3~" # may', '1955-05-03'],
  ['feb # "~30"', '1955-02'],
  ['{April 31}', '1955-04'],
])('the month %s is %s', (month, date) => {
  expect(only(`@misc{k, title = {T}, year = 1955, month = ${month}}`).date).toBe(date);
});

test('a percent sign in a value begins no comment', () => {
  const { title, abstract } = only('@misc{k, title = "A 5% gain", abstract = {more % light\n and % dust}}');
  expect([title, abstract]).toEqual(['A 5% gain', 'more % light and % dust']);
});

test('a chapter in RIS has editors and authors, and its values may take several lines', () => {
  const chapter = only(
    'TY  - CHAP\nAU  - Moss, A.\nA2  - Reed, B.\nA2  - Fern, C.\nTI  - A long\ntitle\nAB  - One.\nTwo: with TI  - inside.\nSP  - 1-9\nEP  - 9\nER  - \n',
  );
  expect([chapter.authors, chapter.editors].map((names) => names.map(nameText))).toEqual([
    ['Moss, A.'],
    ['Reed, B.', 'Fern, C.'],
  ]);
  expect(chapter).toMatchObject({ title: 'A long title', abstract: 'One. Two: with TI - inside.', pages: '1-9' });
});

test('other formats may have "et al." in place of a name', () => {
  const ris = 'TY  - JOUR\nTI  - T\nAU  - Moss, A.\nAU  - et al.\nER  - \n';
  const csl = JSON.stringify([
    { id: 'k', type: 'article-journal', title: 'T', author: [{ family: 'Moss', given: 'A.' }, { family: 'others' }] },
  ]);
  for (const text of [ris, csl]) expect(writeBibtex([only(text)])).toMatch(/author = \{\{Moss\}, A\. and others\}/);
});

describe('commands in text', () => {
  test.each([
    [String.raw`Old\ifmmode \check{r}\else \v{r}\fi{}i\ifmmode \check{s}\else \v{s}\fi{}ka`, 'Oldřiška'],
    [String.raw`\ifmmode without an end`, 'without an end'],
    [String.raw`{\ensuremath{\beta}} Pictoris`, String.raw`$\beta$ Pictoris`],
    [String.raw`\ensuremath{T_{\mathrm{eff}}} of stars`, String.raw`$T_{\mathrm{eff}}$ of stars`],
    [String.raw`Saturn{\rsquo}s {\lt}b{\gt} {\amp} rings`, 'Saturn’s <b> & rings'],
    [String.raw`\alpha Cen`, 'αCen'],
    [String.raw`\bibcyr{Звезда} one`, 'Звезда one'],
    [String.raw`a\raisebox{-0.5ex}{\textasciitilde}b`, 'a~b'],
    [String.raw`\texorpdfstring{$\beta$ {Pic}}{beta Pic} b`, String.raw`$\beta$ Pic b`],
    [String.raw`3\degr{} 4\arcmin{} 0\farcs 5 of 2 M\sun`, '3° 4′ 0.″5 of 2 M☉'],
    [String.raw`\textalpha{} and {\ifmmode\gamma\else\textgamma\fi}`, 'α and γ'],
    [String.raw`He\,{\scriptsize II}\nolinebreak{} lines`, 'He II lines'],
    [String.raw`AND\slash OR`, 'AND/OR'],
    [String.raw`Jir\ocircu{} has co\-ope\-rated`, 'Jirů has cooperated'],
    [String.raw`\ensuremath{\ensuremath{\beta}} Pic`, '${\\beta}$ Pic'],
    [
      String.raw`M\textsubscript{$\odot$}, L$_\sun$ and R\textsubscript{\emph{eff}}`,
      String.raw`M$_{\odot}$, L$_\odot$ and R<SUB>eff</SUB>`,
    ],
    [String.raw`a\unskip b\null{} \texttildelow 3`, 'ab ~3'],
    [String.raw`{\textbackslash}Apj`, 'The Astrophysical Journal'],
    [
      String.raw`\lq new\rq\ stars of \ac{ESA} and \num{1e5} \url{http://a.b/~c_d}`,
      '‘new’ stars of ESA and 1e5 http://a.b/~c_d',
    ],
    [String.raw`\textbackslash mnras`, 'Monthly Notices of the Royal Astronomical Society'],
  ])('%s', (tex, text) => {
    expect(fromTex(tex)).toBe(text);
  });

  test('a title with an unknown command is exported unchanged until it is edited', () => {
    const read = only(String.raw`@misc{k, title = {\bibcyr{Звезда} and \unknowncommand{dust}}}`);
    expect(read.title).toBe('Звезда and dust');
    expect(writeBibtex([read])).toContain(String.raw`title = {{\bibcyr{Звезда} and \unknowncommand{dust}}}`);
    expect(writeBibtex([{ ...read, title: 'Dust' }])).toContain('title = {{Dust}}');
  });

  test('an unknown command without an argument survives an export, but one that reads files does not', () => {
    expect(texOf(String.raw`\starsign in the text`)).toBe(String.raw`\starsign in the text`);
    expect(texOf(String.raw`\input{secrets}`)).not.toContain(String.raw`\input`);
    const evil = only(String.raw`@misc{k, title = {\odd{a} \write18{rm}}}`);
    expect(writeBibtex([evil])).not.toContain(String.raw`\write`);
  });
});

test('HTML tags in titles become formulas, and adjacent scripts are joined', () => {
  const { title } = only(
    '@misc{k, title = {Al<SUB>x</SUB>Ga$_{1-}$<SUB>x</SUB>N, CO<SUP>2+</SUP> and <i>in situ</i>}}',
  );
  expect(title).toBe('Al$_x$Ga$_{1-x}$N, CO$^{2+}$ and in situ');
});

describe('subtitles of biblatex', () => {
  const text =
    '@article{k, title = {Cores}, subtitle = {A Review}, titleaddon = {Erratum}, journaltitle = {Dust}, journalsubtitle = {Series B}}';

  test('are part of the title and of the container, and separate fields again in an export', () => {
    const read = only(text);
    expect([read.title, read.container]).toEqual(['Cores: A Review. Erratum', 'Dust: Series B']);
    const again = only(writeBibtex([read]));
    expect(again).toEqual(read);
    expect(writeBibtex([read])).toContain('subtitle = {A Review}');
    expect(only(writeBibtex([{ ...read, title: 'Another title' }])).title).toBe('Another title');
  });

  test('joining and splitting are inverse', () => {
    const part = fc.stringMatching(/^[A-Za-z]{1,8}[.:?!]?$/);
    fc.assert(
      fc.property(part, part, fc.option(part, { nil: '' }), (title, subtitle, addon) => {
        const whole = withSubtitle(title, subtitle, addon);
        const main = withoutSubtitle(whole, subtitle, addon) ?? '';
        expect(withSubtitle(main, subtitle, addon)).toBe(whole);
      }),
    );
  });
});

test('unnamed further authors are written as `others` once in BibTeX, and omitted in other formats', () => {
  const read = only('@article{k, author = {Olive, K. and {others}}, title = {T}}');
  expect(writeBibtex([read]).match(/and others/g)).toHaveLength(1);
  for (const written of [writeRis([read]), writeCslJson([read])]) expect(written).not.toContain('others');
});

test('groups of JabRef 2 list the keys of their members', () => {
  const text = String.raw`@article{A_1, title={A}}
@article{O'B_2, title={B}}
@comment{jabref-meta: groupsversion:3;}
@comment{jabref-meta: groupstree:
0 AllEntriesGroup:;
1 ExplicitGroup:Stars\;0\;A_1\;O'B_2\;;
2 ExplicitGroup:Hot\;0\;A_1\;;
}`;
  expect(referencesOf(text).map(({ collections }) => collections)).toEqual([
    [['Stars'], ['Stars', 'Hot']],
    [['Stars']],
  ]);
});

test('groups of JabRef 2 may have broken lines, and semicolons in their names', () => {
  const text = String.raw`@article{A_1, title={A}}
@article{Beta_2, title={B}}
@comment{jabref-meta: groupstree:
0 AllEntriesGroup:;
1 ExplicitGroup:Dust\\\; g
as\;0\;A_1\;Be
ta_2\;;
}`;
  expect(referencesOf(text).map(({ collections }) => collections)).toEqual([[['Dust; gas']], [['Dust; gas']]]);
});

describe('fields with unexpected content', () => {
  test('may have a DOI with text after it, or an invalid DOI', () => {
    expect(only('@misc{k, title={T}, doi={10.5555/a.01PDF: http://a.example}}').doi).toBe('10.5555/a.01');
    const [entry] = readLibrary(Buffer.from('@misc{k, title={T}, doi={0.5555/a.01}}')).entries;
    expect(entry?.warnings).toEqual(['0.5555/a.01 is not a DOI and was kept as text']);
    const kept = only('@misc{k, title={T}, doi={0.5555/a.01}}');
    expect([kept.doi, writeBibtex([kept])]).toEqual(['', expect.stringContaining('doi = {0.5555/a.01}')]);
  });

  test('may have a page range as the first page', () => {
    expect(only('TY  - JOUR\nTI  - T\nSP  - 100-110\nEP  - 110\nER  - \n').pages).toBe('100-110');
    expect(only('TY  - JOUR\nTI  - T\nSP  - 77\nEP  - 77–83\nER  - \n').pages).toBe('77-83');
    expect(only('TY  - JOUR\nTI  - T\nSP  - pp. 5-9 (11)\nEP  - 9\nER  - \n').pages).toBe('5-9 (11)');
    expect(only('TY  - JOUR\nTI  - T\nSP  - S04-1\nEP  - S05-2\nER  - \n').pages).toBe('S04-1-S05-2');
  });

  test('may have an invalid year and an invalid address', () => {
    const read = only(
      `<xml><records><record><titles><title>T</title></titles><dates><year>XY 7991:2001</year></dates><urls><related-urls>
       <url>&lt;Go to&gt;://X</url><url>http://a.example/p</url></related-urls></urls></record></records></xml>`,
    );
    expect([read.date, read.url]).toEqual(['2001', 'http://a.example/p']);
  });
});

test('DataCite: reads a dataset by a person and a group, alone and as an API response', () => {
  const work = {
    doi: '10.5555/ABC',
    creators: [
      { name: 'Doe, Jane', givenName: 'Jane', familyName: 'Doe' },
      { name: 'A Survey', nameType: 'Organizational' },
    ],
    titles: [{ title: 'Spectra' }],
    publisher: 'A Repository',
    publicationYear: 2024,
    types: { resourceTypeGeneral: 'Dataset' },
    descriptions: [{ description: 'A grid.', descriptionType: 'Abstract' }],
    subjects: [{ subject: 'stars' }],
    version: '1.0',
  };
  for (const answer of [work, { data: { attributes: work } }, { data: [{ attributes: work }] }]) {
    const read = only(JSON.stringify(answer));
    expect(read).toMatchObject({
      type: 'dataset',
      title: 'Spectra',
      date: '2024',
      abstract: 'A grid.',
      keywords: ['stars'],
    });
    expect([read.authors.map(nameText), read.edition]).toEqual([['Doe, Jane', 'A Survey'], '1.0']);
  }
});

test('unsupported formats are refused by name', () => {
  expect(() => readLibrary(Buffer.from('<PubmedArticleSet><PubmedArticle/></PubmedArticleSet>'))).toThrow('PubMed XML');
  expect(() => readLibrary(Buffer.from('<modsCollection><mods/></modsCollection>'))).toThrow('MODS');
});
