import { join } from 'node:path';
import { writeCorpus } from '@almagest/upstream-lab/corpus';
import type { Options } from '../options.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { readJudged } from './judged-collection.ts';
import { measureHtml } from './measure-html.ts';
import { measureLibrary } from './measure-library.ts';
import { measurePdf } from './measure-pdf.ts';
import { measurePublic } from './measure-public.ts';
import { measureRanking } from './measure-ranking.ts';
import { measureRetrieval } from './measure-retrieval.ts';
import { measureSearch } from './measure-search.ts';
import { startLiterature } from './service.ts';

/**
 * Runs the parts one after the other, because they share the cores. Calls `print` with each row as soon as it is
 * measured.
 */
export async function runLiteratureBenchmark(
  site: Site,
  { papers, judged, publicTests }: Options,
  print: (row: Row) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const add = async (some: AsyncIterable<Row>) => {
    for await (const row of some) {
      rows.push(row);
      print(row);
    }
  };
  const folder = papers ?? join(site.folder, 'papers');
  if (papers === undefined) await writeCorpus(folder);
  await add(measurePdf(folder));
  await add(measurePublic(publicTests));
  await add(measureHtml(folder));
  const service = await startLiterature(site, 'bench_literature');
  await add(measureSearch(service));
  await add(measureLibrary(service));
  await add(measureRetrieval(site));
  const collection = readJudged(judged);
  if (collection !== undefined) await add(measureRanking(site, collection));
  return rows;
}
