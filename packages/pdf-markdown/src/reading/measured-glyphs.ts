import type { Box } from '../block.ts';
import { classOf, HORIZONTAL_PART, INTEGRAL, isDelimiter } from '../tex/signs.ts';
import type { ReadGlyph } from '../glyphs/glyphs.ts';

/** Parts of brackets and roots, and horizontal braces (Unicode block Miscellaneous Technical). */
const PART = /^[⎛-⎿⏐⏞⏟]$/;
const ROOT = '√';
/** Minimum height of a measured sign. */
const LEAST = 0.2; // em
/** Minimum height of a tall bracket. Text brackets are 0.95 to 1.1 em high. */
const TALL = 1.15; // em
/** Maximum height of a bar that is a piece of a taller bar. */
const LOW_BAR = 0.7; // em
const BAR = /^[|‖∣∥]$/;
/** Relation signs that are also bracket signs of several sizes in OpenType fonts. */
const BRACKETS: Readonly<Record<string, string>> = { '∣': '|', '∥': '‖' };
const DISPLAYED = { integral: 1.6, other: 1.2 }; // em
/** Representative codes in TeX's extensible font: a bracket, operators, a root, and parts. */
const CODES = { bracket: 0, root: 112, part: 48, bar: 12, integral: [82, 90], other: [80, 88] } as const;
/**
 * Signs that are not measured. Accents of the extensible font are on the x-height like all accents. The parts of its
 * horizontal braces are on lines.
 */
const UNMEASURED = [
  [98, 103],
  [122, 125],
] as const;

/** Returns whether the glyph's height matters: fonts have the sign in several sizes. */
export function isMeasured({ text, extensible }: ReadGlyph): boolean {
  if (extensible !== undefined) return !UNMEASURED.some(([from, to]) => extensible >= from && extensible <= to);
  return text === ROOT || PART.test(text) || BAR.test(text) || isDelimiter(text) || classOf(text) === 'op';
}

/** Adds the height and depth of the outline to a glyph. A sign of normal height in a line of text is not changed. */
export function withExtent(glyph: ReadGlyph, box: Box | undefined): ReadGlyph {
  if (!box || (box.top - box.bottom < LEAST && !HORIZONTAL_PART.test(glyph.text))) return glyph;
  const extensible = glyph.extensible ?? codeOf(glyph.text, box.top - box.bottom);
  if (extensible === undefined) return glyph;
  const text = extensible === CODES.bracket ? (BRACKETS[glyph.text] ?? glyph.text) : glyph.text;
  return { ...glyph, text, extensible, hangs: false, extent: [box.top, -box.bottom] };
}

function codeOf(text: string, height: number): number | undefined {
  if (text === ROOT) return CODES.root;
  if (PART.test(text)) return CODES.part;
  if (BAR.test(text) && height < LOW_BAR) return CODES.bar;
  if (BAR.test(text) || isDelimiter(text)) return height > TALL ? CODES.bracket : undefined;
  const kind = INTEGRAL.test(text) ? 'integral' : 'other';
  return CODES[kind][height > DISPLAYED[kind] ? 1 : 0];
}
