// TeX that an import can't read completely, or that text could be confused with, survives the next export.
import { describe, expect, test } from '@jest/globals';
import { nameText, readLibrary, referenceOf, writeBibtex, type Reference } from '../src/index.ts';

const tex = String.raw;

function referencesOf(file: string | Uint8Array): Reference[] {
  return readLibrary(Buffer.from(file)).entries.flatMap(({ outcome }) =>
    'reference' in outcome ? outcome.reference : [],
  );
}
const only = (file: string | Uint8Array) => referencesOf(file)[0] ?? referenceOf({});
const titled = (title: string) => only(`@misc{k, title = {${title}}}`).title;

describe('escaped signs', () => {
  test.each(['journal', 'note', 'keywords', 'series', 'publisher', 'abstract'])('braces in %s', (field) => {
    const read = only(tex`@article{k, title = {The set \{a, b\} of {UV} lines}, ${field} = {Group \{x\} {Y}}}`);
    expect(read.title).toBe('The set {a, b} of UV lines');
    const written = writeBibtex([read]);
    expect(written).toContain(tex`{The set \{a, b\} of UV lines}`);
    expect(written).toContain(tex`{Group \{x\} Y}`);
    expect(only(written)).toEqual(read);
  });

  test('amounts of money stay separate from formulas', () => {
    const note = tex`From \$5 to \$10 for $x$`;
    const written = writeBibtex([only(`@misc{k, title = {${note}}, note = {${note}}}`)]);
    expect(written).toContain(`title = {{${note}}}`);
    expect(written).toContain(`note = {${note}}`);
  });
});

describe('unknown commands', () => {
  const fields = {
    author: tex`\bibcyr{Moss}, Ann and \odd{Reed} Fern`,
    editor: tex`\odd{Sand}, B.`,
    journal: tex`\odd{Annals} of Dust`,
    series: tex`\odd{Volumes}`,
    publisher: tex`\odd{Press}`,
    address: tex`\odd{Graz}`,
    note: tex`\X{a} remark`,
    abstract: tex`We \odd{use} $x$.`,
    keywords: tex`\odd{dust}, gas`,
  };
  const file = `@article{k, title = {T}, ${Object.entries(fields)
    .map(([name, value]) => `${name} = {${value}}`)
    .join(', ')}}`;

  test('are not shown, and are exported unchanged', () => {
    const read = only(file);
    expect(read).toMatchObject({ container: 'Annals of Dust', remark: 'a remark', keywords: ['dust', 'gas'] });
    expect(read.authors.map(nameText)).toEqual(['Moss, Ann', 'Fern, Reed']);
    const written = writeBibtex([read]);
    for (const [name, value] of Object.entries(fields)) expect(written).toContain(`${name} = {${value}}`);
    expect(only(written)).toEqual(read);
  });

  test('are dropped with the text that a person replaced', () => {
    const read = only(file);
    const written = writeBibtex([{ ...read, container: 'Dust', authors: [], keywords: ['gas'], remark: '' }]);
    expect(written).toContain('journal = {Dust}');
    expect(written).toContain('keywords = {gas}');
    for (const name of ['author', 'note']) expect(written).not.toMatch(new RegExp(tex`^\s*${name} =`, 'm'));
  });

  test('a title in its own braces is not enclosed again', () => {
    const first = writeBibtex([only(tex`@misc{k, title = {{\odd{Dust} and gas}}}`)]);
    expect(first).toContain(tex`title = {{\odd{Dust} and gas}}`);
    expect(writeBibtex([only(first)])).toBe(first);
    expect(writeBibtex([only(tex`@misc{k, title = {{\odd{Dust}} and {gas}}}`)])).toContain(
      tex`title = {{{\odd{Dust}} and {gas}}}`,
    );
  });
});

test.each([
  [tex`Nguy{\~{\^e}}n and Tr\`{\^{a}}n`, 'Nguyễn and Trần'],
  [tex`\'{\ae}, \'\o re, {\'\ae}`, 'ǽ, ǿre, ǽ'],
  [tex`\h{a} \G{a} \f{a} \ij \IJ{} \SS`, 'ả ȁ ȃ ĳĲ ẞ'],
  [tex`L{\d{\^e}} \v{\i} \c c`, 'Lệ ǐ ç'],
  [tex`$x_1$$\alpha$ and \(y^2\) and \[z\] and $$q$$`, tex`$x_1$$\alpha$ and $y^2$ and $z$ and $q$`],
  [tex`The 5\textsuperscript{th} of \textsuperscript{13}CO`, 'The 5th of $^{13}$CO'],
])('the title %s is %s', (source, title) => {
  expect(titled(source)).toBe(title);
});

test('scripts are formulas in every field, except the ends of ordinal numbers', () => {
  const read = only(tex`@book{k, title={T}, edition={2\textsuperscript{nd}}, keywords={\textsuperscript{13}CO, dust}}`);
  expect([read.edition, read.keywords]).toEqual(['2nd', ['$^{13}$CO', 'dust']]);
});

test('a brace that is not closed does not hide later entries on the same line', () => {
  const file = '@misc{a, title={One {bad}, author={A B}} @misc{b, title={Two}} @misc{c, title={Three}}';
  expect(referencesOf(file).map(({ title }) => title)).toEqual(['One bad', 'Two', 'Three']);
});

test('reads a file with the mark of UTF-8 before an older encoding', () => {
  const older = Buffer.from('@misc{k, title={Über Sterne}, author={Müller, J}}', 'latin1');
  expect(titled('Über')).toBe('Über');
  expect(only(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), older]))).toMatchObject({ title: 'Über Sterne' });
});

test.each([
  ['https://doi.org/10.5555%2Fa%28b%29c?x=1#y', '10.5555/a(b)c'],
  ['10.5555/a%3C1:b%3E2.0.CO;2', '10.5555/a<1:b>2.0.CO;2'],
  [tex`10.5555/a$<$1::B$>$3`, '10.5555/a<1::B>3'],
  [tex`10.5555/a{\textless}1::B{\textgreater}3`, '10.5555/a<1::B>3'],
  ['<10.5555/abc>', '10.5555/abc'],
  ['(see 10.5555/a(1)b)', '10.5555/a(1)b'],
  ['doi.org/10.5555/abc/', '10.5555/abc'],
])('the DOI in %s is %s', (text, doi) => {
  expect(only(`@misc{k, title={T}, doi={${text}}}`).doi).toBe(doi);
});

test.each([
  ['9710182v2', 'arXiv', 'astro-ph.SR', 'astro-ph/9710182'],
  ['9710182', 'astro-ph', '', 'astro-ph/9710182'],
  ['cond-mat.str-el/0101001', 'arXiv', '', 'cond-mat/0101001'],
  ['math.GT/0309136', '', '', 'math/0309136'],
  ['arXiv.1302.6362v1', 'arXiv', 'astro-ph.SR', '1302.6362'],
  ['9710182', 'hal', 'astro-ph', ''],
  ['9710182', 'arXiv', '', ''],
])('the eprint %s of %s with the class "%s" is "%s"', (eprint, archive, own, id) => {
  const read = only(`@misc{k, title={T}, eprint={${eprint}}, archivePrefix={${archive}}, primaryClass={${own}}}`);
  expect(read.preprintId).toBe(id);
  if (id === '') expect(writeBibtex([read])).toContain(`eprint = {${eprint}}`);
});

test('the address of a link is not joined with its text', () => {
  expect(only(tex`@misc{k, title={T}, howpublished={\href{http://a.example/b\_c}{here}\odd{x}}}`).url).toBe(
    'http://a.example/b_c',
  );
});

test('TeX in other formats is text too, but a backslash in a formula or a path is kept', () => {
  const ris = [
    'TY  - JOUR',
    tex`TI  - The {\alpha} of Schr\"odinger \& $\beta$`,
    tex`T2  - \aap`,
    tex`AU  - Pla\v{c}, V\'aclav`,
    tex`KW  - {\it dust}; gas`,
    tex`AB  - C:\data`,
    'ER  - ',
  ];
  expect(only(ris.join('\n'))).toMatchObject({
    title: tex`The α of Schrödinger & $\beta$`,
    container: 'Astronomy and Astrophysics',
    authors: [{ family: 'Plač', given: 'Václav' }],
    keywords: ['dust', 'gas'],
    abstract: tex`C:\data`,
  });
  expect(only(JSON.stringify([{ id: 'k', type: 'book', title: tex`On $\mu$--Cep` }])).title).toBe(tex`On $\mu$--Cep`);
});

test('semicolons separate keywords in every format', () => {
  const read = referenceOf({ key: 'k', title: 'T', keywords: ['gas; dust', 'ice'] });
  expect(only(writeBibtex([read])).keywords).toEqual(['gas', 'dust', 'ice']);
});

test('both ends of a page range may have a label', () => {
  expect(only('TY  - JOUR\nTI  - T\nSP  - p. 57\nEP  - p. 71\nER  - \n').pages).toBe('57-71');
});
