import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { parseInProcess, PdfError, toMarkdown } from '@almagest/pdf-markdown';
import { compare, type Comparison } from '@almagest/paper-accuracy/compare';
import { readReference } from '@almagest/paper-accuracy/measure-papers';
import { openFormulaJudge } from '@almagest/paper-accuracy/rendered-formulas';
import { CHROMIUM } from '@almagest/test-kit/chromium';
import { chromium } from 'playwright-core';
import type { Row } from '../report/row.ts';
import { comparePairs, tablesOfMarkdown, tablesOfXml } from '@almagest/paper-accuracy/table-pairs';

const run = promisify(execFile);

/** A PDF with its Markdown. The Markdown is empty if the PDF cannot be read. */
interface Output {
  readonly name: string;
  readonly path: string;
  readonly markdown: string;
}

export async function* measurePublic(folder: string): AsyncGenerator<Row> {
  const [formulas, tables, sidebars] = ['formulas', 'tables', 'sidebars'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  if (existsSync(join(folder, 'formulas', FORMULA_TESTS))) yield* formulaRows(formulas, await readAll(formulas));
  if (existsSync(tables)) {
    const outputs = await readAll(tables);
    yield* tableRows(tables, outputs);
    yield* wordRows(outputs);
  }
  if (existsSync(sidebars)) yield* sidebarRows(sidebars, await readAll(sidebars));
}

async function readAll(folder: string): Promise<Output[]> {
  const outputs: Output[] = [];
  for (const file of (await readdir(folder)).filter((one) => one.endsWith('.pdf')).toSorted()) {
    const path = join(folder, file);
    outputs.push({ name: file.slice(0, -'.pdf'.length), path, markdown: await markdownOf(path) });
  }
  return outputs;
}

async function markdownOf(path: string): Promise<string> {
  try {
    return toMarkdown((await parseInProcess(path)).blocks);
  } catch (error) {
    if (error instanceof PdfError) return '';
    throw error;
  }
}

/** A line of `tests.jsonl`: a formula on a page, as TeX. */
interface FormulaTest {
  readonly pdf: string;
  readonly math: string;
}

const FORMULA_TESTS = 'tests.jsonl';

async function* formulaRows(folder: string, outputs: readonly Output[]): AsyncGenerator<Row> {
  if (CHROMIUM === undefined) return;
  const lines = (await readFile(join(folder, FORMULA_TESTS), 'utf8')).trim().split('\n');
  const tests = lines.map((line) => JSON.parse(line) as FormulaTest);
  const pages = new Map(outputs.map(({ name, markdown }) => [name, formulasOf(markdown)]));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--disable-gpu'] });
  try {
    const judge = await openFormulaJudge(browser);
    let found = 0;
    for (const { pdf, math } of tests)
      if (await judge.isAmong(math, pages.get(basename(pdf, '.pdf')) ?? [])) found += 1;
    const [value, detail] = [(100 * found) / tests.length, `${found} of ${tests.length} in ${pages.size} pages`];
    yield { what: 'PDF, olmOCR-bench: formulas', value, unit: '% found', detail, goal: { atLeast: 93 } };
  } finally {
    await browser.close();
  }
}

/** Returns the formulas of Markdown as TeX, without their numbers. */
function formulasOf(markdown: string): string[] {
  const formulas = markdown.matchAll(/\$\$([\s\S]+?)\$\$|(?<!\\)\$((?:\\.|[^$\\])+?)\$/g);
  return [...formulas].map(([, display, inline = '']) => (display ?? inline).replaceAll(/\\tag\{[^{}]*\}/g, '').trim());
}

async function* tableRows(folder: string, outputs: readonly Output[]): AsyncGenerator<Row> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('-str.xml'));
  const shares = [];
  for (const { name, markdown } of outputs) {
    const own = files.filter((file) => file.startsWith(name));
    const expected = await Promise.all(
      own.map(async (file) => tablesOfXml(await readFile(join(folder, file), 'utf8'))),
    );
    shares.push(comparePairs(expected.flat(), tablesOfMarkdown(markdown)));
  }
  const [recall, precision] = [mean(shares.map((one) => one.recall)), mean(shares.map((one) => one.precision))];
  yield {
    what: 'PDF, ICDAR 2013: pairs of cells',
    value: recall + precision === 0 ? 0 : (200 * recall * precision) / (recall + precision),
    unit: '% F1',
    detail: `recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}, ${shares.length} documents`,
    goal: { atLeast: 90 },
  };
}

async function* wordRows(outputs: readonly Output[]): AsyncGenerator<Row> {
  let [kept, all] = [0, 0];
  for (const { path, markdown } of outputs) {
    const wanted = await run('pdftotext', ['-layout', path, '-'], { maxBuffer: 2 ** 28 }).then(
      ({ stdout }) => wordsOf(stdout),
      () => [],
    );
    const left = Map.groupBy(wordsOf(markdown), (word) => word);
    kept += wanted.filter((word) => left.get(word)?.pop() !== undefined).length;
    all += wanted.length;
  }
  if (all === 0) return;
  yield {
    what: 'PDF, ICDAR 2013: words of pdftotext',
    value: (100 * kept) / all,
    unit: '% kept',
    detail: `of ${all}; running heads and labels in figures count as missing`,
  };
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/-\n\s*/g, '')
    .replaceAll(/<\/?[a-z][^<>]{0,80}>/g, ' ');
  return plain.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

const ASKED = [
  ['headingsFound', 'headings found', 98],
  ['paragraphsWhole', 'paragraphs whole', 97],
  ['runsKept', 'runs of five words', 99],
] as const;

async function* sidebarRows(folder: string, outputs: readonly Output[]): AsyncGenerator<Row> {
  const papers: Comparison[] = [];
  for (const { name, markdown } of outputs) {
    const reference = await readReference(join(folder, `${name}.gt.json`));
    if (reference) papers.push(compare(markdown.split('\n\n'), reference));
  }
  for (const [name, what, atLeast] of ASKED) {
    const values = papers.map((one) => one[name]).filter((value) => value !== undefined);
    const detail = `mean of ${values.length} papers`;
    yield { what: `PDF, sidebars: ${what}`, value: 100 * mean(values), unit: '%', detail, goal: { atLeast } };
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
