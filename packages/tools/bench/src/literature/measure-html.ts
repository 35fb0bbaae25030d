import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { blocksToMarkdown } from '@almagest/latexml-markdown';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { renderBlock } from '@almagest/paper-html';
import { compare, type ReferenceText } from '@almagest/paper-accuracy/compare';
import { readReference } from '@almagest/paper-accuracy/measure-papers';
import type { Row } from '../report/row.ts';

const ROUNDS = 3;

interface PageMeasure {
  readonly name: string;
  readonly bytes: number;
  /** The time of a parse in a process that has already parsed the page. */
  readonly milliseconds: number;
  readonly formulas: number;
  /** The number of formulas that the Markdown contains letter for letter. */
  readonly kept: number;
  /** The number of formulas that are shown as TeX because they cannot be typeset. */
  readonly untypeset: number;
  /**
   * The share of the reference text's numeric rows that are a single row in the Markdown. Undefined without a reference
   * text.
   */
  readonly tableRows: number | undefined;
}

/**
 * Converts papers' HTML pages to Markdown. Measures how fast that is and how much of the pages is preserved and shown.
 */
export async function* measureHtml(folder: string): AsyncGenerator<Row> {
  const pages: PageMeasure[] = [];
  for (const file of (await readdir(join(folder, 'html'))).filter((name) => name.endsWith('.html')).toSorted()) {
    const page = await measurePage(folder, basename(file, '.html'));
    const { name, formulas, kept, bytes, milliseconds } = page;
    yield {
      what: `HTML ${name}`,
      value: formulas === 0 ? 100 : (kept / formulas) * 100,
      unit: '% formulas',
      detail: `${kept} of ${formulas} letter for letter; ${(bytes / 1e6).toFixed(2)} MB, ${milliseconds.toFixed(0)} ms a parse`,
    };
    pages.push(page);
  }
  if (pages.length > 0) yield* totalRows(pages);
}

async function measurePage(folder: string, name: string): Promise<PageMeasure> {
  const html = await readFile(join(folder, 'html', `${name}.html`), 'utf8');
  let { blocks } = parsePaper(html);
  const begun = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) ({ blocks } = parsePaper(html));
  const milliseconds = (performance.now() - begun) / ROUNDS;
  const source = formulasOf(html);
  const text = squeezed(blocksToMarkdown(blocks));
  const reference = await readReference(join(folder, 'gt', `${paperOf(name)}.gt.json`));
  const markdown = blocks.flatMap((block) => block.markdown.split('\n\n'));
  return {
    name,
    bytes: html.length,
    milliseconds,
    formulas: source.length,
    kept: source.filter((formula) => text.includes(formula)).length,
    untypeset: blocks.reduce((sum, block) => sum + renderBlock(block, SHOWN).untypeset, 0),
    tableRows: reference && compare(markdown, withoutColours(reference)).tableNumbers,
  };
}

/** The colour of a cell's formula. The reference texts write the colour in words before the number. */
const COLOUR = /\[rgb\] [\d.,]+ \[named\] \w+ rgb [\d.,]+ ?/g;

function withoutColours({ tables = [], ...others }: ReferenceText): ReferenceText {
  const printed = tables.map(({ rows }) => ({
    rows: rows.map((row) => row.map((cell) => cell.replaceAll(COLOUR, ''))),
  }));
  return { ...others, tables: printed };
}

/** Renders a text as the reader does, without pictures. */
const SHOWN = { figures: '/', anchors: true };

/** Returns the paper of a page: `timmy` for `latexml087-timmy`, and `a14523` for `arxiv_2510_14523`. */
function paperOf(page: string): string {
  return page.replace(/^latexml\d+-/, '').replace(/^arxiv_\d{4}_/, 'a');
}

function* totalRows(pages: readonly PageMeasure[]): Generator<Row> {
  const sum = (read: (page: PageMeasure) => number) => pages.reduce((total, page) => total + read(page), 0);
  const [formulas, kept, untypeset] = [
    sum((page) => page.formulas),
    sum((page) => page.kept),
    sum((page) => page.untypeset),
  ];
  const rows = pages.flatMap(({ tableRows }) => (tableRows === undefined ? [] : [tableRows]));
  yield {
    what: 'HTML, all papers',
    value: (kept / formulas) * 100,
    unit: '% formulas',
    detail: `${kept} of ${formulas}`,
    goal: { atLeast: 99.99 },
  };
  yield {
    what: '  formulas shown as TeX',
    value: untypeset,
    unit: 'formulas',
    detail: 'that cannot be typeset',
    goal: { atMost: 0 },
  };
  if (rows.length > 0)
    yield {
      what: '  rows of tables, by their numbers',
      value: (rows.reduce((total, share) => total + share, 0) / rows.length) * 100,
      unit: '%',
      detail: `mean of ${rows.length} papers`,
      goal: { atLeast: 99 },
    };
  yield {
    what: '  slowest page',
    value: Math.max(...pages.map(({ milliseconds }) => milliseconds)),
    unit: 'ms',
    detail: `mean of ${ROUNDS} parses after a first one`,
    goal: { atMost: 60 },
  };
  yield {
    what: '  speed',
    value: sum((page) => page.bytes) / 1e3 / sum((page) => page.milliseconds),
    unit: 'MB/s',
    detail: `mean of ${ROUNDS} parses of each paper`,
  };
}

/** Returns the TeX of every formula of the page, without spaces. */
function formulasOf(html: string): string[] {
  const found = [...html.matchAll(/<math\b[^>]*\balttext="([^"]*)"/g)].map(([, tex = '']) => squeezed(decoded(tex)));
  return found.filter((tex) => tex !== '');
}

/** Spellings of the same formula. The parser writes the spelling that readers of Markdown and KaTeX understand. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/\\lt(?![A-Za-z])/g, '<'],
  [/\\gt(?![A-Za-z])/g, '>'],
  // LaTeXML breaks long formulas with `%` at the end of a line, and marks display formulas with `\displaystyle`.
  [/%\n/g, ''],
  [/\\displaystyle(?![A-Za-z])/g, ''],
  [/\s+/g, ''],
  // Older document classes compose `<~` and `>~` from two characters of a font.
  [
    /\\mathrel\{\\hboxto0\.0pt\{\\lower[^$]*\$\\mathchar536[^$]*\$[^$]*\$\\mathchar318\\relax\$\}\}/g,
    String.raw`\gtrsim`,
  ],
  [
    /\\mathrel\{\\hboxto0\.0pt\{\\lower[^$]*\$\\mathchar536[^$]*\$[^$]*\$\\mathchar316\\relax\$\}\}/g,
    String.raw`\lesssim`,
  ],
  [/\\color\[rgb\]\{[^}]*\}(?:\\definecolor\[named\]\{[^}]*\}\{[^}]*\}\{[^}]*\})?/g, ''],
  [/\\begin\{array\}\[\]/g, String.raw`\begin{array}`],
  [/\\[()]/g, '$'],
];

function squeezed(text: string): string {
  return SAME.reduce((squeezed, [form, same]) => squeezed.replaceAll(form, same), text);
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
}
