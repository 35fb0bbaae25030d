import type { Box } from '../block.ts';
import { enclose, overlapLength, touch } from '../geometry.ts';
import type { Strip } from './strip-builder.ts';

/** Sine of the largest angle of a line that counts as straight. The tolerance covers rounding errors. */
const LEVEL = 0.05;
/** Height of letters above their baseline, and depth below it, in em. */
const ASCENT = 0.75;
const DESCENT = 0.25;
/** Maximum shift between a script and the baseline of its line, and maximum space between the parts of a line. */
const SAME_LINE = 0.45; // em
const WITHIN_LINE = 1; // em
/**
 * Limits for the cells below a head: maximum distance from the head, and maximum length of a cell. A head is above at
 * least two cells of its column.
 */
const BODY_WITHIN = 6; // em
const LONGEST_CELL = 10; // em
/** Minimum number of heads. A single line is the label of an axis. */
const FEWEST_HEADS = 2;
/** Maximum distances of axis labels: from their drawing, and from the numbers of the axis next to the labels. */
const AROUND_DRAWING = 20; // points
const BESIDE_NUMBERS = 4; // em
const NUMBER = /^[−–-]?[\d.,]+%?$/;

/** A line of text that runs up or down the page. */
interface Line {
  readonly parts: readonly Strip[];
  readonly box: Box;
}

/**
 * Turns the sideways heads of an upright table upright. Each head is moved to the lower end of its line and squeezed
 * into the width of the sideways print. So the head stays above its column.
 *
 * @param drawingsOf finds the drawings. Sideways text next to a drawing is a label
 */
export function uprightHeads(strips: readonly Strip[], drawingsOf: () => readonly Box[]): readonly Strip[] {
  const sideways = strips.filter(isSideways);
  if (sideways.length < FEWEST_HEADS) return strips;
  const upright = strips.filter(({ ux, uy }) => ux > 0 && Math.abs(uy) < LEVEL);
  const above = linesOf(sideways).filter((line) => isAboveCells(line, upright) && !isOfAxis(line, upright));
  const heads = above.filter((line) => above.some((other) => other !== line && areLevel(line, other)));
  if (heads.length < FEWEST_HEADS) return strips;
  const drawings = drawingsOf();
  if (heads.some(({ box }) => drawings.some((drawing) => touch(box, drawing, AROUND_DRAWING)))) return strips;
  const bottom = Math.max(...heads.map(({ box }) => box.bottom));
  const turned = new Map(
    heads.flatMap((head) => head.parts.map((part) => [part, turnedUp(part, head, bottom)] as const)),
  );
  return strips.map((strip) => turned.get(strip) ?? strip);
}

function isSideways({ ux }: Strip): boolean {
  return Math.abs(ux) < LEVEL;
}

/** Joins the strips of each line: letters in several fonts, and scripts. */
function linesOf(strips: readonly Strip[]): Line[] {
  const lines: Line[] = [];
  for (const part of strips) {
    const last = lines.at(-1);
    const [before] = last?.parts ?? [];
    const box = boxOf(part);
    const isSame =
      last &&
      before &&
      before.uy * part.uy > 0 &&
      Math.abs(before.x - part.x) < SAME_LINE * before.size &&
      touch({ ...last.box, left: 0, right: 0 }, { ...box, left: 0, right: 0 }, WITHIN_LINE * before.size);
    if (isSame) lines[lines.length - 1] = { parts: [...last.parts, part], box: enclose([last.box, box]) ?? box };
    else lines.push({ parts: [part], box });
  }
  return lines;
}

function boxOf(strip: Strip): Box {
  const { x, y, size, uy } = strip;
  const [up, down] = uy < 0 ? [ASCENT, DESCENT] : [DESCENT, ASCENT];
  const end = y + uy * lengthOf(strip);
  return { left: x - up * size, right: x + down * size, top: Math.min(y, end), bottom: Math.max(y, end) };
}

function lengthOf({ words }: Strip): number {
  return words.at(-1)?.to ?? 0;
}

/** Returns whether short upright print is below a line in at least two rows. */
function isAboveCells({ parts: [first], box }: Line, upright: readonly Strip[]): boolean {
  const size = first?.size ?? 0;
  const cells = upright.filter(
    (strip) =>
      strip.y > box.bottom &&
      strip.y < box.bottom + BODY_WITHIN * size &&
      lengthOf(strip) < LONGEST_CELL * strip.size &&
      isInColumn(strip, box, size),
  );
  return areSeveralRows(cells);
}

/** Returns whether numbers are next to a line in several rows. */
function isOfAxis({ parts: [first], box }: Line, upright: readonly Strip[]): boolean {
  const reach = BESIDE_NUMBERS * (first?.size ?? 0);
  const numbers = upright.filter(
    (strip) =>
      strip.y > box.top &&
      strip.y < box.bottom &&
      NUMBER.test(strip.words[0]?.text ?? '') &&
      isInColumn(strip, box, reach),
  );
  return areSeveralRows(numbers);
}

function isInColumn(strip: Strip, { left, right }: Box, margin: number): boolean {
  return overlapLength(strip.x, strip.x + lengthOf(strip), left - margin, right + margin) > 0;
}

function areSeveralRows(strips: readonly Strip[]): boolean {
  return new Set(strips.map(({ y }) => Math.round(y))).size > 1;
}

function areLevel({ box }: Line, { box: other }: Line): boolean {
  return overlapLength(box.top, box.bottom, other.top, other.bottom) > 0;
}

/** Returns a part of a head as upright print on the baseline `bottom`. */
function turnedUp(part: Strip, { parts: [first], box }: Line, bottom: number): Strip {
  const scale = (box.right - box.left) / (box.bottom - box.top);
  const along = part.uy < 0 ? box.bottom - part.y : part.y - box.top;
  const drop = -part.uy * (part.x - (first?.x ?? part.x));
  const squeezed = <Part extends { readonly from: number; readonly to: number }>(own: Part): Part => ({
    ...own,
    from: own.from * scale,
    to: own.to * scale,
  });
  return {
    ...part,
    ux: 1,
    uy: 0,
    x: box.left + along * scale,
    y: bottom + drop,
    words: part.words.map(squeezed),
    glyphs: part.glyphs.map(squeezed),
  };
}
