import { existsSync } from 'node:fs';
import type { Options } from '../options.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { measureHtml } from './measure-html.ts';
import { measureLibrary } from './measure-library.ts';
import { measurePdf } from './measure-pdf.ts';
import { measureRetrieval } from './measure-retrieval.ts';
import { measureSearch } from './measure-search.ts';
import { startLiterature } from './service.ts';

/**
 * Runs the parts one after the other, never two at a time: they share the cores. `print` hears each row as it comes.
 */
export async function runLiteratureBenchmark(
  site: Site,
  { papers }: Options,
  print: (row: Row) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const add = async (some: AsyncIterable<Row>) => {
    for await (const row of some) {
      rows.push(row);
      print(row);
    }
  };
  if (existsSync(papers)) {
    await add(measurePdf(papers));
    await add(measureHtml(papers));
  }
  const service = await startLiterature(site);
  await add(measureSearch(service));
  await add(measureLibrary(service));
  await add(measureRetrieval(site));
  return rows;
}
