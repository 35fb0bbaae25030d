import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare, measurePapers, readReference, type Comparison } from '@almagest/pdf-markdown/measure';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Row } from '../report/row.ts';

const run = promisify(execFile);

/** What a tool made of a paper. */
interface Reading {
  readonly paper: string;
  readonly pages: number;
  readonly seconds: number;
  readonly comparison: Comparison;
}

/** Papers as Markdown held against their reference texts, beside two tools that give plain text. */
export async function* measurePdf(folder: string): AsyncGenerator<Row> {
  const own: Reading[] = [];
  let peak = 0;
  for await (const { comparison, peakMemoryBytes, ...measure } of measurePapers(folder)) {
    peak = Math.max(peak, peakMemoryBytes);
    if (comparison === undefined) continue;
    own.push({ ...measure, comparison });
    yield rowOf(
      `PDF ${measure.paper}`,
      comparison,
      `${measure.pages} pages in ${measure.seconds.toFixed(1)} s, ${mebibytes(peakMemoryBytes)}`,
    );
  }
  if (own.length === 0) return;
  yield* summaryOf('PDF, all papers', own, `peak memory ${mebibytes(peak)}`);
  yield {
    what: '  peak memory of a paper',
    value: peak / 2 ** 20,
    unit: 'MiB',
    detail: 'resident, of its own process',
    goal: { atMost: 450 },
  };
  const files = own.map(({ paper, pages }) => ({ paper, pages, path: join(folder, 'pdf', `${paper}.pdf`) }));
  if (await hasPdftotext())
    yield* summaryOf('pdftotext', await readings(folder, files, throughPdftotext), 'plain text');
  yield* summaryOf('unpdf', await readings(folder, files, throughUnpdf), 'plain text, pages joined');
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

function* summaryOf(what: string, readings: readonly Reading[], detail: string): Generator<Row> {
  const mean = (read: (comparison: Comparison) => number | undefined) => {
    const values = readings.map(({ comparison }) => read(comparison)).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const comparison = {
    wordsKept: mean((one) => one.wordsKept) ?? 0,
    runsKept: mean((one) => one.runsKept) ?? 0,
    order: mean((one) => one.order) ?? 0,
    paragraphsWhole: mean((one) => one.paragraphsWhole),
    headingsFound: mean((one) => one.headingsFound),
    captionsWhole: mean((one) => one.captionsWhole),
    referencesWhole: mean((one) => one.referencesWhole),
  };
  yield rowOf(what, comparison, detail);
  const pages = readings.reduce((sum, one) => sum + one.pages, 0);
  const seconds = readings.reduce((sum, one) => sum + one.seconds, 0);
  yield { what: `  ${what}: speed`, value: pages / seconds, unit: 'pages/s', detail: `${pages} pages, one process` };
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
