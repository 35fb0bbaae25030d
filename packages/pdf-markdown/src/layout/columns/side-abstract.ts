import type { Rule } from '../../reading/page-content.ts';
import { boxOfRuns } from '../lines/line.ts';
import type { Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';

/** The abstract and the narrow column next to it in Elsevier's layout. */
export interface SideAbstract {
  /** The dates and keywords of the article, row by row, without the column's heading. */
  readonly info: readonly (readonly PlacedRun[])[];
  readonly abstract: readonly (readonly PlacedRun[])[];
  /** Vertical position in points above the heading. */
  readonly y: number;
  /** All runs of both columns. */
  readonly taken: readonly PlacedRun[];
}

const INFO = /^articleinfo(?:rmation)?$|^infoarticle$/i;
/** Minimum space between the columns. */
const NARROWEST_STRIP = 1; // em
const AT_EDGE = 2; // points
/**
 * Maximum distance between two lines. Without a rule below the columns, the columns end before the first larger
 * distance. Groups of keywords are separated by a blank line.
 */
const WIDEST_STEP = 2.6; // em

/** Finds an abstract next to the article data. A reader that goes row by row would mix the lines of the two columns. */
export function findSideAbstract(rows: readonly Row[], rules: readonly Rule[]): SideAbstract | undefined {
  for (const [from, { runs, baseline }] of rows.entries()) {
    if (!/abstract$/i.test(squeezed(runs))) continue;
    const at = runs.findIndex((_, i) => i > 0 && /^abstract$/i.test(squeezed(runs.slice(i))));
    const heading = runs[at];
    if (heading && INFO.test(squeezed(runs.slice(0, at)))) {
      const box = boxOfRuns(runs);
      const below = rules.find(
        ({ y, left, right }) => y > baseline + heading.size && left < box.left + AT_EDGE && right > box.right,
      );
      const { info, abstract } = takeRows(
        rows.slice(from + 1),
        { left: heading.left, row: rows[from] as Row },
        below?.y,
      );
      const taken = [...runs, ...info.flat(), ...abstract.flat()];
      return { info, abstract: [runs.slice(at), ...abstract], y: baseline - heading.size, taken };
    }
  }
  return undefined;
}

/** Returns the letters of runs without spaces, because headings may be letterspaced. */
export function squeezed(runs: readonly PlacedRun[]): string {
  return runs.map(({ text }) => text.replaceAll(/\s/g, '')).join('');
}

/** Returns the rows on either side of the strip before the abstract, up to the first row that crosses the strip. */
function takeRows(rows: readonly Row[], start: { readonly left: number; readonly row: Row }, end: number | undefined) {
  const info: PlacedRun[][] = [];
  const abstract: PlacedRun[][] = [];
  let above = start.row;
  for (const row of rows) {
    const size = row.runs[0]?.size ?? 0;
    const isPast = end === undefined ? row.baseline - above.baseline > WIDEST_STEP * size : row.baseline > end;
    const right = row.runs.filter((run) => run.left > start.left - AT_EDGE);
    const left = row.runs.filter((run) => !right.includes(run));
    if (isPast || left.some((run) => run.right > start.left - NARROWEST_STRIP * run.size)) break;
    if (left.length > 0) info.push(left);
    if (right.length > 0) abstract.push(right);
    above = row;
  }
  return { info, abstract };
}
