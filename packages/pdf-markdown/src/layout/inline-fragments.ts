import { overlapLength } from '../geometry.ts';
import { isSameColumn, proseShare } from './formulas.ts';
import { makeLine, type Line } from './line.ts';
import { letterCount, type PlacedRun } from './rows.ts';

/** Operators and their limits within a line of text are short. */
const FRAGMENT_LETTERS = 16;
/** Lines of one paragraph with a tall formula between them are at most this far apart; displays leave more. Sizes. */
const PARAGRAPH_STEP = 2;
const SCRIPT_SIZE = 0.86;

/**
 * Large operators, their limits and stacked signs have baselines of their own. Between two lines of a
 * paragraph they belong to one of them; else they would tear the paragraph apart.
 *
 * @param lines of one page, in columns, each column from top to bottom
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
    if (waiting.length > 0 && above && isParagraph(above, line)) {
      const down = waiting.filter((fragment) => belongsTo(fragment, line, above));
      const up = waiting.filter((fragment) => !down.includes(fragment));
      result[result.length - 1] = merge(above, up);
      result.push(merge(line, down));
    } else {
      const near = waiting.filter((fragment) => isAt(fragment, line));
      result.push(...waiting.filter((fragment) => !near.includes(fragment)), merge(line, near));
    }
    waiting = [];
  }
  return [...result, ...waiting];
}

/** A root's sign in the first line of a paragraph stands just over it. */
function isAt(fragment: Line, line: Line): boolean {
  return (
    isSameColumn(fragment, line) &&
    proseShare(line) > 0.3 &&
    line.baseline - fragment.baseline < line.size &&
    fragment.box.left > line.box.left &&
    fragment.box.right < line.box.right
  );
}

function isFragment(line: Line): boolean {
  const letters = letterCount(line.runs);
  return letters <= FRAGMENT_LETTERS && proseShare(line) === 0 && (line.math > 0.5 || letters < 4);
}

function isParagraph(above: Line, below: Line): boolean {
  const isText = (line: Line) => proseShare(line) > 0.3 || letterCount(line.runs) > 3 * FRAGMENT_LETTERS;
  return (
    isText(above) &&
    isText(below) &&
    isSameColumn(above, below) &&
    Math.abs(above.size - below.size) < 0.5 &&
    below.baseline - above.baseline < PARAGRAPH_STEP * below.size
  );
}

/** Fragments go where their place is free; where both lines leave it free, to the nearer one. */
function belongsTo(fragment: Line, below: Line, above: Line): boolean {
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
