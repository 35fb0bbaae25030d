import type { Box } from '../../block.ts';
import { isSameColumn, type Line } from '../lines/line.ts';
import type { Metrics } from '../lines/metrics.ts';
import type { PlacedRun } from '../../text/placed-run.ts';

/** The printed lines of one row of formulas. A fraction or an operator with limits has three lines. */
export type Band = readonly Line[];

/**
 * Minimum space in line spacings between a display's print and the text above or below. Within a paragraph, this space
 * is 0.2.
 */
const DISPLAY_SKIP = 0.4;
/** Maximum distance between consecutive rows of a display. Rows without fractions are 1.25 apart. */
const NEXT_ROW = 1.5; // line spacings
const MATH_OF_ROW = 0.3;

const RELATION = /[=<>≤≥≈∼≃≡∝≲≳≪≫→←↔∈⊂⊆≠±×∑∏∫√∂∇+−|/()[\]{}]/;

/**
 * Returns rows of displays that begin at the margin and have no number. All displays in MNRAS begin at the margin. The
 * rows are directly above or below a recognised display. Display space separates the rows from the text on their other
 * side.
 *
 * @param isBare whether a band has no words of a sentence
 */
export function rowsBeside(
  bands: readonly Band[],
  displays: ReadonlySet<Line>,
  isBare: (band: Band) => boolean,
  metrics: Metrics,
): Band[] {
  const isDisplayed = (band: Band) => displays.has(band[0] as Line);
  const isRow = (band: Band | undefined): band is Band =>
    band !== undefined &&
    !isDisplayed(band) &&
    mathOrItalicShare(band) > MATH_OF_ROW &&
    hasRelation(band) &&
    isBare(band);
  const upTo = (start: number, step: -1 | 1): Band[] => {
    const rows: Band[] = [];
    for (let i = start + step; isRow(bands[i]); i += step) {
      const [above, below] = step < 0 ? [i, i - step] : [i - step, i];
      if (!areNear(bands[above] as Band, bands[below] as Band, metrics)) break;
      rows.push(bands[i] as Band);
    }
    const end = start + step * rows.length;
    const [above, below] = step < 0 ? [end - 1, end] : [end, end + 1];
    return areApart(bands[above], bands[below], metrics) ? rows : [];
  };
  return bands.flatMap((band, i) => (isDisplayed(band) ? [...upTo(i, -1), ...upTo(i, 1)] : []));
}

/**
 * Returns whether two bands are as close as rows of a display. Limits may be between the bands if a row has tall
 * operators.
 */
function areNear(above: Band, below: Band, metrics: Metrics): boolean {
  const [last, next] = [above.at(-1) as Line, below[0] as Line];
  const leading = metrics.leading(metrics.bodySize);
  const isNext =
    next.baseline - last.baseline < NEXT_ROW * leading || next.box.top - last.box.bottom < DISPLAY_SKIP * leading;
  return isSameColumn(last, next) && isNext;
}

function areApart(above: Band | undefined, below: Band | undefined, metrics: Metrics): boolean {
  const [last, next] = [above?.at(-1), below?.[0]];
  if (!last || !next || !isSameColumn(last, next)) return true;
  return next.box.top - last.box.bottom > DISPLAY_SKIP * metrics.leading(metrics.bodySize);
}

/** Returns the share of letters in formulas and in the text italics. mathptmx uses the text italics in formulas. */
export function mathOrItalicShare(band: Band): number {
  const runs = band.flatMap((line) => line.runs);
  const lengthOf = (run: PlacedRun) => run.text.replaceAll(' ', '').length;
  const own = runs.filter(
    (run) => run.font.math || run.script !== undefined || (run.font.italic && !/\p{L}{3}/u.test(run.text)),
  );
  const sum = (some: readonly PlacedRun[]) => some.reduce((all, run) => all + lengthOf(run), 0);
  return sum(own) / Math.max(1, sum(runs));
}

export function hasRelation(band: Band): boolean {
  return band.some((line) => RELATION.test(line.text));
}

export interface Around {
  readonly above: Line | undefined;
  readonly below: Line | undefined;
}

/**
 * Returns whether the region that begins with line `first` has more space above and below than lines of a paragraph do.
 * A side without text also counts as space.
 */
export function spaceAround(
  box: Box,
  first: Line,
  { above, below }: Around,
  metrics: Metrics,
): Record<keyof Around, boolean> {
  const skip = DISPLAY_SKIP * metrics.leading(metrics.bodySize);
  return {
    above: !above || !isSameColumn(above, first) || box.top - above.box.bottom > skip,
    below: !below || !isSameColumn(below, first) || below.box.top - box.bottom > skip,
  };
}

export function isApart(box: Box, first: Line, around: Around, metrics: Metrics): boolean {
  const space = spaceAround(box, first, around, metrics);
  return space.above && space.below;
}
