import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare, type Comparison } from '@almagest/paper-accuracy/compare';
import type { FormulaComparison } from '@almagest/paper-accuracy/compare-formulas';
import { measurePapers, readReference, type PaperMeasure } from '@almagest/paper-accuracy/measure-papers';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Goal, Row } from '../report/row.ts';

const run = promisify(execFile);

/** The text that a tool extracted from a paper. */
interface Reading {
  readonly paper: string;
  readonly pages: number;
  readonly seconds: number;
  readonly comparison: Comparison;
}

/** Compares papers as Markdown with their reference texts, and with the output of two tools that extract plain text. */
export async function* measurePdf(folder: string): AsyncGenerator<Row> {
  const cold = await gather(measurePapers(folder, 'new'));
  const own = cold.flatMap(({ comparison, ...measure }) => (comparison ? [{ ...measure, comparison }] : []));
  for (const { paper, pages, seconds, peakMemoryBytes, comparison } of own) {
    const detail = `${pages} pages in ${seconds.toFixed(1)} s, ${mebibytes(peakMemoryBytes)}`;
    yield rowOf(`PDF ${paper}`, comparison, detail);
  }
  yield* formulaRows(cold);
  yield* styleRows(cold);
  yield* doubtRows(cold);
  if (own.length === 0) return;
  yield* summaryRows(own);
  const warm = await gather(measurePapers(folder, 'kept', ROUNDS.all));
  yield* paceOf('a new process for each', cold);
  yield* paceOf('one process for all, warm', warm.slice(ROUNDS.warming * cold.length), { atLeast: 25 });
  yield* needsOf([...cold, ...warm]);
  const files = own.map(({ paper, pages }) => ({ paper, pages, path: join(folder, 'pdf', `${paper}.pdf`) }));
  if (await hasPdftotext()) yield* toolRows('pdftotext', await readings(folder, files, throughPdftotext), 'plain text');
  yield* toolRows('unpdf', await readings(folder, files, throughUnpdf), 'plain text, pages joined');
}

/**
 * V8 continues to compile until a process has read about 600 pages (measured with eight papers of 107 pages, round by
 * round). A process of the service reads a hundred papers.
 */
const ROUNDS = { warming: 3, all: 6 };

async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function* paceOf(processes: string, measures: readonly PaperMeasure[], goal?: Goal): Generator<Row> {
  const sum = (read: (measure: PaperMeasure) => number) => measures.reduce((total, one) => total + read(one), 0);
  const pages = sum((one) => one.pages);
  const detail = `${processes}: ${pages} pages in ${measures.length} readings`;
  yield {
    what: '  pages a second of CPU',
    value: pages / sum((one) => one.cpuSeconds),
    unit: 'pages/CPU s',
    detail,
    ...(goal ? { goal } : {}),
  };
  yield { what: '  pages a second', value: pages / sum((one) => one.seconds), unit: 'pages/s', detail };
}

/**
 * Reports the displayed formulas of the corpus by style. Papers of the corpus are named after their style and their
 * article.
 */
function* styleRows(measures: readonly PaperMeasure[]): Generator<Row> {
  const styles = new Set(measures.flatMap(({ paper }) => (paper.includes('-') ? [paper.split('-', 1)[0] ?? ''] : [])));
  for (const style of styles) {
    const own = measures.filter(({ paper }) => paper.startsWith(`${style}-`));
    const displayed = own.flatMap(({ paper, formulas }) => (formulas ? [{ paper, ...formulas }] : []));
    for (const total of totalOf(displayed)) yield displayedRow({ ...total, paper: `style ${style}` });
  }
}

function displayedRow({ paper, formulas, exact, alike, mean }: FormulaComparison & { readonly paper: string }): Row {
  return {
    what: `  displayed formulas, ${paper}`,
    value: exact * 100,
    unit: '% exact',
    detail: `${percent(alike)} at least .9 alike, mean ${mean.toFixed(3)}, of ${formulas}`,
  };
}

function* displayedTotal({ formulas, exact, alike, mean }: FormulaComparison): Generator<Row> {
  const unit = '%';
  const detail = `of ${formulas} in all papers`;
  yield { what: '  displayed formulas, exact', value: exact * 100, unit, detail, goal: { atLeast: 75 } };
  yield { what: '  displayed formulas, at least .9 alike', value: alike * 100, unit, detail, goal: { atLeast: 90 } };
  yield { what: '  displayed formulas, alike in the mean', value: mean * 100, unit, detail, goal: { atLeast: 96 } };
}

/** Reports the formulas of each paper and of all papers together, where each formula counts once. */
function* formulaRows(measures: readonly PaperMeasure[]): Generator<Row> {
  const displayed = measures.flatMap(({ paper, formulas }) => (formulas ? [{ paper, ...formulas }] : []));
  const inline = measures.flatMap(({ paper, inlineComparison }) =>
    inlineComparison ? [{ paper, ...inlineComparison }] : [],
  );
  const whole = measures.flatMap((measure) => (measure.inline ? [measure.inline] : []));
  for (const one of displayed) yield displayedRow(one);
  for (const one of totalOf(displayed)) yield* displayedTotal(one);
  for (const { paper, formulas, exact, contained } of [...inline, ...totalOf(inline)])
    yield {
      what: `  formulas within text, ${paper}`,
      value: contained * 100,
      unit: '% contained',
      detail: `${percent(exact)} exact, of ${formulas}`,
    };
  for (const { formulas, balanced, complete } of totalOf(whole))
    yield {
      what: '  formulas within text, complete',
      value: complete * 100,
      unit: '%',
      detail: `brackets balanced in ${percent(balanced)}, of ${formulas}`,
      goal: { atLeast: 99 },
    };
}

/** Reports displayed formulas that are shown as images because reading them was doubtful, and unknown signs. */
function* doubtRows(measures: readonly PaperMeasure[]): Generator<Row> {
  for (const { paper, doubts } of measures) {
    if (doubts.formulas === 0 && doubts.unknownGlyphs === 0) continue;
    yield {
      what: `  formulas doubted, ${paper}`,
      value: doubts.doubted * 100,
      unit: '% of displays',
      detail: `of ${doubts.formulas} that were read; ${doubts.unknownGlyphs} unknown signs`,
    };
  }
}

/** Returns the means of shares, weighted by the number of formulas, or an empty list without formulas. */
function totalOf<Shares extends { readonly formulas: number }>(
  parts: readonly Shares[],
): (Shares & { paper: string })[] {
  const [first] = parts;
  const formulas = parts.reduce((sum, one) => sum + one.formulas, 0);
  if (!first || formulas === 0) return [];
  const mean = (name: string) =>
    parts.reduce((sum, one) => sum + one.formulas * Number(one[name as keyof Shares]), 0) / formulas;
  const shares = Object.keys(first).filter((name) => name !== 'formulas' && name !== 'paper');
  return [{ ...first, ...Object.fromEntries(shares.map((name) => [name, mean(name)])), formulas, paper: 'all papers' }];
}

/** Reports the largest time and memory of all readings. */
function* needsOf(measures: readonly PaperMeasure[]): Generator<Row> {
  yield {
    what: '  slowest paper',
    value: Math.max(...measures.map((one) => one.seconds)),
    unit: 's',
    detail: 'wall time, including the start of a new process',
    goal: { atMost: 5 },
  };
  yield {
    what: '  peak memory',
    value: Math.max(...measures.map((one) => one.peakMemoryBytes)) / 2 ** 20,
    unit: 'MiB',
    detail: 'resident memory of a reading process at any time',
    goal: { atMost: 450 },
  };
}

function rowOf(what: string, comparison: Comparison, detail: string): Row {
  const { wordsKept, runsKept, order, ...shares } = comparison;
  const others = Object.entries(shares).flatMap(([name, share]) =>
    share === undefined ? [] : [`${name} ${percent(share)}`],
  );
  return {
    what,
    value: wordsKept * 100,
    unit: '% words kept',
    detail: [`runs ${percent(runsKept)}`, `order ${percent(order)}`, ...others, detail].join(', '),
  };
}

/** The goals for the mean of all papers, in percent. */
const ASKED = [
  ['wordsKept', 'words kept', 97.5],
  ['runsKept', 'runs of five words', 99],
  ['order', 'order of paragraphs', 99.5],
  ['paragraphsWhole', 'paragraphs whole', 90],
  ['headingsFound', 'headings found', 95],
  ['headingsTrue', 'headings that are some', 95],
  ['captionsWhole', 'captions whole', 95],
  ['tableRows', 'rows of tables', 85],
  ['referencesWhole', 'references whole', 98],
] as const;

function* summaryRows(readings: readonly Reading[]): Generator<Row> {
  for (const [name, what, atLeast] of ASKED) {
    const papers = readings.filter(({ comparison }) => comparison[name] !== undefined);
    const mean = meanOf(readings, (comparison) => comparison[name]);
    if (mean === undefined) continue;
    const detail = `mean of ${papers.length} papers`;
    yield { what: `PDF, all papers: ${what}`, value: mean * 100, unit: '%', detail, goal: { atLeast } };
  }
}

function meanOf(readings: readonly Reading[], read: (comparison: Comparison) => number | undefined) {
  const values = readings.map(({ comparison }) => read(comparison)).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function summaryOf(what: string, readings: readonly Reading[], detail: string): Row {
  const mean = (read: (comparison: Comparison) => number | undefined) => meanOf(readings, read);
  const comparison = {
    wordsKept: mean((one) => one.wordsKept) ?? 0,
    runsKept: mean((one) => one.runsKept) ?? 0,
    order: mean((one) => one.order) ?? 0,
    paragraphsWhole: mean((one) => one.paragraphsWhole),
    headingsFound: mean((one) => one.headingsFound),
    headingsTrue: mean((one) => one.headingsTrue),
    captionsWhole: mean((one) => one.captionsWhole),
    tableRows: mean((one) => one.tableRows),
    tableNumbers: mean((one) => one.tableNumbers),
    equationNumbers: mean((one) => one.equationNumbers),
    referencesWhole: mean((one) => one.referencesWhole),
    furnitureRemoved: mean((one) => one.furnitureRemoved),
  };
  return rowOf(what, comparison, detail);
}

function* toolRows(tool: string, readings: readonly Reading[], detail: string): Generator<Row> {
  yield summaryOf(tool, readings, detail);
  const pages = readings.reduce((sum, one) => sum + one.pages, 0);
  const seconds = readings.reduce((sum, one) => sum + one.seconds, 0);
  yield { what: '  pages a second', value: pages / seconds, unit: 'pages/s', detail: `${pages} pages` };
}

async function readings(
  folder: string,
  files: readonly { paper: string; pages: number; path: string }[],
  read: (path: string) => Promise<string>,
): Promise<Reading[]> {
  const done: Reading[] = [];
  for (const { paper, pages, path } of files) {
    const begun = performance.now();
    const text = await read(path);
    const seconds = (performance.now() - begun) / 1_000;
    const reference = await readReference(join(folder, 'gt', `${paper}.gt.json`));
    if (reference !== undefined)
      done.push({ paper, pages, seconds, comparison: compare(text.split(/\n\s*\n/), reference) });
  }
  return done;
}

async function hasPdftotext(): Promise<boolean> {
  return await run('pdftotext', ['-v']).then(
    () => true,
    () => false,
  );
}

async function throughPdftotext(path: string): Promise<string> {
  return (await run('pdftotext', [path, '-'], { maxBuffer: 2 ** 26 })).stdout;
}

async function throughUnpdf(path: string): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(await readFile(path)));
  return (await extractText(document, { mergePages: true })).text;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
