import { expect, test } from '@jest/globals';
import { articleElement } from '../article/html.ts';
import { referenceText } from '../article/reference-text.ts';
import { parseTex, UnknownTexError } from '../article/tex.ts';
import { ARTICLES, fullText } from './full-texts.ts';
import { Library } from './library.ts';

const library = new Library(0);
const style = { linkBase: '', imageSource: (number: number, format: string) => `x${number}.${format}` };

const words = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Returns the visible text of a page, with formulas as TeX. */
function pageText(page: string): string {
  return page
    .replace(/<math [^>]*alttext="([^"]*)"[^]*?<\/math>/g, (_, tex: string) => `$${tex.replaceAll('%\n', '')}$`)
    .replace(/<span class="ltx_ERROR undefined">\\(\w+)<\/span>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '');
}

test.each(Object.keys(ARTICLES))(
  'writes %s with sections, numbered formulas, a table, a figure, a footnote and references',
  (key) => {
    const document = fullText(library.byKey(key));
    const count = (kind: string) => document.blocks.filter((block) => block.kind === kind).length;
    expect(count('heading')).toBeGreaterThanOrEqual(4);
    expect(count('equation')).toBeGreaterThanOrEqual(2);
    expect(count('table')).toBeGreaterThanOrEqual(1);
    expect(count('figure')).toBeGreaterThanOrEqual(1);
    const page = articleElement(document, style);
    expect(page).toContain('id="footnote1"');
    expect(document.references).toHaveLength(library.byKey(key).references.length);
    expect(page.length).toBeGreaterThan(8000);
  },
);

test.each(Object.keys(ARTICLES))('cites every reference of %s in its text, and has no broken links', (key) => {
  const document = fullText(library.byKey(key));
  const page = articleElement(document, style);
  const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !anchors.has(id))).toEqual([]);
  expect(document.references.map(({ anchor }) => anchor).filter((anchor) => !links.includes(anchor))).toEqual([]);
});

test.each(Object.keys(ARTICLES))('the page of %s has the same words as its reference text', (key) => {
  const document = fullText(library.byKey(key));
  const page = new Set(words(pageText(articleElement(document, style))));
  expect(words(referenceText(document, 'tex').join(' ')).filter((word) => !page.has(word))).toEqual([]);
});

test('numbers appendices with letters and writes head cells that span columns', () => {
  const page = articleElement(fullText(library.byKey('okonkwo2014')), style);
  expect(page).toMatch(/<section class="ltx_appendix" id="A1">[^]*Appendix A /);
  expect(page).toMatch(/<th colspan="3" [^>]*>Parameters<\/th>\s*<th colspan="2" [^>]*>Iterations<\/th>/);
  expect(page).toContain('href="#A1.T2"');
});

test('writes a short text for every other paper', () => {
  for (const entry of library.entries) expect(fullText(entry).blocks.length).toBeGreaterThan(4);
});

test('rejects a formula that it cannot typeset', () => {
  expect(() => parseTex('\\unknown{x}')).toThrow(UnknownTexError);
  expect(() => parseTex('\\frac{1}{2')).toThrow(UnknownTexError);
});
