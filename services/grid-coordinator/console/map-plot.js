import { svg } from './dom.js';
import { address } from './router.js';

/**
 * @import { Axis, GridPointRow } from '@almagest/contracts/grid'
 *
 * @typedef {{ readonly axis: Axis, readonly title: string, readonly values: readonly [number, string][] }} PlotAxis values ascending, each with its text
 */

const WIDTH = 960;
const HEIGHT = 560;
const LEFT = 70;
const BOTTOM = 50;
const EDGE = 8;
/** Room for half of the last label. */
const RIGHT = 26;

/** Largest radius of a mark, in user units. Larger marks look like blots. */
const LARGEST_RADIUS = 9;

/** Smallest radius that can be seen and clicked. If a cell has no room for all of its marks, they overlap. */
const SMALLEST_RADIUS = 1.5;

/** Drawn last, so that the marks an operator looks for are on top. */
const DRAWN_LAST = /** @type {const} */ (['pending', 'queued', 'converged', 'running', 'failed']);

/** Labels that fit along an axis. */
const MOST_X_LABELS = 16;
const MOST_Y_LABELS = 24;

/** Drawn as people in this field read it: hot to the left, and dwarfs (high gravity) below. */
const REVERSED = new Set(['teff x', 'logg y']);

/**
 * All values have equal room, because in a grid their order matters and not their size. Points with the same values on
 * both axes are next to each other, in the order of their names.
 *
 * @param {string} workflow
 * @param {PlotAxis} xAxis
 * @param {PlotAxis} yAxis
 * @param {readonly GridPointRow[]} points
 */
export function mapPlot(workflow, xAxis, yAxis, points) {
  const { values: xs } = xAxis;
  const { values: ys } = yAxis;
  const [stepX, stepY] = [(WIDTH - LEFT - RIGHT) / xs.length, (HEIGHT - BOTTOM - EDGE) / ys.length];
  const cells = Map.groupBy(points, (point) => `${point[xAxis.axis]} ${point[yAxis.axis]}`);
  const most = [...cells.values()].reduce((number, cell) => Math.max(number, cell.length), 1);
  const { columns, rows, radius } = arrangement(most, stepX, stepY);
  const placeX = placeOf(xs, REVERSED.has(`${xAxis.axis} x`), (index) => LEFT + index * stepX);
  // On a screen the first row is the uppermost one; on a plot the first value is the lowest.
  const placeY = placeOf(ys, !REVERSED.has(`${yAxis.axis} y`), (index) => EDGE + index * stepY);
  const marks = [...cells.values()].flatMap((cell) =>
    cell
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((point, index) => {
        const x = placeX(point[xAxis.axis]) + ((0.5 + (index % columns)) * stepX) / columns;
        const y = placeY(point[yAxis.axis]) + ((0.5 + (Math.floor(index / columns) % rows)) * stepY) / rows;
        return { status: point.status, node: mark(workflow, point, { x, y, radius }) };
      }),
  );
  return svg(
    'svg',
    {
      class: 'map',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `Points by ${xAxis.title} and ${yAxis.title}. The list of points has the same for the keyboard.`,
    },
    svg('path', { class: 'grid', d: gridLines(xs.length, ys.length) }),
    labelsX(xAxis, placeX, stepX),
    labelsY(yAxis, placeY, stepY),
    svg(
      'g',
      { 'stroke-width': Math.min(2.2, rounded(radius / 3)) },
      DRAWN_LAST.flatMap((status) => marks.filter((one) => one.status === status).map(({ node }) => node)),
    ),
  );
}

/**
 * How the marks of a cell are arranged.
 *
 * @param {number} most in one cell
 * @param {number} stepX
 * @param {number} stepY
 */
function arrangement(most, stepX, stepY) {
  const room = (/** @type {number} */ step) => Math.max(1, Math.floor((0.4 * step) / SMALLEST_RADIUS));
  const rows = Math.min(room(stepY), Math.ceil(most / Math.ceil(Math.sqrt((most * stepX) / stepY))));
  const columns = Math.min(room(stepX), Math.ceil(most / rows));
  return { columns, rows, radius: Math.min(LARGEST_RADIUS, (0.4 * stepX) / columns, (0.4 * stepY) / rows) };
}

/**
 * @param {readonly [number, string][]} values
 * @param {boolean} isReversed
 * @param {(index: number) => number} at
 */
function placeOf(values, isReversed, at) {
  const places = new Map(values.map(([value], index) => [value, at(isReversed ? values.length - 1 - index : index)]));
  return (/** @type {number} */ value) => places.get(value) ?? 0;
}

/**
 * @param {string} workflow
 * @param {GridPointRow} point
 * @param {{ x: number, y: number, radius: number }} place
 */
function mark(workflow, { name, status, last_error }, { x, y, radius }) {
  return svg(
    'a',
    // Thousands of stops would bury what follows on the page; the list of points is the way for the keyboard.
    { href: address(['workflows', workflow, 'points', name]), tabindex: -1 },
    svg(
      'path',
      { class: `mark ${status}`, d: markPath(status, x, y, radius) },
      svg('title', {}, last_error === null ? `${name}: ${status}` : `${name}: ${status}, ${last_error}`),
    ),
  );
}

/**
 * A shape for each status, so that none depends on colour alone.
 *
 * @param {GridPointRow['status']} status
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
export function markPath(status, x, y, radius) {
  const [cx, cy, r] = [rounded(x), rounded(y), rounded(radius)];
  switch (status) {
    case 'failed':
      return `M${rounded(cx - r)} ${rounded(cy + r)}l${2 * r} ${-2 * r}m0 ${2 * r}l${-2 * r} ${-2 * r}`;
    case 'running':
      return `M${rounded(cx - r)} ${rounded(cy + r)}h${2 * r}L${cx} ${rounded(cy - r)}z`;
    case 'pending':
      return circle(cx, cy, rounded(r / 3));
    case 'queued':
    case 'converged':
      return circle(cx, cy, r);
  }
}

/**
 * Digits that no screen shows would double the size of the picture.
 *
 * @param {number} units
 */
function rounded(units) {
  return Math.round(units * 100) / 100;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function circle(x, y, r) {
  return `M${rounded(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/**
 * @param {number} columns
 * @param {number} rows
 */
function gridLines(columns, rows) {
  const lines = [];
  for (let index = 0; index <= columns; index += 1)
    lines.push(`M${LEFT + (index * (WIDTH - LEFT - RIGHT)) / columns} ${EDGE}V${HEIGHT - BOTTOM}`);
  for (let index = 0; index <= rows; index += 1)
    lines.push(`M${LEFT} ${EDGE + (index * (HEIGHT - BOTTOM - EDGE)) / rows}H${WIDTH - RIGHT}`);
  return lines.join('');
}

/**
 * @param {PlotAxis} axis
 * @param {(value: number) => number} place
 * @param {number} step
 */
function labelsX({ title, values }, place, step) {
  const every = Math.ceil(values.length / MOST_X_LABELS);
  return svg(
    'g',
    { class: 'labels x' },
    values
      .filter((_, index) => index % every === 0)
      .map(([value, text]) => svg('text', { x: place(value) + step / 2, y: HEIGHT - BOTTOM + 18 }, text)),
    svg('text', { x: (LEFT + WIDTH) / 2, y: HEIGHT - 8, class: 'title' }, title),
  );
}

/**
 * @param {PlotAxis} axis
 * @param {(value: number) => number} place
 * @param {number} step
 */
function labelsY({ title, values }, place, step) {
  const every = Math.ceil(values.length / MOST_Y_LABELS);
  const middle = (HEIGHT - BOTTOM) / 2;
  return svg(
    'g',
    { class: 'labels y' },
    values
      .filter((_, index) => index % every === 0)
      .map(([value, text]) => svg('text', { x: LEFT - 8, y: place(value) + step / 2 + 4 }, text)),
    svg('text', { x: 16, y: middle, class: 'title', transform: `rotate(-90 16 ${middle})` }, title),
  );
}
