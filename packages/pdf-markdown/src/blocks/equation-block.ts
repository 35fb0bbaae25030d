import type { BlockContent, Box } from '../block.ts';
import { enclose } from '../geometry.ts';
import { readDisplayed } from '../formulas/read-formula.ts';
import { inkOf, type Bar } from '../formulas/glyph-box.ts';
import type { Line } from '../layout/line.ts';
import { glyphsOf } from '../layout/run-glyphs.ts';
import { placeOf } from './join-lines.ts';

const BAR_REACH = 3; // points around the region of the glyphs

/** A displayed formula, read from the places of its glyphs. */
export function equationBlock(lines: readonly Line[], bars: readonly Bar[]): BlockContent {
  const glyphs = lines.flatMap((line) => line.runs.flatMap((run) => glyphsOf(run) ?? []));
  // The sign of a root is on the line of what it encloses, but higher.
  const region = enclose([...lines.map((line) => line.box), ...glyphs.map(inkOf)]);
  const formula = readDisplayed(glyphs, region ? barsIn(bars, region) : []);
  return {
    kind: 'equation',
    text: formula.text,
    markdown: `$$\n${formula.tex}\n$$`,
    numbers: formula.numbers,
    confidence: formula.confidence,
    ...placeOf(lines),
  };
}

function barsIn(bars: readonly Bar[], { left, top, right, bottom }: Box): Bar[] {
  return bars.filter(
    (bar) =>
      bar.y > top - BAR_REACH &&
      bar.y < bottom + BAR_REACH &&
      bar.left > left - BAR_REACH &&
      bar.right < right + BAR_REACH,
  );
}
