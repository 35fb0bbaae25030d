import type { Box } from '../../block.ts';
import { enclose } from '../../geometry.ts';
import { inkOf, type PlacedGlyph } from '../../formulas/glyph-box.ts';
import { isSameColumn, type Line } from '../lines/line.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { isProse, proseShare } from '../lines/prose.ts';
import { glyphsOf } from '../../text/run-glyphs.ts';

const BRACE = /[{⎧⎨⎩⎪]/;
/** Left brackets that span several lines, e.g. around matrices, and their parts. */
const BRACKET = /[([{|⟨⌊⌈⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⏐]/;
const RIGHT_BRACKET = /[)\]}|⟩⌋⌉⎞⎟⎠⎤⎥⎦⎫⎬⎭⎪⏐]/;
const CASE_LETTERS = 60;
const CASE_GAP = 15; // em
const BELOW_BRACKET = 0.3; // em
const PARTS_APART = 2; // points

/** A tall left bracket in the column of a line. */
export interface Bracket {
  readonly of: Line;
  readonly box: Box;
}

/** Returns the tall left braces of lines. A brace may consist of stacked parts. */
export function findBraces(lines: readonly Line[]): Bracket[] {
  return bracketsOf(lines, BRACE);
}

/** Returns all tall left brackets of lines. */
export function findBrackets(lines: readonly Line[]): Bracket[] {
  return bracketsOf(lines, BRACKET);
}

function bracketsOf(lines: readonly Line[], signs: RegExp): Bracket[] {
  const parts = lines.flatMap((of) => partsOf(of.runs, signs).map((box) => ({ of, box })));
  return joinParts(parts, (above, part) => isSameColumn(above.of, part.of));
}

/** Returns the regions of all tall left or right brackets among runs of one page. */
export function regionsOfBrackets(runs: readonly PlacedRun[], side: 'left' | 'right'): Box[] {
  const parts = partsOf(runs, side === 'left' ? BRACKET : RIGHT_BRACKET).map((box) => ({ box }));
  return joinParts(parts, () => true).map(({ box }) => box);
}

/** Joins the stacked parts of each bracket. */
function joinParts<Part extends { readonly box: Box }>(
  parts: readonly Part[],
  maybeJoined: (above: Part, part: Part) => boolean,
): Part[] {
  const brackets: Part[] = [];
  for (const part of parts.toSorted((a, b) => a.box.top - b.box.top)) {
    const at = brackets.findLastIndex(
      (bracket) => maybeJoined(bracket, part) && continuesBracket(bracket.box, part.box),
    );
    const above = brackets[at];
    if (above) brackets[at] = { ...above, box: enclose([above.box, part.box]) ?? above.box };
    else brackets.push(part);
  }
  return brackets;
}

function continuesBracket(above: Box, below: Box): boolean {
  return Math.abs(above.left - below.left) < 1 && below.top - above.bottom < PARTS_APART;
}

/** Returns the regions of tall brackets and of their parts. */
function partsOf(all: readonly PlacedRun[], signs: RegExp): Box[] {
  const isTall = ({ extensible }: PlacedGlyph) => extensible !== undefined;
  // Fast path: most runs have no tall sign.
  const runs = all.filter((run) => run.glyphs && signs.test(run.text) && run.glyphs.some(isTall));
  const glyphs = runs.flatMap((run) => glyphsOf(run) ?? []);
  return glyphs.filter((glyph) => isTall(glyph) && signs.test(glyph.sign)).map(inkOf);
}

function isAtHeight(line: Line, { of, box }: Bracket): boolean {
  const isWithin = line.baseline >= box.top && line.baseline < box.bottom + BELOW_BRACKET * line.size;
  return isWithin && isSameColumn(of, line);
}

/** Returns whether both lines are within the height of one bracket. */
export function areEnclosed(a: Line, b: Line, brackets: readonly Bracket[]): boolean {
  return brackets.some((bracket) => isAtHeight(a, bracket) && isAtHeight(b, bracket));
}

/** Returns whether all words of a line are to the right of a brace. */
export function isCase(line: Line, brace: Bracket): boolean {
  const gap = (line.box.left - brace.box.right) / line.size;
  if (!isAtHeight(line, brace) || line.text.length > CASE_LETTERS || gap > CASE_GAP) return false;
  const before = line.runs.filter((run) => run.left < brace.box.left);
  return line.box.right > brace.box.right && !isProse({ prose: proseShare(before, line.size), mono: line.mono });
}
