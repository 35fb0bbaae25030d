import { join } from 'node:path';
import { writeCorpus } from '@almagest/upstream-lab/corpus';
import type { Options } from '../options.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { readJudged } from './judged-collection.ts';
import { measureAccounts } from './measure-accounts.ts';
import { measureBibliography } from './measure-bibliography.ts';
import { measureHtml } from './measure-html.ts';
import { measureLibrary } from './measure-library.ts';
import { measurePdf } from './measure-pdf.ts';
import { measurePublic } from './measure-public.ts';
import { measureRanking } from './measure-ranking.ts';
import { measureRetrieval } from './measure-retrieval.ts';
import { startLiterature, type Literature } from './service.ts';
import { summarise } from '../latencies.ts';

type Print = (row: Row) => void;

/** Returns the folder of papers. Writes the corpus if no folder is given. */
async function papersOf(site: Site, papers: string | undefined): Promise<string> {
  const folder = papers ?? join(site.folder, 'papers');
  if (papers === undefined) await writeCorpus(folder);
  return folder;
}

/** Collects rows, and calls `print` with each row as soon as it is measured. */
function collect(print: Print) {
  const rows: Row[] = [];
  const add = async (some: AsyncIterable<Row>) => {
    for await (const row of some) {
      rows.push(row);
      print(row);
    }
  };
  return { rows, add };
}

/** Measures only the reading of PDFs. */
export async function runPdfBenchmark(site: Site, { papers, publicTests }: Options, print: Print): Promise<Row[]> {
  const { rows, add } = collect(print);
  await add(measurePdf(await papersOf(site, papers)));
  await add(measurePublic(publicTests));
  return rows;
}

/** Measures only the cost of accounts. */
export async function runAccountsBenchmark(site: Site, print: Print): Promise<Row[]> {
  const { rows, add } = collect(print);
  await add(measureAccounts(site));
  return rows;
}

/** Runs the parts one after the other, because they share the cores. */
export async function runLiteratureBenchmark(site: Site, options: Options, print: Print): Promise<Row[]> {
  const folder = await papersOf(site, options.papers);
  const rows = await runPdfBenchmark(site, { ...options, papers: folder }, print);
  const { rows: others, add } = collect(print);
  await add(measureHtml(folder));
  const service = await startLiterature(site, 'bench_literature');
  await add(measureSearch(service));
  await add(measureLibrary(service));
  await add(measureBibliography(service));
  await add(measureAccounts(site));
  await add(measureRetrieval(site));
  const collection = readJudged(options.judged);
  if (collection !== undefined) await add(measureRanking(site, collection));
  return [...rows, ...others];
}

const QUERIES = ['stars', 'winds', 'opacity', 'abundances', 'atmospheres', 'rotation', 'spectra', 'white dwarf'];
const ROUNDS = 5;

/**
 * Compares a search of both sources with a search of the slower source alone. The two searches alternate, so that the
 * machine has the same speed for both.
 */
async function* measureSearch({ get, latencyMs }: Literature): AsyncGenerator<Row> {
  const times: Record<'all' | 'catalog' | 'preprint', number[]> = { all: [], catalog: [], preprint: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of QUERIES) {
      for (const source of ['catalog', 'preprint', 'all'] as const)
        times[source].push((await get(`/api/search?q=${encodeURIComponent(query)}&rows=20&source=${source}`)).ms);
    }
  }
  const p50 = { all: 0, catalog: 0, preprint: 0 };
  for (const source of ['catalog', 'preprint', 'all'] as const) {
    const latencies = summarise(times[source]);
    p50[source] = latencies.p50;
    const detail = `p50 of ${latencies.count}; p95 ${latencies.p95.toFixed(0)} ms; each stand-in waits ${latencyMs} ms`;
    yield { what: `search, ${source}`, value: latencies.p50, unit: 'ms', detail };
  }
  const slower = Math.max(p50.catalog, p50.preprint);
  yield {
    what: '  ratio, search of both',
    value: p50.all / slower,
    unit: 'times',
    detail: 'p50 of both / p50 of the slower source alone',
    goal: { atMost: 1.15 },
  };
}
