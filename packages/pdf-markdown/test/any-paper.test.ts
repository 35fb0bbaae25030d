import { printDocument, STYLES, type PaperContent, type StyleName } from '@almagest/upstream-lab/corpus';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Block } from '../src/block.ts';
import { parsePdf } from '../src/parse-pdf.ts';
import { anyPaper } from './random-papers.ts';

/**
 * By default, the papers are the same every time. `RANDOM_PAPERS` is the number of random papers to test instead, which
 * takes longer.
 */
const MORE = process.env['RANDOM_PAPERS'];
const RUNS = MORE === undefined ? { numRuns: 2, seed: 11 } : { numRuns: Number(MORE) };
/** Shorter papers do not repeat their running heads often enough to be recognised. */
const FEWEST_PAGES = 4;

const words = (text: string) =>
  text
    .replaceAll(/(?<!\\)\$(?:\\.|[^$\\])+\$|\ue000|<\/?sup>/g, ' ')
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? '';

/** Returns the letters, digits and minus signs of a cell. */
const signs = (text: string) => (text.replaceAll('−', '-').match(/[\p{L}\d.-]/gu) ?? []).join('');

/** The content of a paper in printing order. */
interface Reading {
  readonly headings: readonly string[];
  readonly paragraphs: readonly string[];
  readonly captions: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly references: readonly string[];
}

function printed(content: PaperContent, thanks: boolean): Reading {
  const headings = content.headings.map(({ text }) => words(text));
  const isLast = (text: string) => /^references$/i.test(text);
  return {
    headings: [
      words(content.title),
      ...headings.filter((text) => !isLast(text)),
      ...(thanks ? ['Acknowledgements'] : []),
      ...headings.filter(isLast),
    ].map((text) => text.toLowerCase()),
    paragraphs: content.paras.map(({ text }) => words(text)),
    captions: content.captions.map(words),
    rows: content.tables.flatMap(({ rows }) => rows.map((row) => row.map(signs))),
    references: content.refs.map(words),
  };
}

/** Removes the number of a heading or the mark of a list item. */
const bare = (text: string) => text.replace(/^(?:\d+(?:\.\d+)*|[IVX]+|[A-Z])(?:\.\s*|\s+)/, '');

function read(blocks: readonly Block[]): Reading {
  const of = (...kinds: readonly Block['kind'][]) => blocks.filter(({ kind }) => kinds.includes(kind));
  const texts = (own: readonly Block[]) => own.map(({ markdown }) => words(markdown));
  const isRow = (line: string) => line.startsWith('| ') && !line.startsWith('| ---');
  const captionOf = ({ markdown }: Block) =>
    words(
      markdown
        .split('\n')
        .filter((line) => !line.startsWith('|'))
        .join(' '),
    );
  return {
    headings: of('heading').map(({ markdown }, i) => {
      const text = markdown.replace(/^#+ /, '');
      return words(i === 0 ? text : bare(text)).toLowerCase();
    }),
    paragraphs: of('paragraph', 'list').map(({ kind, markdown }) => words(kind === 'list' ? bare(markdown) : markdown)),
    captions: of('figure', 'table').map(captionOf),
    rows: of('table').flatMap(({ markdown }) =>
      markdown
        .split('\n')
        .filter(isRow)
        .map((line) => line.slice(2, -2).split(' | ').map(signs)),
    ),
    references: texts(of('reference')).map((text, i) => text.replace(new RegExp(`^${i + 1} `), '')),
  };
}

test.each(STYLES)('reads any paper in the style of %s as printed', async (style: StyleName) => {
  await fc.assert(
    fc.asyncProperty(anyPaper, async (document) => {
      const { pdf, content } = printDocument(document, style);
      const { pages, blocks } = await parsePdf(pdf);
      fc.pre(pages >= FEWEST_PAGES);
      const [there, found] = [printed(content, document.acknowledgements !== undefined), read(blocks)];
      expect(found.headings).toEqual(there.headings);
      // The front matter (authors, institutes, keywords) also yields paragraphs.
      const from = found.paragraphs.indexOf(there.paragraphs[0] ?? '');
      expect(found.paragraphs.slice(from).filter((text) => !text.startsWith('Key words'))).toEqual(there.paragraphs);
      expect({ ...found, headings: [], paragraphs: [] }).toEqual({ ...there, headings: [], paragraphs: [] });
    }),
    // Shrinking takes a long time, and a smaller paper does not explain a failure better.
    { ...RUNS, endOnFailure: true },
  );
});
