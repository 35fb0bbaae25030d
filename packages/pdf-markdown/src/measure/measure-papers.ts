import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseMeasured } from '../parse-in-process.ts';
import { compare, type Comparison, type ReferenceText } from './compare.ts';

export { compare, type Comparison, type ReferenceText } from './compare.ts';

export interface PaperMeasure {
  readonly paper: string;
  readonly pages: number;
  /** Wall time of reading it, the start of the process not counted. */
  readonly seconds: number;
  /** Time of processors, of all threads. */
  readonly cpuSeconds: number;
  /** Highest resident memory of its process. */
  readonly peakMemoryBytes: number;
  /** Where the folder has its reference text. */
  readonly comparison: Comparison | undefined;
}

/**
 * Reads the papers of a folder one after the other, each in a process of its own.
 *
 * @param folder holds `pdf/NAME.pdf` and for some of them `gt/NAME.gt.json`
 */
export async function* measurePapers(folder: string): AsyncGenerator<PaperMeasure> {
  const files = (await readdir(join(folder, 'pdf'))).filter((file) => file.endsWith('.pdf')).toSorted();
  for (const file of files) {
    const paper = basename(file, '.pdf');
    const { parsed, seconds, cpuSeconds, peakMemoryBytes } = await parseMeasured(join(folder, 'pdf', file));
    const reference = await readReference(join(folder, 'gt', `${paper}.gt.json`));
    const markdown = parsed.blocks.flatMap((block) => block.markdown.split('\n\n'));
    const comparison = reference && compare(markdown, reference);
    yield { paper, pages: parsed.pages, seconds, cpuSeconds, peakMemoryBytes, comparison };
  }
}

/** The reference text of a paper; undefined where the folder has none. */
export async function readReference(path: string): Promise<ReferenceText | undefined> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as ReferenceText) : undefined;
}
