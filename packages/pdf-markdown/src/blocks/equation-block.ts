import type { BlockContent, Box } from '../block.ts';
import { enclose } from '../geometry.ts';
import { readDisplayed } from '../formulas/read-formula.ts';
import type { Bar, PlacedGlyph } from '../formulas/glyph-box.ts';
import type { Line } from '../layout/line.ts';
import { placeOf } from './join-lines.ts';

const BAR_REACH = 3; // points around the region of the glyphs

/** A displayed formula, read from the places of its glyphs. */
export function equationBlock(lines: readonly Line[], bars: readonly Bar[]): BlockContent {
  const glyphs = glyphsOf(lines);
  const region = enclose(lines.map((line) => line.box));
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

/** The glyphs of lines. A run that was cut keeps those of the whole, so each is taken where its part of the run is. */
function glyphsOf(lines: readonly Pick<Line, 'runs'>[]): PlacedGlyph[] {
  return lines.flatMap((line) =>
    line.runs.flatMap((run) =>
      (run.glyphs ?? []).filter((glyph) => {
        const middle = (glyph.left + glyph.right) / 2;
        return middle > run.left - 0.1 && middle < run.right + 0.1;
      }),
    ),
  );
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
