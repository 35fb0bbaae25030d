import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createReaderPool, parseMeasured, SURE_FORMULA, type ParsedPdf, type ReaderPool } from '@almagest/pdf-markdown';
import { compareFormulas, displayedFormulas, type FormulaComparison } from './compare-formulas.ts';
import {
  compareInline,
  formulasOfPage,
  inlineFormulas,
  type InlineComparison,
  type InlineFormulas,
} from './inline-formulas.ts';
import { compare, type Comparison, type ReferenceText } from './compare.ts';

/** Kinds of blocks that contain inline formulas. */
const TEXT: ReadonlySet<string> = new Set(['heading', 'paragraph', 'figure', 'list', 'footnote']);

export interface PaperMeasure {
  readonly paper: string;
  readonly pages: number;
  /** Wall time in seconds from request to reply, including the start of a new process. */
  readonly seconds: number;
  /** CPU time of all threads in seconds, including the start of a new process. */
  readonly cpuSeconds: number;
  /** Peak resident memory of the process so far, in bytes. */
  readonly peakMemoryBytes: number;
  /** Undefined if the folder has no reference text for the paper. */
  readonly comparison: Comparison | undefined;
  /** Undefined if the folder has no formulas for the paper. */
  readonly formulas: FormulaComparison | undefined;
  readonly inline: InlineFormulas | undefined;
  readonly doubts: FormulaDoubts;
  /** Undefined if the folder has no HTML page for the paper. */
  readonly inlineComparison: InlineComparison | undefined;
}

/** Counts of uncertain formulas and signs. */
interface FormulaDoubts {
  /** Number of displayed formulas that were read. */
  readonly formulas: number;
  /** Share of displayed formulas shown as images instead of TeX. */
  readonly doubted: number;
  /** Number of printed signs that could not be identified, also in figures. */
  readonly unknownGlyphs: number;
}

function doubtsOf({ blocks, unknownGlyphs }: ParsedPdf): FormulaDoubts {
  const displays = blocks.filter((block) => block.kind === 'equation');
  const doubted = displays.filter(({ confidence = 1 }) => confidence < SURE_FORMULA).length;
  return {
    formulas: displays.length,
    doubted: displays.length === 0 ? 0 : doubted / displays.length,
    unknownGlyphs: unknownGlyphs.reduce((sum, { count }) => sum + count, 0),
  };
}

/**
 * Parses the papers of a folder one after the other.
 *
 * @param folder has `pdf/NAME.pdf`, and for some papers `gt/NAME.gt.json` and a LaTeXML page in `html`
 * @param processes `new`: a process for each paper, `kept`: one process for all papers, as in a service
 * @param rounds how often each paper is parsed
 */
export async function* measurePapers(
  folder: string,
  processes: 'new' | 'kept',
  rounds = 1,
): AsyncGenerator<PaperMeasure> {
  const files = (await readdir(join(folder, 'pdf'))).filter((file) => file.endsWith('.pdf')).toSorted();
  const pool = createReaderPool();
  try {
    for (const file of Array.from({ length: rounds }, () => files).flat()) {
      yield await measurePaper(folder, basename(file, '.pdf'), pool);
      if (processes === 'new') await pool.close();
    }
  } finally {
    await pool.close();
  }
}

async function measurePaper(folder: string, paper: string, pool: ReaderPool): Promise<PaperMeasure> {
  const start = performance.now();
  const { parsed, cpuSeconds, peakMemoryBytes } = await parseMeasured(pool, join(folder, 'pdf', `${paper}.pdf`));
  const seconds = (performance.now() - start) / 1000;
  const reference = await readReference(join(folder, 'gt', `${paper}.gt.json`));
  const markdown = parsed.blocks.flatMap((block) => block.markdown.split('\n\n'));
  const comparison = reference && compare(markdown, reference);
  const inline = inlineFormulas(parsed.blocks.flatMap((block) => (TEXT.has(block.kind) ? [block.markdown] : [])));
  const formulas = compareFormulas(reference?.equations ?? [], markdown.flatMap(displayedFormulas));
  const page = await readPage(folder, paper);
  const inlineComparison = compareInline(page === undefined ? [] : formulasOfPage(page), markdown);
  const { pages } = parsed;
  const doubts = doubtsOf(parsed);
  return { paper, pages, seconds, cpuSeconds, peakMemoryBytes, comparison, formulas, inline, inlineComparison, doubts };
}

/**
 * Reads a paper's HTML page. The name of the page ends with `-NAME.html`, or with `_14523.html` for a preprint
 * `a14523`.
 */
async function readPage(folder: string, paper: string): Promise<string | undefined> {
  const pages = join(folder, 'html');
  if (!existsSync(pages)) return undefined;
  const endings = [`-${paper}.html`, `_${paper.replace(/^a(?=\d)/, '')}.html`];
  const file = (await readdir(pages)).find((name) => endings.some((ending) => name.endsWith(ending)));
  return file === undefined ? undefined : readFile(join(pages, file), 'utf8');
}

/** Reads the reference text of a paper. Returns undefined if the file does not exist. */
export async function readReference(path: string): Promise<ReferenceText | undefined> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as ReferenceText) : undefined;
}
