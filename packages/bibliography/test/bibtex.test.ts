import { expect, test } from '@jest/globals';
import {
  readLibrary,
  referenceOf,
  withPersonalFields,
  writeBibtex,
  writeGroups,
  type Reference,
} from '../src/index.ts';
import { fromTex } from '../src/from-tex.ts';

function read(text: string): Reference[] {
  return readLibrary(Buffer.from(text), 'bibtex').entries.flatMap(({ outcome }) =>
    'reference' in outcome ? outcome.reference : [],
  );
}

test.each([
  [String.raw`Schr{\"o}dinger`, 'Schrödinger'],
  [String.raw`Schr\"odinger and Erd\H{o}s`, 'Schrödinger and Erdős'],
  [String.raw`{\'\i}ndice, na\"{\i}ve`, 'índice, naïve'],
  [String.raw`{\AA}ngstr{\"o}m, {\O}stensen, {\L}ukasz, Gro{\ss}`, 'Ångström, Østensen, Łukasz, Groß'],
  [String.raw`\v{C}erenkov \c{c} \k{a} \d{s}`, 'Čerenkov ç ą ṣ'],
  [String.raw`{The} $\alpha_{x}^2$ of {HD}~1234 --- a test--case`, 'The $\\alpha_{x}^2$ of HD 1234 — a test–case'],
  [String.raw`\textit{Procolophon} at 50\% \& more`, 'Procolophon at 50% & more'],
  [String.raw`H\textsubscript{2}O, \unknown{x}`, 'H<SUB>2</SUB>O, x'],
  [String.raw`\ion{He}{ii} lines`, 'He II lines'],
  [String.raw`\textcommabelow{s}i \textogonekcentered{a} \textpm{}2`, 'și ą ±2'],
  [String.raw`{\$}1.0 $\backslash$times 10{\^{}}{\{}-21{\}}{\$}`, String.raw`$1.0 \times 10^{-21}$`],
  [String.raw`\apj`, 'The Astrophysical Journal'],
  ["``quoted''", '“quoted”'],
])('%s reads %s', (tex, text) => {
  expect(fromTex(tex)).toBe(text);
});

test('reads strings, concatenation, months and crossref', () => {
  const [chapter, book] = read(String.raw`
    @string{j = {a space between this }} @string(pub:x = "Freds")
    @incollection{c, author = {Hashem El-Husseini and Lester M. Salamon}, title = "Lebanon", crossref = {B}, pages = {227--32}}
    @book{b, title = {Civil {Society}}, editor = "Salamon, Lester M. and {CERN, Geneva}", publisher = pub:x, series = j # "and this", month = nov, year = 2004}`);
  expect(chapter).toMatchObject({
    title: 'Lebanon',
    container: 'Civil Society',
    publisher: 'Freds',
    date: '2004-11',
    pages: '227-32',
    authors: [
      { family: 'El-Husseini', given: 'Hashem' },
      { family: 'Salamon', given: 'Lester M.' },
    ],
  });
  expect(book).toMatchObject({
    series: 'a space between this and this',
    editors: [{ family: 'Salamon', given: 'Lester M.' }, { literal: 'CERN, Geneva' }],
  });
});

test('reads names with particles, suffixes and others', () => {
  const [one] = read(
    '@misc{k, title={T}, author = {Ludwig van Beethoven and de la Vega, Jr, María and {Planck Collaboration} and others}}',
  );
  expect(one?.authors).toEqual([
    { family: 'van Beethoven', given: 'Ludwig' },
    { family: 'de la Vega', given: 'María', suffix: 'Jr' },
    { literal: 'Planck Collaboration' },
    { literal: 'others' },
  ]);
});

test('groups of JabRef and BibDesk become collections', () => {
  const library = readLibrary(
    Buffer.from(String.raw`@misc{a, title={A}, groups={Inner}} @misc{b, title={B}}
@Comment{jabref-meta: grouping:
0 AllEntriesGroup:;
1 StaticGroup:Outer\;0\;1\;0x8a\;\;\;;
2 StaticGroup:Inner\;0\;1\;0x8a\;\;\;;
}
@comment{BibDesk Static Groups{
<dict><key>group name</key><string>Mine</string><key>keys</key><string>b,zz</string></dict>
}}`),
  );
  expect(library.collections).toEqual([['Outer'], ['Outer', 'Inner'], ['Mine']]);
  expect(library.entries.map(({ outcome }) => ('reference' in outcome ? outcome.reference.collections : []))).toEqual([
    [['Outer', 'Inner']],
    [['Mine']],
  ]);
});

test('reads files of JabRef and Mendeley, and a plain path', () => {
  const [one] = read(String.raw`@misc{k, title={T}, file = {:a.epub:ePUB;Full Text:C\:/x/a.pdf:PDF}}`);
  expect(one?.files).toEqual([
    { title: '', path: 'a.epub', type: 'ePUB' },
    { title: 'Full Text', path: 'C:/x/a.pdf', type: 'PDF' },
  ]);
});

test.each([
  [
    'an extra brace',
    '@article{k,\n author = {{Berne}}, O. and {Bernard}, J.},\n title = {T},\n year = 2016\n}\n@misc{n, title={N}}',
  ],
  ['a missing brace', '@article{k,\n author = {{Aake and B},\n title = {T},\n year = 2016\n}\n@misc{n, title={N}}'],
  ['a missing comma', '@article{k,\n author = {A}\n title = {T},\n year = 2016\n}\n@misc{n, title={N}}'],
  ['no end', '@article{k,\n author = {A},\n title = {T},\n year = 2016\n\n@misc{n, title={N}}'],
])('%s damages neither the entry nor the next one', (_what, text) => {
  const { entries } = readLibrary(Buffer.from(text), 'bibtex');
  expect(entries.map(({ key }) => key)).toEqual(['k', 'n']);
  expect(entries[0]?.warnings).toHaveLength(1);
});

test('commands that run something in TeX are never written, regardless of the entry', () => {
  const [one] = read(String.raw`@misc{k, title = {\input{secrets} \write18{rm}}, chapter = {\input{x}}, owner = {me}}`);
  const text = writeBibtex(one === undefined ? [] : [one]);
  expect(text).not.toMatch(/\\(?:input|write)/);
  expect(text).toContain('owner = {me}');
});

test("nested collections survive a round trip through JabRef's groups, regardless of their names", () => {
  const collections = [['Outer'], ['Outer', 'In; the {middle}'], ['Outer', 'In; the {middle}', 'a, b'], ['Other_one']];
  const references = [
    referenceOf({ key: 'a', title: 'A', collections: collections.slice(1, 3) }),
    referenceOf({ key: 'b', title: 'B', collections: collections.slice(3) }),
  ];
  const text = `${writeBibtex(references)}${writeGroups(collections.slice(1))}`;
  const library = readLibrary(Buffer.from(text), 'bibtex');
  expect(library.collections).toEqual([
    ['Other_one'],
    ['Outer'],
    ['Outer', 'In; the middle'],
    ['Outer', 'In; the middle', 'a, b'],
  ]);
  expect(read(text).map((reference) => reference.collections)).toEqual([
    [
      ['Outer', 'In; the middle'],
      ['Outer', 'In; the middle', 'a, b'],
    ],
    [['Other_one']],
  ]);
});

test("an entry of the catalog gets the user's key and fields, and is otherwise unchanged", () => {
  const entry = '@ARTICLE{2013A&A...552A.143S,\n       author = {{Sudilovsky}, V.},\n        title = "{T}",\n}\n';
  const own = {
    tags: ['mine'],
    notes: ['line\nnext\n\nparagraph'],
    collections: [['C']],
    abstract: 'x',
    title: 'other',
  };
  const [back] = read(withPersonalFields(entry, referenceOf({ ...own, key: 'Sudilovsky$1' })));
  expect(back).toMatchObject({
    key: 'Sudilovsky$1',
    title: 'T',
    abstract: '',
    tags: ['mine'],
    notes: own.notes,
    collections: [['C']],
    authors: [{ family: 'Sudilovsky', given: 'V.' }],
  });
  expect(withPersonalFields(entry, referenceOf({ key: '2013A&A...552A.143S' }))).toBe(entry);
});
