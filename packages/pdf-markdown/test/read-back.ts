import {
  COMPUTER_MODERN,
  displayStyle,
  metricsOf,
  setFormula,
  type FontSet,
  type FormulaTree,
} from '@almagest/upstream-lab/typeset';
import type { Alphabet } from '../src/formulas/glyph-box.ts';
import { readDisplayed, type Formula } from '../src/formulas/read-formula.ts';
import { allGlyphsOf } from '../src/text/run-glyphs.ts';
import { PLAIN_FONT } from '../src/reading/font-style.ts';
import { StripBuilder } from '../src/reading/strip-builder.ts';
import { readTextRuns } from '../src/reading/text-runs.ts';
import { readGlyph } from '../src/glyphs/glyphs.ts';

const PAGE = { width: 2000, height: 2000 };
const ALPHABETS: Readonly<Record<string, Alphabet>> = {
  OT1: 'roman',
  OML: 'italic',
  OMS: 'calligraphic',
  OMX: 'roman',
};

/** Returns the character that a file declares for a code. Only letters and digits are declared. */
function namedBy(code: number): string {
  const text = String.fromCharCode(code);
  return /[A-Za-z\d]/.test(text) ? text : '';
}

/** Prints a formula in the middle of a page and reads it back. */
export function readBack(tree: FormulaTree, fonts: FontSet = COMPUTER_MODERN): Formula {
  const box = setFormula(tree, displayStyle(fonts));
  const at = { x: 200, y: 1000 };
  const builder = new StripBuilder(PAGE);
  for (const { family, encoding, code, size, x, y } of box.glyphs) {
    const { width } = metricsOf(family, encoding, code, size);
    builder.add(readGlyph(encoding, code, namedBy(code)), at.x + x, at.y - y, width, {
      fontName: `${encoding} ${size}`,
      size,
      ux: 1,
      uy: 0,
    });
  }
  const runs = readTextRuns(builder.strips, { turns: 0, turn: [1, 0, 0, 1, 0, 0] }, (name) => ({
    style: { ...PLAIN_FONT, math: !name.startsWith('OT1') },
    alphabet: ALPHABETS[name.slice(0, 3)] ?? 'roman',
    name,
  }));
  const bars = box.rules.map(({ x, y, width, height }) => ({
    left: at.x + x,
    right: at.x + x + width,
    y: at.y - y - height / 2,
  }));
  return readDisplayed(runs.flatMap(allGlyphsOf), bars);
}
