import { median, mode } from '../../geometry.ts';
import type { PageRows, Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount } from '../rows/rows.ts';

/** A column of numbers. Each number is on the line that it counts. */
interface NumberColumn {
  readonly numbers: readonly Numbered[];
  readonly edge: number;
}

interface Numbered {
  readonly run: PlacedRun;
  readonly row: Row;
}

/**
 * Minimum number of line numbers in a column on a page. A shorter column at the margin is also accepted if other pages
 * have line numbers or continue the column.
 */
const FEWEST_OF_A_PAGE = 10;
const FEWEST_OF_A_DOCUMENT = 2;
const SAME_EDGE = 2.5; // points; numbers may be aligned at either side
/** Possible steps between consecutive numbers. `lineno` usually numbers every line or every fifth line. */
const STEPS = [1, 2, 5, 10];
const LARGEST_STEP = Math.max(...STEPS);
const REGULAR_SHARE = 0.8;
const ALIGNED_SHARE = 0.4;
/**
 * Minimum share of numbers that are separate from the text. The first lines of references may extend as far to the left
 * as the numbers.
 */
const BESIDE_SHARE = 0.5;
/**
 * Maximum size of line numbers between columns, as a share of the text size. Numbers in a table are not smaller than
 * the text.
 */
const SMALLER = 0.87;
/** Minimum distance of a line number from its text, in em of the number. */
const DISTANCE = 0.5;
const SAME_SIZE = 0.3; // points
const SAME_BASELINE = 0.5; // points
const OUTSIDE_SHARE = 0.9;
const EVEN_WITHIN = 0.5; // points

/**
 * Removes the line numbers of referee copies. These are columns of numbers at either margin or between two columns. The
 * numbers increase by one from line to line, or by five from number to number.
 */
export function removeLineNumbers(pages: readonly PageRows[]): PageRows[] {
  const columns = withoutRepeated(pages.map((page) => numberColumns(page, FEWEST_OF_A_DOCUMENT)));
  const certain = new Set([
    ...columns.flat().filter(({ numbers }) => numbers.length >= FEWEST_OF_A_PAGE),
    ...continuedColumns(columns),
  ]);
  const known = [...certain].flatMap(({ numbers }) => numbers.slice(0, 1).map(({ run }) => run));
  return pages.map((page, i) => {
    const isKnown = ({ numbers: [first] }: NumberColumn) =>
      known.some((run) => first !== undefined && isSamePrint(run, first.run));
    const own = (columns[i] ?? []).filter((column) => certain.has(column) || isKnown(column));
    const numbers = new Set([
      ...own.flatMap((column) => column.numbers.map(({ run }) => run)),
      ...strayNumbers(page.rows, known),
    ]);
    return numbers.size === 0 ? page : { ...page, rows: withoutRuns(page.rows, numbers) };
  });
}

/**
 * Drops columns that start with the same number on several pages, such as years in table rows. Line numbers begin at
 * one or continue the numbers of the previous page.
 */
function withoutRepeated(columns: readonly (readonly NumberColumn[])[]): NumberColumn[][] {
  const startOf = ({ numbers: [first] }: NumberColumn) => Number(first?.run.text);
  const pagesOf = new Map<number, number>();
  for (const own of columns)
    for (const start of new Set(own.map(startOf))) pagesOf.set(start, (pagesOf.get(start) ?? 0) + 1);
  const isCount = (column: NumberColumn) => startOf(column) <= LARGEST_STEP || pagesOf.get(startOf(column)) === 1;
  return columns.map((own) => own.filter(isCount));
}

/**
 * Returns isolated numbers at the position of other pages' line numbers. For example, the number of a running head may
 * be there.
 */
function strayNumbers(rows: readonly Row[], known: readonly PlacedRun[]): PlacedRun[] {
  if (known.length === 0) return [];
  const ends = rows.flatMap(({ runs }) => (runs.length > 1 ? [...runs.slice(0, 1), ...runs.slice(-1)] : []));
  return ends.filter((run) => isNumber(run) && known.some((one) => isAtPlace(run, one)));
}

function isAtPlace(run: PlacedRun, known: PlacedRun): boolean {
  const isAligned = Math.abs(run.right - known.right) <= SAME_EDGE || Math.abs(run.left - known.left) <= SAME_EDGE;
  return isAligned && isSamePrint(run, known);
}

/**
 * Returns columns that the next page continues. On a widely spaced page with a number at every fifth line, a single
 * page has too few numbers.
 */
function continuedColumns(columns: readonly (readonly NumberColumn[])[]): NumberColumn[] {
  return columns.flatMap((own, i) =>
    own.flatMap((column) => {
      const after = (columns[i + 1] ?? []).find((next) => continuesColumn(column, next));
      const count = column.numbers.length + (after?.numbers.length ?? 0);
      return after && count >= FEWEST_OF_A_PAGE ? [column, after] : [];
    }),
  );
}

function continuesColumn({ numbers, edge }: NumberColumn, next: NumberColumn): boolean {
  const [last, before] = [numbers.at(-1), numbers.at(-2)];
  if (!last || !before || Math.abs(edge - next.edge) > SAME_EDGE) return false;
  const value = Number(last.run.text);
  const following = String(2 * value - Number(before.run.text));
  return next.numbers.some(({ run }) => run.text.trim() === following && isSamePrint(run, last.run));
}

function isSamePrint(a: PlacedRun, b: PlacedRun): boolean {
  return a.fontKey === b.fontKey && Math.abs(a.size - b.size) < SAME_SIZE;
}

function withoutRuns(rows: readonly Row[], taken: ReadonlySet<PlacedRun>): Row[] {
  return rows
    .map((row) => ({ ...row, runs: row.runs.filter((run) => !taken.has(run)) }))
    .filter((row) => letterCount(row.runs) > 0);
}

function numberColumns(page: PageRows, fewest: number): NumberColumn[] {
  // If a number is close to the text of the other column, it may look like a script of that text.
  const numbers = page.rows.flatMap((row) => row.runs.filter(isNumber).map((run) => ({ run, row })));
  const prints = [...Map.groupBy(numbers, ({ run }) => `${run.fontKey} ${run.size.toFixed(1)}`).values()];
  const columns = prints.flatMap((own) => [
    ...aligned(own, ({ run }) => run.right),
    ...aligned(own, ({ run }) => run.left),
  ]);
  return columns
    .filter((column) => column.numbers.length >= fewest && isCounting(column.numbers))
    .filter((column) => !isOfTable(column, page))
    .filter(
      (column) => isMarginal(column, page) || isRuler(column, page, fewest) || isBetweenColumns(column, page, fewest),
    );
}

function isNumber({ text }: PlacedRun): boolean {
  return /^\d{1,4}$/.test(text.trim());
}

/** Returns groups of numbers with the same left or right edge. */
function aligned(numbers: readonly Numbered[], edgeOf: (number: Numbered) => number): NumberColumn[] {
  const sorted = numbers.toSorted((a, b) => edgeOf(a) - edgeOf(b));
  const columns: Numbered[][] = [];
  for (const number of sorted) {
    const last = columns.at(-1);
    const first = last?.[0];
    if (last && first && edgeOf(number) - edgeOf(first) <= SAME_EDGE) last.push(number);
    else columns.push([number]);
  }
  return columns.map((own) => ({
    numbers: own.toSorted((a, b) => a.row.baseline - b.row.baseline),
    edge: edgeOf(own[0] as Numbered),
  }));
}

/** Maximum distance between two numbers, in steps. Lines between them may have no number. */
const MOST_MISSED = 3;

/** Returns whether nearly all numbers follow the number above by the same step. */
function isCounting(numbers: readonly Numbered[]): boolean {
  const values = numbers.map(({ run }) => Number(run.text));
  const steps = values.slice(1).map((value, i) => value - (values[i] ?? 0));
  const usual = mode(
    steps.map((step) => [step, 1]),
    1,
    0,
  );
  // The lines of a displayed formula or a figure may have no number.
  const regular = steps.filter((step) => step === usual || (step > 0 && step <= MOST_MISSED * usual));
  return STEPS.includes(usual) && regular.length >= REGULAR_SHARE * steps.length;
}

/** Minimum length in points by which the rules of a table extend beyond the table's running numbers. */
const BEYOND_NUMBERS = 60;

/**
 * Returns whether rules above and below nearly all numbers begin at the numbers. Table rows may also be numbered. The
 * surrounding text may have another number at the same edge.
 */
function isOfTable({ numbers }: NumberColumn, { rules }: PageRows): boolean {
  const left = Math.min(...numbers.map(({ run }) => run.left));
  const right = Math.max(...numbers.map(({ run }) => run.right));
  const around = rules.filter((rule) => rule.left <= left + SAME_EDGE && rule.right > right + BEYOND_NUMBERS);
  const heights = around.map(({ y }) => y);
  const within = numbers.filter(
    ({ row: { baseline } }) => Math.min(...heights) < baseline && Math.max(...heights) > baseline,
  );
  return within.length >= REGULAR_SHARE * numbers.length;
}

/** Returns whether all other text is on one side of the numbers. */
function isMarginal({ numbers }: NumberColumn, page: PageRows): boolean {
  const own = new Set(numbers.map(({ run }) => run));
  const rows = new Set(numbers.map(({ row }) => row));
  const left = Math.min(...numbers.map(({ run }) => run.left));
  const right = Math.max(...numbers.map(({ run }) => run.right));
  const others = page.rows.filter((row) => rows.has(row)).flatMap((row) => row.runs.filter((run) => !own.has(run)));
  const gap = DISTANCE * (numbers[0]?.run.size ?? 0);
  const text = others.filter((run) => !isNumber(run));
  return (
    text.length >= numbers.length / 2 &&
    (text.every((run) => run.left >= right + gap) || text.every((run) => run.right <= left - gap))
  );
}

/**
 * Returns whether the numbers are evenly spaced outside all text. Some classes number the page from top to bottom,
 * independently of its lines.
 */
function isRuler({ numbers }: NumberColumn, { rows }: PageRows, fewest: number): boolean {
  const [first, last] = [numbers[0] as Numbered, numbers.at(-1) as Numbered];
  const own = new Set(numbers.map(({ run }) => run));
  const beside = rows.filter(({ baseline }) => baseline >= first.row.baseline && baseline <= last.row.baseline);
  const text = beside.map(({ runs }) => runs.filter((run) => !own.has(run) && !isNumber(run))).filter(isFilled);
  const gap = DISTANCE * first.run.size;
  const left = Math.min(...numbers.map(({ run }) => run.left)) - gap;
  const right = Math.max(...numbers.map(({ run }) => run.right)) + gap;
  const runs = text.flat();
  // A note in the margin may be further out than the numbers.
  const outside = Math.max(
    runs.filter((run) => run.left >= right).length,
    runs.filter((run) => run.right <= left).length,
  );
  return (
    outside >= OUTSIDE_SHARE * runs.length &&
    text.length >= numbers.length / 2 &&
    numbers.length >= fewest &&
    areEven(numbers)
  );
}

function isFilled(runs: readonly PlacedRun[]): boolean {
  return runs.length > 0;
}

/** Returns whether the distances between the numbers are proportional to the differences between them. */
function areEven(numbers: readonly Numbered[]): boolean {
  const distances = numbers.slice(1).map(({ run, row }, i) => {
    const above = numbers[i] as Numbered;
    return (row.baseline - above.row.baseline) / Math.max(1, Number(run.text) - Number(above.run.text));
  });
  const usual = median(distances, 0);
  return distances.filter((one) => Math.abs(one - usual) < EVEN_WITHIN).length >= REGULAR_SHARE * distances.length;
}

/**
 * Returns whether smaller numbers are next to text in which many lines begin at one position. All other lines are
 * indented, or belong to centred headings and formulas.
 */
function isBetweenColumns({ numbers }: NumberColumn, page: PageRows, fewest: number): boolean {
  if (numbers.length < fewest) return false;
  const all = page.rows.flatMap((row) => row.runs);
  const beside = numbers.flatMap(({ run, row }) => {
    const next = nextTo(run, all) ?? row.runs.find((other) => other.left > run.left);
    return next && next.left >= run.right + DISTANCE * run.size && run.size < SMALLER * next.size ? [next.left] : [];
  });
  const start = mode(
    beside.map((left) => [left, 1]),
    SAME_EDGE,
    0,
  );
  const aligned = beside.filter((left) => Math.abs(left - start) <= SAME_EDGE);
  const share = numbers.length >= FEWEST_OF_A_PAGE ? BESIDE_SHARE : REGULAR_SHARE;
  return beside.length >= share * numbers.length && aligned.length >= ALIGNED_SHARE * numbers.length;
}

/**
 * Returns the run to the right of a number, on the baseline of the number. If the lines of two columns are not level,
 * the number may have been read as a script of the left line.
 */
function nextTo(number: PlacedRun, all: readonly PlacedRun[]): PlacedRun | undefined {
  return all
    .filter((run) => run.left > number.left && Math.abs(run.baseline - number.baseline) < SAME_BASELINE)
    .reduce<PlacedRun | undefined>((nearest, run) => (nearest && nearest.left <= run.left ? nearest : run), undefined);
}
