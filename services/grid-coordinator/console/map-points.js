import { listPoints } from './api.js';

/**
 * @import { Axis, GridPointRow } from '@almagest/contracts/grid'
 *
 * @typedef {object} MapPoints
 * @property {readonly GridPointRow[]} points
 * @property {number} total what the server has of them
 * @property {boolean} isSample
 */

/** The axes in the order of a point's name, and the letters before their values in it. */
export const AXES = /** @type {const} */ ([
  { axis: 'teff', letters: 't', title: 'Teff (K)' },
  { axis: 'logg', letters: 'g', title: 'log g (cgs)' },
  { axis: 'loghe', letters: 'he', title: 'log He/H' },
  { axis: 'logc', letters: 'c', title: 'log C/H' },
  { axis: 'logn', letters: 'n', title: 'log N/H' },
  { axis: 'logo', letters: 'o', title: 'log O/H' },
]);

const NAME = /^t(?<teff>[^_]+)_g(?<logg>[^_]+)_he(?<loghe>[^_]+)_c(?<logc>[^_]+)_n(?<logn>[^_]+)_o(?<logo>[^_]+)$/;

/** Largest number of marks that a browser draws quickly. A grid may have a thousand times as many points. */
const MOST_POINTS = 5_000;
const PAGE = 500;
/** A page contains neighbours, so a sample of smaller pages is more even. */
const SAMPLE_PAGE = 200;

/**
 * The value of an axis in the text of the configuration, as the point's name has it.
 *
 * @param {GridPointRow} point
 * @param {Axis} axis
 */
export function valueText(point, axis) {
  return NAME.exec(point.name)?.groups?.[axis] ?? String(point[axis]);
}

/**
 * All points with the given values, or, where there are too many, pages of them spread evenly over the waves.
 *
 * @param {string} workflow
 * @param {Readonly<Partial<Record<Axis, string>>>} fixed
 * @param {string} status empty: any
 * @param {AbortSignal} signal
 * @returns {Promise<MapPoints>}
 */
export async function loadMapPoints(workflow, fixed, status, signal) {
  const q = nameWith(fixed);
  const read = async (/** @type {number} */ offset, /** @type {number} */ limit) => {
    const query = new URLSearchParams({ limit: String(limit), offset: String(offset) });
    if (status !== '') query.set('status', status);
    if (q !== '') query.set('q', q);
    return await listPoints(workflow, query, signal);
  };
  const first = await read(0, PAGE);
  const isSample = first.total > MOST_POINTS;
  const size = isSample ? SAMPLE_PAGE : PAGE;
  const pages = Math.ceil(Math.min(MOST_POINTS, first.total) / size);
  // By name, because a point may have changed its place in the list while it was read.
  const found = new Map(first.points.map((point) => [point.name, point]));
  for (let page = 1; page < pages; page += 1) {
    const offset = isSample ? Math.floor((page * (first.total - size)) / (pages - 1)) : page * size;
    for (const point of (await read(offset, size)).points) found.set(point.name, point);
  }
  const points = [...found.values()].filter((point) =>
    AXES.every(({ axis }) => fixed[axis] === undefined || point[axis] === Number(fixed[axis])),
  );
  return { points, total: first.total, isSample };
}

/**
 * The longest part of a name that the given values spell: the server can look for one part only.
 *
 * @param {Readonly<Partial<Record<Axis, string>>>} fixed
 */
function nameWith(fixed) {
  const runs = AXES.map(({ axis, letters }) => (fixed[axis] === undefined ? ' ' : `_${letters}${fixed[axis]}`))
    .join('')
    .split(/ +/);
  const [longest = ''] = runs.toSorted((a, b) => b.length - a.length);
  // The temperature begins the name, without an underscore before it.
  return fixed.teff === undefined ? longest : longest.replace(/^_t/, 't');
}
