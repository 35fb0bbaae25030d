import type { Browser } from 'playwright-core';
import { launchBrowser, openVisit, pageCpuSec } from '../browser/visit.ts';
import { startLiterature } from '../literature/service.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { fillLibrary, PAPERS } from './fill-library.ts';
import { measurePapers } from './measure-papers.ts';
import { measureSearch } from './measure-search.ts';

const DATABASE = 'bench_reader';
const CONNECTIONS = 2;

/**
 * Measures the reader in Debian's Chromium without a graphics card: empty, with long papers, and with a large library.
 */
export async function runReaderBenchmark(site: Site, print: (row: Row) => void): Promise<Row[]> {
  const service = await startLiterature(site, DATABASE);
  const url = `http://127.0.0.1:${service.port}`;
  const browser = await launchBrowser(site);
  const rows: Row[] = [];
  const add = async (some: AsyncIterable<Row>) => {
    for await (const row of some) {
      rows.push(row);
      print(row);
    }
  };
  await add(measureView(browser, url, { what: 'first view, empty library', shows: /^Your library is empty/ }));
  await add(measurePapers(browser, service, url));
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = await site.connect(DATABASE);
      await client.query('set search_path = literature');
      return client;
    }),
  );
  await fillLibrary(clients);
  const size = PAPERS.toLocaleString('en-US');
  await add(measureView(browser, url, { what: `library of ${size} papers, first`, shows: `${size} papers` }));
  await add(
    measureView(browser, url, {
      what: `library of ${size} papers, sorted by title`,
      at: '/library?sort=title',
      shows: `${size} papers`,
    }),
  );
  await add(measureSearch(service));
  return rows;
}

interface View {
  readonly what: string;
  readonly at?: string;
  /** The text that appears once the page has loaded. */
  readonly shows: string | RegExp;
}

/** Measures the library from its address to its first rows, with an empty cache. */
async function* measureView(
  browser: Browser,
  url: string,
  { what, at = '/library', shows }: View,
): AsyncGenerator<Row> {
  const visit = await openVisit(browser, url);
  const cpu = await pageCpuSec(browser);
  await visit.go(at);
  await visit.page.getByText(shows).first().waitFor();
  if (typeof shows === 'string') await visit.page.getByRole('rowheader').first().getByRole('link').waitFor();
  const ms = await visit.page.evaluate<number>('performance.now()');
  const used = ((await pageCpuSec(browser)) - cpu).toFixed(1);
  yield { what, value: ms, unit: 'ms', detail: `${await visit.sent()}; processor time ${used} s of the page` };
  await visit.close();
}
