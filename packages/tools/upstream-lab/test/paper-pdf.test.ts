import { expect, test } from '@jest/globals';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { referenceText } from '../src/article/reference-text.ts';
import { ARTICLES, fullText, preprintPdf, publisherPdf } from '../src/content/full-texts.ts';
import { Library } from '../src/content/library.ts';
import { paperPdf } from '../src/pdf/paper-pdf.ts';
import { scannedPdf } from '../src/links/scanned-pdf.ts';

const library = new Library(0);

interface Item {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly transform: readonly number[];
}

/**
 * Returns the upright text of each page in reading order: from head to foot of the left column, then of the right
 * column.
 */
async function pagesOf(bytes: Uint8Array): Promise<Item[][]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: Item[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    pages.push(content.items.filter((item): item is Item & typeof item => 'str' in item));
  }
  await task.destroy();
  return pages;
}

const isUpright = ({ transform }: Item) => transform[1] === 0;

/** Returns the words, rejoined where a line divides them. */
const words = (text: string) =>
  text
    .replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word.length > 2);
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').replaceAll('ł', 'l');

test.each(Object.keys(ARTICLES))('prints every word of %s that is in its reference text', async (key) => {
  const entry = library.byKey(key);
  const pages = await pagesOf(preprintPdf(entry, 1));
  const lines = (items: Item[]) => items.filter(isUpright).map(({ str, hasEOL }) => str + (hasEOL ? '\n' : ''));
  const text = pages.map((items) => lines(items).join('')).join('\n');
  const printed = new Set(words(folded(text)));
  const paragraphs = referenceText(fullText(entry), 'tex').map((block) => block.replace(/\$[^$]*\$/g, ' '));
  expect(words(folded(paragraphs.join(' '))).filter((word) => !printed.has(word))).toEqual([]);
});

test("stamps the first page of a preprint at its edge, rotated, but not a publisher's page", async () => {
  const axis = 'success rate';
  const entry = library.byKey('okonkwo2014');
  const turned = async (pdf: Uint8Array) =>
    (await pagesOf(pdf)).map((items) =>
      items
        .filter((item) => !isUpright(item) && item.str.trim() !== '')
        .map(({ str }) => str)
        .join(''),
    );
  await expect(turned(preprintPdf(entry, 2))).resolves.toEqual([
    'arXiv:1405.9021v2 [astro-ph.SR] 19 May 2014',
    axis,
    '',
  ]);
  await expect(turned(publisherPdf(entry))).resolves.toEqual(['', axis, '']);
});

test('sets two columns that do not touch, within the margins', async () => {
  for (const items of await pagesOf(preprintPdf(library.byKey('okonkwo2005'), 1))) {
    const starts = items
      .filter((item) => isUpright(item) && item.str.trim() !== '')
      .map(({ transform }) => Math.round(transform[4] ?? 0));
    expect(starts.filter((x) => x === 50).length).toBeGreaterThan(5);
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...starts)).toBeLessThan(545);
  }
});

test('keeps lines inside their column', async () => {
  for (const key of ['okonkwo2014', 'marchetti2016', 'gutierrez2018']) {
    const [, ...later] = await pagesOf(preprintPdf(library.byKey(key), 1));
    for (const item of later.flat().filter(isUpright)) {
      const [left, right] = [
        item.transform[4] ?? 0,
        (item.transform[4] ?? 0) + (item as Item & { width: number }).width,
      ];
      // Running heads and page numbers are above and below the columns.
      const y = item.transform[5] ?? 0;
      if (y > 785 || y < 50) continue;
      expect(left < 300 ? right : 0).toBeLessThan(291);
      expect(right).toBeLessThan(546);
    }
  }
});

test('numbers its pages and repeats a running head after the first page', async () => {
  const pages = await pagesOf(preprintPdf(library.byKey('okonkwo2014'), 1));
  const texts = pages.map((items) => items.map(({ str }) => str));
  texts.forEach((strings, index) => expect(strings).toContain(String(index + 1)));
  expect(texts[1]?.join(' ')).toContain('Adaeze N. Okonkwo et al.: Seed propagation');
});

test('places no heading at the foot of a column', async () => {
  const pages = await pagesOf(preprintPdf(library.byKey('okonkwo2014'), 1));
  const columns = pages.flatMap((items) => {
    const printed = items.filter((item) => isUpright(item) && item.str.trim() !== '' && (item.transform[5] ?? 0) > 50);
    return [0, 300].map((from) => printed.filter(({ transform: [, , , , x = 0] }) => x >= from && x < from + 300));
  });
  const lowest = columns.flatMap((items) =>
    items.sort((a, b) => (a.transform[5] ?? 0) - (b.transform[5] ?? 0)).slice(0, 1),
  );
  expect(lowest.map(({ str }) => str).filter((text) => /^(References|\d\. |A\. )/.test(text))).toEqual([]);
});

test('prints the same bytes each time', () => {
  const document = fullText(library.byKey('quist2017'));
  const look = { stamp: 'stamp', journal: 'journal', date: new Date(0) };
  const [first, second] = [paperPdf(document, look), paperPdf(document, look)];
  expect(Buffer.from(first).equals(second)).toBe(true);
});

test('scans have pages and no text', async () => {
  const pages = await pagesOf(scannedPdf(3));
  expect(pages.map((items) => items.length)).toEqual([0, 0, 0]);
});
