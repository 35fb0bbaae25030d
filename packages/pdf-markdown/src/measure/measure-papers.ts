import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseMeasured } from '../parse-in-process.ts';
import { ReaderPool } from '../processes/reader-pool.ts';
import { compare, type Comparison, type ReferenceText } from './compare.ts';

export { compare, type Comparison, type ReferenceText } from './compare.ts';

export interface PaperMeasure {
  readonly paper: string;
  readonly pages: number;
  /** Wall time from the request to the reply; with the start of the process where that is new. */
  readonly seconds: number;
  /** Time of processors, of all threads; likewise. */
  readonly cpuSeconds: number;
  /** Highest resident memory of its process so far. */
  readonly peakMemoryBytes: number;
  /** Where the folder has its reference text. */
  readonly comparison: Comparison | undefined;
}

/**
 * Reads the papers of a folder one after the other.
 *
 * @param folder holds `pdf/NAME.pdf` and for some of them `gt/NAME.gt.json`
 * @param processes `new`: one for each paper; `kept`: one for all, as a service has it
 * @param rounds how often
 */
export async function* measurePapers(
  folder: string,
  processes: 'new' | 'kept',
  rounds = 1,
): AsyncGenerator<PaperMeasure> {
  const files = (await readdir(join(folder, 'pdf'))).filter((file) => file.endsWith('.pdf')).toSorted();
  const pool = new ReaderPool();
  try {
    for (const file of Array.from({ length: rounds }, () => files).flat()) {
      yield await measurePaper(folder, basename(file, '.pdf'), pool);
      if (processes === 'new') pool.close();
    }
  } finally {
    pool.close();
  }
}

async function measurePaper(folder: string, paper: string, pool: ReaderPool): Promise<PaperMeasure> {
  const start = performance.now();
  const { parsed, cpuSeconds, peakMemoryBytes } = await parseMeasured(pool, join(folder, 'pdf', `${paper}.pdf`));
  const seconds = (performance.now() - start) / 1000;
  const reference = await readReference(join(folder, 'gt', `${paper}.gt.json`));
  const markdown = parsed.blocks.flatMap((block) => block.markdown.split('\n\n'));
  const comparison = reference && compare(markdown, reference);
  return { paper, pages: parsed.pages, seconds, cpuSeconds, peakMemoryBytes, comparison };
}

/** The reference text of a paper; undefined where the folder has none. */
export async function readReference(path: string): Promise<ReferenceText | undefined> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as ReferenceText) : undefined;
}
