import type { Block } from '../block.ts';
import { writeBlocks } from '../blocks/write-blocks.ts';
import { median } from '../geometry.ts';
import { arrange } from '../layout/arrange.ts';
import { PLAIN_FONT } from '../reading/font-style.ts';
import type { PageContent, TextRun } from '../reading/page-content.ts';
import type { ReadPage } from './recognised-page.ts';
import type { ReadLine, ReadWord } from './tesseract-output.ts';

/** Letter heights as shares of the font size in Times and similar fonts. */
const HEIGHTS = { tall: 0.68, low: 0.45, below: 0.22 };
const TALL = /[A-Z\dbdfhklt]/;
const BELOW = /[gjpqy,;()[\]{}|/§Q]/;

/** Sizes within 13 % of the text size count as the text size, because recognition measures heights in pixels. */
const SAME_SIZE = 0.13;
const SIZE_STEP = 0.5; // points
/** Minimum number of words in a line whose slope shows how the page is rotated. */
const LEVEL_WORDS = 6;

export function arrangeRecognised(pages: readonly ReadPage[]): Block[] {
  return writeBlocks(arrange(asPrinted(pages)));
}

/**
 * Converts recognised pages to printed pages: straight, with baselines and a uniform text size. The rules for PDF text
 * then apply to these pages.
 */
function asPrinted(pages: readonly ReadPage[]): PageContent[] {
  const measured = pages.map(measurePage);
  const sizes = measured.flatMap(({ lines }) => lines.flatMap(({ size, words }) => words.map(() => size)));
  const bodySize = roundSize(median(sizes, 10));
  return measured.map(({ page, lines }) => ({
    number: page.number,
    turns: 0,
    width: page.width,
    height: page.height,
    runs: lines.map((line) => toRun(line, bodySize)),
    rules: [],
    drawings: [],
    grids: [],
  }));
}

interface MeasuredLine {
  readonly words: readonly ReadWord[];
  readonly baseline: number;
  readonly size: number;
}

function measurePage(page: ReadPage): { page: ReadPage; lines: MeasuredLine[] } {
  const points = 72 / page.dpi;
  const slope = median(page.lines.filter((line) => line.length >= LEVEL_WORDS).map(slopeOf), 0);
  const lines = page.lines.map((line) => line.map((word) => straighten(word, points, slope)));
  return { page, lines: lines.map(measureLine) };
}

/** Returns the slope of a line in pixels downwards per pixel to the right. */
function slopeOf(line: ReadLine): number {
  const half = Math.floor(line.length / 2);
  const at = (words: ReadLine) => ({
    x: median(middles(words, 'left', 'right'), 0),
    y: median(middles(words, 'top', 'bottom'), 0),
  });
  const [from, to] = [at(line.slice(0, half)), at(line.slice(half))];
  return to.x > from.x ? (to.y - from.y) / (to.x - from.x) : 0;
}

function middles(words: ReadLine, from: 'left' | 'top', to: 'right' | 'bottom'): number[] {
  return words.map((word) => (word[from] + word[to]) / 2);
}

/** Rotates a word back around the corner of the page. Converts the word to points. */
function straighten(word: ReadWord, points: number, slope: number): ReadWord {
  const middle = (word.top + word.bottom) / 2;
  const down = slope * ((word.left + word.right) / 2);
  return {
    ...word,
    left: points * (word.left + slope * middle),
    right: points * (word.right + slope * middle),
    top: points * (word.top - down),
    bottom: points * (word.bottom - down),
  };
}

function measureLine(words: readonly ReadWord[]): MeasuredLine {
  const onBaseline = words.filter(({ text }) => !BELOW.test(text));
  const tall = words.filter(({ text }) => TALL.test(text));
  const depth = onBaseline.length > 0 ? 0 : HEIGHTS.below;
  const height = tall.length > 0 ? HEIGHTS.tall : HEIGHTS.low;
  const bottom = median(edges(depth === 0 ? onBaseline : words, 'bottom'), 0);
  const top = median(edges(tall.length > 0 ? tall : words, 'top'), 0);
  const size = (bottom - top) / (height + depth);
  return { words, size, baseline: bottom - depth * size };
}

function edges(words: ReadLine, edge: 'top' | 'bottom'): number[] {
  return words.map((word) => word[edge]);
}

function toRun({ words, baseline, size }: MeasuredLine, bodySize: number): TextRun {
  const isBody = Math.abs(size - bodySize) < SAME_SIZE * bodySize;
  return {
    text: words.map(({ text }) => text).join(' '),
    words: words.map(({ text, left, right }) => ({ text, left, right })),
    left: words[0]?.left ?? 0,
    right: words.at(-1)?.right ?? 0,
    baseline,
    size: isBody ? bodySize : roundSize(size),
    font: PLAIN_FONT,
    fontKey: 'recognised',
  };
}

function roundSize(size: number): number {
  return Math.max(1, Math.round(size / SIZE_STEP) * SIZE_STEP);
}
