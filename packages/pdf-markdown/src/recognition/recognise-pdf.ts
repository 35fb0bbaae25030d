import { availableParallelism } from 'node:os';
import { Places } from '@almagest/bounded-process';
import type { Block } from '../block.ts';
import { contains } from '../geometry.ts';
import { arrangeInProcess, drawPagesInProcess, readHeadInProcess } from '../parse-in-process.ts';
import { RecognitionError } from './recognition-error.ts';
import { confidenceOf, textLines, type ReadPage } from './recognised-page.ts';
import { findTesseract, readImage, type Tesseract } from './tesseract.ts';
import type { ReadWord } from './tesseract-output.ts';

export interface RecognitionOptions {
  /** Tesseract's language codes, e.g. `eng`. The first code is the main language. */
  readonly languages: readonly string[];
  /** Stores recognised pages. After a stop, recognition resumes with the next page. */
  readonly kept?: PageStore | undefined;
  /** Receives the number of finished pages and the number of all pages, at the start and after each page. */
  readonly report?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PageStore {
  read(name: string): Promise<string | undefined>;
  store(name: string, content: string): Promise<void>;
}

export interface RecognisedPdf {
  readonly blocks: readonly RecognisedBlock[];
  /** Name and version of the program. */
  readonly program: string;
  readonly languages: readonly string[];
  /** Mean confidence per word from 0 to 1, weighted by the length of the words. */
  readonly confidence: number;
  readonly pages: readonly RecognisedPage[];
}

interface RecognisedBlock extends Block {
  /** Mean confidence of a block's words on the block's page. Absent if the words are not known. */
  readonly ocrConfidence?: number;
}

interface RecognisedPage {
  readonly page: number;
  /** Absent if no text was found. */
  readonly confidence?: number;
}

/** Resolution that Tesseract is trained for. */
const DPI = 300;
/**
 * Number of pages drawn per start of the renderer. The renderer reopens the file at each start and keeps this many
 * images in memory.
 */
const DRAWN_AT_ONCE = 4;

/** Limits the number of pages that are recognised at once, over all papers. One processor stays free. */
const places = new Places(Math.max(1, availableParallelism() - 1));

/**
 * Recognises the text of a scanned PDF with Tesseract, page by page, in separate processes with time and memory limits.
 *
 * @throws {PdfError}
 * @throws {RecognitionError}
 */
export async function recogniseInProcess(path: string, options: RecognitionOptions): Promise<RecognisedPdf> {
  const { languages, signal, report } = options;
  const tesseract = await requireTesseract(languages, signal);
  const { pages: count } = await readHeadInProcess(path, { signal });
  const pages: ReadPage[] = [];
  let done = 0;
  report?.(done, count);
  const oneMore = () => report?.((done += 1), count);
  for (let first = 1; first <= count; first += DRAWN_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(DRAWN_AT_ONCE, count - first + 1) }, (_, i) => first + i);
    for (const one of await readSome(path, numbers, tesseract, { ...options, oneMore })) pages.push(one);
  }
  const words = pages.flatMap(({ lines }) => lines.flat());
  const confidence = confidenceOf(words);
  if (confidence === undefined)
    throw new RecognitionError('no_words', `no words were recognised on the ${count} pages of the PDF`);
  const blocks = await arrangeInProcess(pages, { signal });
  return {
    blocks: blocks.map((block) => withConfidence(block, pages)),
    program: tesseract.name,
    languages,
    confidence,
    pages: pages.map(({ number, lines }) => {
      const own = confidenceOf(lines.flat());
      return { page: number, ...(own === undefined ? {} : { confidence: own }) };
    }),
  };
}

async function requireTesseract(languages: readonly string[], signal: AbortSignal | undefined): Promise<Tesseract> {
  const tesseract = await findTesseract(signal);
  if (tesseract === undefined)
    throw new RecognitionError('no_program', 'Tesseract is not installed on the machine of the service');
  const missing = languages.filter((language) => !tesseract.languages.includes(language));
  if (missing.length > 0)
    throw new RecognitionError(
      'no_language',
      `Tesseract has no data for ${missing.join(', ')}. Installed: ${tesseract.languages.join(', ') || 'none'}`,
    );
  return tesseract;
}

/** Reads some pages. Uses stored results where they exist. */
async function readSome(
  path: string,
  numbers: readonly number[],
  tesseract: Tesseract,
  { languages, kept, signal, oneMore }: RecognitionOptions & { readonly oneMore: () => void },
): Promise<ReadPage[]> {
  const nameOf = (page: number) =>
    [page, tesseract.name, ...languages].join('-').replaceAll(/[^\w.-]/g, '_') + `-${DPI}.ocr.json`;
  const known = new Map<number, ReadPage>();
  for (const page of numbers) {
    const text = await kept?.read(nameOf(page));
    if (text === undefined) continue;
    known.set(page, JSON.parse(text) as ReadPage);
    oneMore();
  }
  const missing = numbers.filter((page) => !known.has(page));
  const drawn = await drawPagesInProcess(path, missing, { dpi: DPI, signal });
  const reading = drawn.map(async ({ image, ...size }, i) => {
    const page = missing[i] ?? 0;
    const lines = await places.use(
      async () => await readImage(tesseract, image, { page, dpi: Math.round(size.dpi), languages, signal }),
      signal,
    );
    const read: ReadPage = { number: page, ...size, lines: textLines(lines) };
    known.set(page, read);
    await kept?.store(nameOf(page), JSON.stringify(read));
    oneMore();
  });
  // Waits for all pages, so that no process keeps running after a failure.
  const ended = await Promise.allSettled(reading);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return numbers.flatMap((page) => known.get(page) ?? []);
}

function withConfidence(block: Block, pages: readonly ReadPage[]): RecognisedBlock {
  const { page: number, box } = block;
  const page = pages.find((one) => one.number === number);
  if (page === undefined || box === undefined) return block;
  const points = 72 / page.dpi;
  const isIn = ({ left, top, right, bottom }: ReadWord) => {
    const [x, y] = [(points * (left + right)) / 2, (points * (top + bottom)) / 2];
    return contains(box, { left: x, right: x, top: y, bottom: y });
  };
  const ocrConfidence = confidenceOf(page.lines.flat().filter(isIn));
  return ocrConfidence === undefined ? block : { ...block, ocrConfidence };
}
