import type { Box } from '../../block.ts';
import { enclose } from '../../geometry.ts';
import type { PageContent, TextRun } from '../../reading/page-content.ts';
import { boxOfRuns } from '../lines/line.ts';
import { letterTotal, textInDrawings } from './printed-text.ts';

/** Maximum number of letters outside drawings of a font that counts as used only in drawings. */
const LETTERS_OUTSIDE = 120;
/** Maximum distance of axis labels from a drawing's frame. The labels are outside the frame. */
const AROUND = 32; // points
/** Maximum distance of labels in a label font. R leaves 5.1 lines of 12 points for the numbers and title of an axis. */
const AROUND_AXES = 62; // points
/**
 * Maximum distance of labels from an enlarged drawing, as a multiple of the label size. Unlike a logo, a drawing is
 * several times as high as its labels.
 */
const AROUND_LARGE = 2.7;
const HIGHER = 8;
const CAPTION = /^\s*(?:fig|tab)/i;
const LONGEST_LABEL = 40; // letters

/**
 * Drops axis labels and legends: text in a drawing whose font object is used only in drawings.
 *
 * The position alone is not sufficient, because the frame of a drawing may overlap the first line of its caption.
 */
export function dropFigureText(pages: readonly PageContent[]): PageContent[] {
  const inside = lettersOutside(pages, 2);
  const around = lettersOutside(pages, AROUND);
  const ofLabels = fontsOfLabels(pages, around);
  const isElsewhere = ({ fontKey }: TextRun) => around.has(fontKey) && !ofLabels.has(fontKey);
  const isOfText = (run: TextRun) =>
    isElsewhere(run) || (run.text.length >= LONGEST_LABEL && !ofLabels.has(run.fontKey));
  const ofText = new Set(pages.flatMap(({ runs }) => runs.filter(isOfText).map((run) => run.fontKey)));
  const isKept = (run: TextRun, page: PageContent) => {
    if (isNear(run, page.drawings, 2))
      return !ofLabels.has(run.fontKey) && (inside.get(run.fontKey) ?? 0) >= LETTERS_OUTSIDE;
    // A font used only in captions also occurs near drawings. But lines of captions are longer than labels.
    const reach = ofLabels.has(run.fontKey) ? AROUND_AXES : AROUND;
    const isLabel = run.text.length < LONGEST_LABEL && !CAPTION.test(run.text) && isNear(run, page.drawings, reach);
    return !isLabel || isElsewhere(run) || sharesLine(run, page.runs, ofText);
  };
  const kept = pages.map((page) => ({ page, runs: page.runs.filter((run) => isKept(run, page)) }));
  if (isPaintedOver(kept)) return pages.map((page) => ({ ...page, drawings: [] }));
  return kept.map(({ page, runs }) => {
    const own = new Set(runs);
    const dropped = page.runs.filter((run) => !own.has(run));
    const text = textInDrawings(page, dropped);
    if (dropped.length > 0 && text.size === dropped.length) return { ...page, drawings: [] };
    const labels = dropped.filter((run) => !text.has(run));
    const boxes = labels.map((run) => boxOfRuns([run]));
    const kept = page.runs.filter((run) => own.has(run) || text.has(run));
    return { ...page, runs: kept, labels, drawings: growDrawings(page.drawings, boxes) };
  });
}

/** Maximum share of a label font's letters away from drawings, e.g. in titles above pages of panels. */
const LABELS_APART = 0.15;
/**
 * The same share for a font that occurs only on pages with drawings, if at most `FEW_PAGES` of all pages have drawings.
 */
const LABELS_APART_THERE = 0.5;
const FEW_PAGES = 0.6;
/**
 * Maximum share of a label font's letters in runs longer than most labels, such as titles. Captions consist mostly of
 * longer runs.
 */
const LONG_LABELS = 0.1;

/** Returns the fonts that have several label words and occur almost only around drawings. */
function fontsOfLabels(pages: readonly PageContent[], around: ReadonlyMap<string, number>): ReadonlySet<string> {
  const runs = Map.groupBy(
    pages.flatMap((page) => page.runs),
    (run) => run.fontKey,
  );
  const drawn = pages.filter(({ drawings }) => drawings.length > 0);
  const onOthers = new Set(
    pages.flatMap((page) => (page.drawings.length > 0 ? [] : page.runs.map(({ fontKey }) => fontKey))),
  );
  const isOfLabels = (font: string, own: readonly TextRun[]) => {
    const letters = letterTotal(own);
    const long = letterTotal(own.filter(({ text }) => text.length >= LONGEST_LABEL));
    const isThere = drawn.length <= FEW_PAGES * pages.length && !onOthers.has(font);
    const isAround = (around.get(font) ?? 0) < (isThere ? LABELS_APART_THERE : LABELS_APART) * letters;
    return letters >= LETTERS_OUTSIDE && isAround && long < LONG_LABELS * letters;
  };
  return new Set([...runs].flatMap(([font, own]) => (isOfLabels(font, own) ? [font] : [])));
}

/** Minimum number of words in a run of text. Runs of labels have fewer words. */
const WORDS_OF_TEXT = 4;
/**
 * Maximum share of the text in drawings. If the share is larger, the drawings are backgrounds and frames, as in
 * reference cards.
 */
const TEXT_IN_FRAMES = 0.3;

/**
 * Returns whether most of a document's text is in drawings but is not labels. This text is printed on top of the
 * drawings.
 */
function isPaintedOver(kept: readonly { readonly page: PageContent; readonly runs: readonly TextRun[] }[]): boolean {
  const [all, outside] = [
    letterTotal(kept.flatMap(({ page }) => page.runs)),
    letterTotal(kept.flatMap(({ runs }) => runs)),
  ];
  if (2 * outside >= all) return false;
  const dropped = kept.flatMap(({ page, runs }) => {
    const own = new Set(runs);
    return page.runs.filter((run) => !own.has(run));
  });
  const ofText = dropped.filter(({ words }) => words.length >= WORDS_OF_TEXT);
  return letterTotal(ofText) >= TEXT_IN_FRAMES * letterTotal(dropped);
}

/** Extends each drawing by the labels around it. A label belongs to the nearest drawing. */
export function growDrawings(drawings: readonly Box[], labels: readonly Box[]): Box[] {
  const grown = [...drawings];
  for (const label of labels) {
    const distances = drawings.map((drawing) => distance(drawing, label));
    const nearest = distances.indexOf(Math.min(...distances));
    const drawing = grown[nearest];
    if (drawing && (distances[nearest] ?? Infinity) <= AROUND_AXES)
      grown[nearest] = enclose([drawing, label]) ?? drawing;
  }
  return grown;
}

function distance(a: Box, b: Box): number {
  return Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom, 0);
}

/** Returns the number of letters of each font that are more than `margin` points away from any drawing. */
function lettersOutside(pages: readonly PageContent[], margin: number): Map<string, number> {
  const letters = new Map<string, number>();
  for (const page of pages) {
    for (const run of page.runs) {
      if (isNear(run, page.drawings, margin)) continue;
      letters.set(run.fontKey, (letters.get(run.fontKey) ?? 0) + run.text.length);
    }
  }
  return letters;
}

function isNear(run: TextRun, drawings: readonly Box[], margin: number): boolean {
  const x = (run.left + run.right) / 2;
  const y = run.baseline - 0.3 * run.size;
  return drawings.some((box) => {
    const isLarge = margin === AROUND && box.bottom - box.top > HIGHER * run.size;
    const reach = isLarge ? Math.max(margin, AROUND_LARGE * run.size) : margin;
    return x > box.left - reach && x < box.right + reach && y > box.top - reach && y < box.bottom + reach;
  });
}

/** Maximum shift and gap of a symbol in a line of text. Symbols in captions are shifted like scripts. */
const SAME_LINE = 0.6; // em
const BESIDE = 2.5; // em

/**
 * Returns whether the run is next to text in a font that does not occur only in labels. A symbol in a caption is such a
 * run.
 */
function sharesLine(run: TextRun, runs: readonly TextRun[], textFonts: ReadonlySet<string>): boolean {
  return runs.some(
    (other) =>
      other.fontKey !== run.fontKey &&
      textFonts.has(other.fontKey) &&
      Math.abs(other.baseline - run.baseline) < SAME_LINE * run.size &&
      other.left < run.right + BESIDE * run.size &&
      other.right > run.left - BESIDE * run.size,
  );
}
