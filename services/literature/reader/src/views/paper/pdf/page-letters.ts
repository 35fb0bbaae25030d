import type { PDFDocumentProxy } from 'pdfjs-dist';

/** The letters of a PDF page without spaces, hyphens and marks, and the height of each letter. */
export interface PageLetters {
  readonly text: string;
  /** In points from the bottom of the page. */
  readonly heights: readonly number[];
}

/** Keeps only letters and digits. Line breaks, hyphens and formulas differ between a PDF and its text. */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Reads the letters of each page of a document once. */
export class DocumentLetters {
  readonly #document: PDFDocumentProxy;
  readonly #pages = new Map<number, Promise<PageLetters>>();

  constructor(document: PDFDocumentProxy) {
    this.#document = document;
  }

  async of(page: number): Promise<PageLetters> {
    const known = this.#pages.get(page) ?? this.#read(page);
    this.#pages.set(page, known);
    return await known;
  }

  async #read(number: number): Promise<PageLetters> {
    const page = await this.#document.getPage(number);
    const { items } = await page.getTextContent();
    const heights: number[] = [];
    let text = '';
    for (const item of items) {
      if (!('str' in item)) continue;
      const letters = foldLetters(item.str);
      const height = Number(item.transform[5]) + item.height;
      for (let unit = 0; unit < letters.length; unit += 1) heights.push(height);
      text += letters;
    }
    return { text, heights };
  }

  /** Finds words by the first run of their letters that a page contains. Searches outwards from the expected page. */
  async find(words: string, expected: number): Promise<{ readonly page: number; readonly height: number } | undefined> {
    const runs = runsOf(foldLetters(words));
    if (runs.length === 0) return undefined;
    for (const page of outwards(expected, this.#document.numPages)) {
      const { text, heights } = await this.of(page);
      for (const run of runs) {
        const at = text.indexOf(run);
        if (at >= 0) return { page, height: heights[at] ?? 0 };
      }
    }
    return undefined;
  }

  /** Returns the words printed below a height of a page, to find the place in the text. */
  async wordsBelow(page: number, height: number): Promise<string> {
    const { text, heights } = await this.of(page);
    const from = heights.findIndex((one) => one <= height);
    return from < 0 ? '' : text.slice(from, from + WORDS_LETTERS);
  }
}

const RUN = 24;
const MOST_RUNS = 3;
const WORDS_LETTERS = 120;

function runsOf(letters: string): string[] {
  if (letters.length < RUN) return letters === '' ? [] : [letters];
  return Array.from({ length: MOST_RUNS }, (_, at) => letters.slice(at * RUN, (at + 1) * RUN)).filter(
    (run) => run.length === RUN,
  );
}

/** Yields a number and then its neighbours, nearest first. */
function* outwards(from: number, last: number): Generator<number> {
  const middle = Math.min(Math.max(from, 1), last);
  yield middle;
  for (let step = 1; step < last; step += 1)
    for (const page of [middle + step, middle - step]) if (page >= 1 && page <= last) yield page;
}
