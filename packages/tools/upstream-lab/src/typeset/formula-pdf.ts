import { setDisplay } from './display.ts';
import type { FormulaTree } from './formula-tree.ts';
import { glyphBox, kern, sideBySide, type MathBox } from './math-box.ts';
import { writePages, type PlacedBox } from './page-pdf.ts';
import { setFormula } from './set-formula.ts';
import { COMPUTER_MODERN, textStyle, type FontSet } from './style.ts';

/** A formula to print on its own line or within a sentence. */
export interface PrintedFormula {
  readonly tree: FormulaTree;
  readonly place: 'display' | 'text';
  /** The numbers of a display, without parentheses: one, or one per row. */
  readonly numbers?: readonly string[];
}

// Points.
const LEFT = 72;
const WIDTH = 468;
const TOP = 80;
const BOTTOM = 720;
const LEADING = 12;
const WORD_SPACE = 1 / 3; // sizes
const DISPLAY_SKIP = 10;

const WORDS =
  'the spectra of most hot stars show lines that change with time and these models of their winds explain them well'.split(
    ' ',
  );

/**
 * Prints formulas between lines of prose, with fonts named and numbered as in TeX. Like many files, the PDF contains
 * only the printed codes and not the characters.
 *
 * @param dotsPerInch if given, the fonts are bitmaps for a printer of this resolution, and have no names
 */
export function writeFormulaPdf(
  formulas: readonly PrintedFormula[],
  fonts: FontSet = COMPUTER_MODERN,
  dotsPerInch?: number,
): Buffer {
  const pages: PlacedBox[][] = [[]];
  let y = TOP;
  for (const { tree, place, numbers = [] } of formulas) {
    const box = place === 'text' ? setFormula(tree, textStyle(fonts)) : setDisplay(tree, fonts, numbers, WIDTH);
    const needed = 4 * LEADING + 2 * DISPLAY_SKIP + box.height + box.depth;
    if (y + needed > BOTTOM) {
      pages.push([]);
      y = TOP;
    }
    const page = pages.at(-1) as PlacedBox[];
    for (let i = 0; i < 2; i++, y += LEADING) page.push({ box: proseLine(i * 7, fonts), x: LEFT, baseline: y });
    if (place === 'text') {
      const baseline = y + Math.max(0, box.height - 8);
      page.push({ box: withProse(box, fonts), x: LEFT, baseline });
      y = baseline + Math.max(LEADING, box.depth + 9) + LEADING / 2;
    } else {
      const baseline = y - LEADING + DISPLAY_SKIP + Math.max(box.height, 7) + 3;
      page.push({ box, x: LEFT, baseline });
      y = baseline + box.depth + DISPLAY_SKIP + 9;
    }
  }
  return writePages(pages, dotsPerInch);
}

/** Sets words with TeX's space between them. */
export function wordsBox(text: string, fonts: FontSet): MathBox {
  const words = text.split(' ').map((word) => wordBox(word, fonts));
  return spaced(words, WORD_SPACE * fonts.sizes[0]);
}

function wordBox(word: string, { family, sizes: [size] }: FontSet): MathBox {
  return sideBySide(word.split('').map((letter) => glyphBox(family, 'OT1', letter.charCodeAt(0), size)));
}

/** Sets a line of words that fills the width of the text with stretched spaces. */
export function proseLine(from: number, fonts: FontSet): MathBox {
  const words: MathBox[] = [];
  let width = 0;
  for (let i = from; ; i++) {
    const word = wordBox(WORDS[i % WORDS.length] ?? '', fonts);
    if (width + word.width + words.length * WORD_SPACE * fonts.sizes[0] > WIDTH) break;
    words.push(word);
    width += word.width;
  }
  return spaced(words, (WIDTH - width) / (words.length - 1));
}

function spaced(boxes: readonly MathBox[], space: number): MathBox {
  return sideBySide(boxes.flatMap((box, i) => (i > 0 ? [kern(space), box] : [box])));
}

/** Sets a formula within the last line of a paragraph. */
function withProse(box: MathBox, fonts: FontSet): MathBox {
  const [before, after] = [wordsBox('for which the value', fonts), wordsBox('holds in all of these models', fonts)];
  return spaced([before, box, after], WORD_SPACE * fonts.sizes[0]);
}
