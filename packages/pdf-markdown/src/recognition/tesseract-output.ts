/** A word that Tesseract read. Positions are in pixels from the image's upper left corner. */
export interface ReadWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Tesseract's confidence from 0 to 1. */
  readonly confidence: number;
}

/** The words of a line, from left to right. */
export type ReadLine = readonly ReadWord[];

/** Number of columns in Tesseract's TSV (`tessedit_create_tsv`). The last column is the text. */
const COLUMNS = 12;
const WORD_LEVEL = '5';

/** Reads Tesseract's table of words. The table has one row for each page, block, paragraph, line and word. */
export function readTesseractTable(tsv: string): ReadLine[] {
  const lines = new Map<string, ReadWord[]>();
  for (const row of tsv.split(/\r?\n/)) {
    const cells = row.split('\t');
    const [level, page, block, paragraph, line] = cells;
    if (level !== WORD_LEVEL || cells.length !== COLUMNS) continue;
    const word = wordOf(cells);
    if (word === undefined) continue;
    const key = [page, block, paragraph, line].join(' ');
    const own = lines.get(key);
    if (own) own.push(word);
    else lines.set(key, [word]);
  }
  return [...lines.values()];
}

/** Drops words that contain only spaces. These words come from pictures and rules. */
function wordOf(cells: readonly string[]): ReadWord | undefined {
  const [left = NaN, top = NaN, width = NaN, height = NaN, percent = NaN] = cells.slice(6, 11).map(Number);
  const text = (cells[11] ?? '').trim();
  if (text === '' || !(percent >= 0) || ![left, top, width, height].every(Number.isFinite)) return undefined;
  return { text, left, top, right: left + width, bottom: top + height, confidence: Math.min(percent, 100) / 100 };
}
