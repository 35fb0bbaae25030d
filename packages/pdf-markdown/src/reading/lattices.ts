import type { Box } from '../block.ts';
import { contains, enclose, overlapLength } from '../geometry.ts';
import { BORDER_THICKNESS, type BorderReader } from './border-reader.ts';
import type { Marks } from './drawn-marks.ts';
import { isWholePage, turned } from './graphics.ts';
import type { Matrix } from './matrix.ts';
import type { Lattice, LatticeCell } from './page-content.ts';

/** Maximum distance between two lines that count as the same line, or as meeting each other. */
const SAME_LINE = 3; // points
/** Minimum share of a side that has a line if a cell ends there. */
const LINED = 0.6;
/** Maximum distance of a line from a grid position. A grid position is the mean position of several lines. */
const SAME_PLACE = 4; // points
/** Minimum width of a column. Closer lines have no room for text between them. */
const NARROWEST_COLUMN = 7; // points
const LOWEST_ROW = 4; // points
const SHORTEST_BORDER = 4; // points
/** Maximum number of cells. A lattice with more cells is graph paper or a map. */
const MOST_CELLS = 6000;

/** A line at position `at` that extends from `from` to `to`. */
interface Border {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

interface Borders {
  readonly across: readonly Border[];
  readonly upright: readonly Border[];
}

/** The drawn parts of a page, in coordinates of the stored page. */
type Drawn = Pick<BorderReader, 'borders' | 'sides' | 'curves'> & Pick<Marks, 'forms'>;

/** Maximum number of curves in a lattice. A region with more curves is a drawing. */
const MOST_CURVES = 2;

/**
 * Finds the lattices of a page of this size after the matrix `turn`. Included drawings and regions with curves are
 * skipped.
 */
export function readLattices(
  drawn: Drawn,
  turn: Matrix,
  { width, height }: { readonly width: number; readonly height: number },
): Lattice[] {
  const borders = turned(drawn.borders, turn);
  const lattices = findLattices([...borders, ...withoutInsets(turned(drawn.sides, turn), borders)]);
  if (lattices.length === 0) return [];
  const page = { left: 0, top: 0, right: width, bottom: height };
  const forms = turned(drawn.forms, turn).filter((form) => !isWholePage(form, page));
  const curves = turned(drawn.curves, turn);
  return lattices.filter(
    ({ box }) =>
      !forms.some((form) => contains(form, box)) &&
      curves.filter((curve) => contains(box, curve)).length <= MOST_CURVES,
  );
}

/** Maximum space between a shaded area and the lines around its cell. */
const INSET = 10; // points

/** Returns the sides of areas, except sides next to a line. Sides next to a line are inside a cell. */
function withoutInsets(sides: readonly Box[], lines: readonly Box[]): Box[] {
  return sides.filter((side) => {
    const [width, height] = [side.right - side.left, side.bottom - side.top];
    const isLined = (line: Box) =>
      height > width
        ? Math.abs(line.left - side.left) < INSET &&
          line.bottom - line.top > line.right - line.left &&
          overlapLength(line.top, line.bottom, side.top, side.bottom) >= LINED * height
        : Math.abs(line.top - side.top) < INSET &&
          line.bottom - line.top <= line.right - line.left &&
          overlapLength(line.left, line.right, side.left, side.right) >= LINED * width;
    return !lines.some(isLined);
  });
}

/** Finds the regions that connected lines divide into at least two columns and two rows. */
function findLattices(boxes: readonly Box[]): Lattice[] {
  const across: Border[] = [];
  const upright: Border[] = [];
  for (const { left, top, right, bottom } of boxes) {
    if (right - left >= bottom - top && bottom - top <= BORDER_THICKNESS && right - left >= SHORTEST_BORDER)
      across.push({ at: (top + bottom) / 2, from: left, to: right });
    else if (right - left <= BORDER_THICKNESS && bottom - top >= SHORTEST_BORDER)
      upright.push({ at: (left + right) / 2, from: top, to: bottom });
  }
  // One line below the head and one line after the first column are enough if the two lines cross.
  if (across.length === 0 || upright.length === 0) return [];
  const found = connected({ across: joined(across), upright: joined(upright) }).flatMap((one) => toLattice(one) ?? []);
  // Drops frames around tables. Also drops tables within cells of larger tables.
  return found.filter((one) => !found.some((other) => other !== one && contains(other.box, one.box)));
}

function joined(borders: readonly Border[]): Border[] {
  const lines: { at: number; from: number; to: number }[] = [];
  for (const border of borders.toSorted((a, b) => a.at - b.at || a.from - b.from)) {
    let line: (typeof lines)[number] | undefined;
    for (let i = lines.length - 1; i >= 0 && !line; i--) {
      const other = lines[i] as (typeof lines)[number];
      if (border.at - other.at > 1) break;
      if (border.from <= other.to + SAME_LINE && border.to >= other.from - SAME_LINE) line = other;
    }
    if (line) {
      line.from = Math.min(line.from, border.from);
      line.to = Math.max(line.to, border.to);
    } else lines.push({ ...border });
  }
  return lines;
}

type Group = Readonly<Record<'across' | 'upright', Set<Border>>>;

function newGroup(): Group {
  return { across: new Set(), upright: new Set() };
}

/** Groups lines that meet. */
function connected({ across, upright }: Borders): Borders[] {
  const groups = new Set<Group>();
  const groupOf = new Map<Border, Group>();
  for (const line of upright) {
    const met = across.filter((other) => meet(other, line));
    const [first = newGroup(), ...others] = new Set(met.flatMap((other) => groupOf.get(other) ?? []));
    groups.add(first);
    first.upright.add(line);
    for (const group of others) {
      for (const one of group.upright) first.upright.add(one);
      groups.delete(group);
    }
    for (const other of [...met, ...others.flatMap((group) => [...group.across])]) {
      first.across.add(other);
      groupOf.set(other, first);
    }
  }
  return [...groups].map((group) => ({ across: [...group.across], upright: [...group.upright] }));
}

function meet(across: Border, upright: Border): boolean {
  return (
    upright.at > across.from - SAME_LINE &&
    upright.at < across.to + SAME_LINE &&
    across.at > upright.from - SAME_LINE &&
    across.at < upright.to + SAME_LINE
  );
}

function toLattice({ across, upright }: Borders): Lattice | undefined {
  const ys = placesOf(across, upright, LOWEST_ROW);
  const xs = placesOf(upright, across, NARROWEST_COLUMN);
  const [rows, columns] = [ys.length - 1, xs.length - 1];
  if (rows < 2 || columns < 2 || rows * columns > MOST_CELLS) return undefined;
  const cells: LatticeCell[] = [];
  let open: LatticeCell[] = [];
  for (let row = 0; row < rows; row++) {
    const cut = cutBand(row, ys, xs, upright);
    // A cell continues from the row above if it has the same sides and no line is between the two rows.
    const next = cut.map((cell) => {
      const above = open.find((one) => one.column === cell.column && one.columnSpan === cell.columnSpan);
      const isLined = isCovered(across, cell.box.top, cell.box.left, cell.box.right);
      if (!above || isLined) return cell;
      return { ...above, rowSpan: above.rowSpan + 1, box: { ...above.box, bottom: cell.box.bottom } };
    });
    for (const one of open)
      if (!next.some((cell) => cell.row === one.row && cell.column === one.column)) cells.push(one);
    open = next;
  }
  for (const one of open) cells.push(one);
  const box = enclose(cells.map((cell) => cell.box));
  return box && { box, cells: cells.toSorted((a, b) => a.row - b.row || a.column - b.column) };
}

/** Returns the cells between two successive heights. Cells are joined where no line separates them. */
function cutBand(row: number, ys: readonly number[], xs: readonly number[], upright: readonly Border[]): LatticeCell[] {
  const [top = 0, bottom = 0] = [ys[row], ys[row + 1]];
  const cells: LatticeCell[] = [];
  for (let column = 0; column < xs.length - 1; column++) {
    const [left = 0, right = 0] = [xs[column], xs[column + 1]];
    const before = cells.at(-1);
    if (before && !isCovered(upright, left, top, bottom))
      cells[cells.length - 1] = { ...before, columnSpan: before.columnSpan + 1, box: { ...before.box, right } };
    else cells.push({ row, column, rowSpan: 1, columnSpan: 1, box: { left, top, right, bottom } });
  }
  return cells;
}

/** Returns the positions of lines and of the ends of lines that cross them. A table may be open at its sides. */
function placesOf(lines: readonly Border[], crossing: readonly Border[], least: number): number[] {
  const places: number[][] = [];
  const inner = lines.map(({ at }) => at).toSorted((a, b) => a - b);
  const ends = [Math.min(...crossing.map(({ from }) => from)), Math.max(...crossing.map(({ to }) => to))];
  const outer = ends.filter((end) => inner.every((at) => Math.abs(at - end) > 2 * SAME_LINE));
  for (const at of [...inner, ...outer].toSorted((a, b) => a - b)) {
    const last = places.at(-1);
    if (last && at - (last[0] ?? at) < least) last.push(at);
    else places.push([at]);
  }
  return places.map((own) => own.reduce((sum, at) => sum + at, 0) / own.length);
}

/** Returns whether lines at this position cover most of a side. */
function isCovered(lines: readonly Border[], at: number, from: number, to: number): boolean {
  let covered = 0;
  for (const line of lines)
    if (Math.abs(line.at - at) <= SAME_PLACE) covered = Math.max(covered, overlapLength(line.from, line.to, from, to));
  return covered >= LINED * (to - from);
}
