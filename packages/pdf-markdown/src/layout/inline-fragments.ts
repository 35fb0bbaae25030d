import type { Bar } from '../formulas/glyph-box.ts';
import { overlapLength } from '../geometry.ts';
import { isOperatorOf } from './limit-lines.ts';
import { isSameColumn, makeLine, type Line } from './line.ts';
import { letterCount, type PlacedRun } from './rows.ts';
import { isTallBelow } from './run-glyphs.ts';

/** The largest number of letters of a fragment: operators within a line of text and their limits are short. */
const FRAGMENT_LETTERS = 16;
/**
 * Largest distance, in sizes, of two lines of a paragraph with a tall formula between them. Displayed formulas leave
 * more.
 */
const PARAGRAPH_STEP = 2;
const SCRIPT_SIZE = 0.86;
/** The share of prose in a line of text, at least. */
const TEXT = 0.3;
/** The least distance of lines, sizes. */
const SOLID = 0.9;

/**
 * Large operators, their limits and stacked signs have their own baselines. Between two lines of a paragraph they
 * belong to one of them; left alone they would split the paragraph.
 *
 * @param lines of one page by columns, each column from top to bottom
 */
export function absorbFragments(lines: readonly Line[]): Line[] {
  const columns = new Map<Line['column'], Line[]>();
  for (const line of lines) columns.set(line.column, [...(columns.get(line.column) ?? []), line]);
  return [...columns.values()].flatMap(absorbInColumn);
}

function absorbInColumn(lines: readonly Line[]): Line[] {
  const result: Line[] = [];
  let waiting: Line[] = [];
  for (const line of lines) {
    if (isFragment(line)) {
      waiting.push(line);
      continue;
    }
    const above = result.at(-1);
    const limits = waiting.filter((own) => isLimitIn(own, line) || (above !== undefined && isLimitIn(own, above)));
    waiting = waiting.filter((own) => !limits.includes(own));
    const isShort = waiting.some((own) => above && isShortLine(own, above, line));
    if (waiting.length > 0 && above && isParagraph(above, line) && !isShort) {
      const down = waiting.filter((fragment) => belongsTo(fragment, line, above));
      const up = waiting.filter((fragment) => !down.includes(fragment));
      result[result.length - 1] = merge(above, up);
      result.push(...limits, merge(line, down));
    } else {
      const near = isShort ? [] : waiting.filter((fragment) => isAt(fragment, line));
      const apart = [...limits, ...waiting.filter((fragment) => !near.includes(fragment))];
      result.push(...apart.toSorted((a, b) => a.baseline - b.baseline), merge(line, near));
    }
    waiting = [];
  }
  return [...result, ...waiting];
}

/** Whether this is the limit of an operator in a display, which stands close to the text above or below it. */
function isLimitIn(fragment: Line, display: Line): boolean {
  return display.prose <= TEXT && isOperatorOf(fragment, display);
}

/** The sign of a root in the first line of a paragraph is slightly above the line. */
function isAt(fragment: Line, line: Line): boolean {
  return (
    isSameColumn(fragment, line) &&
    line.prose > TEXT &&
    line.baseline - fragment.baseline < line.size &&
    fragment.box.left > line.box.left &&
    fragment.box.right < line.box.right &&
    !hangsFromOther(fragment, line) &&
    !line.runs.some((run) => isAbove(fragment, run))
  );
}

/** Whether this is a part of a fraction whose line is none of the text's: a denominator of the display above. */
function hangsFromOther(fragment: Line, line: Line): boolean {
  const bars = barsOf(fragment);
  const own = new Set(barsOf(line));
  return bars.length > 0 && !bars.some((bar) => own.has(bar));
}

/** Whether words are below the fragment: the limit of an operator in a display above. Those of text are beside it. */
function isAbove({ box }: Line, run: PlacedRun): boolean {
  return run.words.length > 1 && !run.font.math && run.left < box.left && run.right > box.right;
}

function barsOf({ runs }: Line): Bar[] {
  return runs.flatMap((run) => run.glyphs?.flatMap((glyph) => glyph.bars ?? []) ?? []);
}

function isFragment(line: Line): boolean {
  const letters = letterCount(line.runs);
  return letters <= FRAGMENT_LETTERS && line.prose === 0 && (line.math > 0.5 || letters < 4);
}

function isParagraph(above: Line, below: Line): boolean {
  const isText = (line: Line) => line.prose > TEXT || letterCount(line.runs) > 3 * FRAGMENT_LETTERS;
  return (
    isText(above) &&
    isText(below) &&
    isSameColumn(above, below) &&
    Math.abs(above.size - below.size) < 0.5 &&
    below.baseline - above.baseline < PARAGRAPH_STEP * below.size
  );
}

/** Emulateapj sets references solid, so a last line of one or two letters is as near as a fragment. It is halfway between its neighbours. */
function isShortLine(fragment: Line, above: Line, below: Line): boolean {
  const steps = [fragment.baseline - above.baseline, below.baseline - fragment.baseline];
  return (
    fragment.math === 0 &&
    Math.abs(fragment.size - below.size) < 0.5 &&
    steps.every((step) => step > SOLID * below.size)
  );
}

/** A fragment belongs to the line that has room for it; if both have, to the nearer one. */
function belongsTo(fragment: Line, below: Line, above: Line): boolean {
  if (fragment.runs.every((run) => isTallBelow(run, above.baseline))) return true;
  const covered = (line: Line) =>
    line.runs.reduce((sum, run) => sum + overlapLength(run.left, run.right, fragment.box.left, fragment.box.right), 0);
  const difference = covered(below) - covered(above);
  if (Math.abs(difference) > 0.4 * (fragment.box.right - fragment.box.left)) return difference < 0;
  return Math.abs(below.baseline - fragment.baseline) <= Math.abs(fragment.baseline - above.baseline);
}

function merge(line: Line, fragments: readonly Line[]): Line {
  if (fragments.length === 0) return line;
  const added = fragments.flatMap((fragment) => fragment.runs.map((run) => asPart(run, line)));
  return makeLine(
    line.page,
    line.column,
    [...line.runs, ...added].toSorted((a, b) => a.left - b.left),
  );
}

function asPart(run: PlacedRun, line: Line): PlacedRun {
  if (run.script || run.size > SCRIPT_SIZE * line.size) return run;
  return { ...run, script: run.baseline < line.baseline ? 'sup' : 'sub' };
}
