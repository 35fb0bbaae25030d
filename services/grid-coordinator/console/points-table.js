import { el } from './dom.js';
import { count, relativeChange, enumLabel } from './format.js';
import { address } from './router.js';
import { ageOf, cell, pill } from './widgets.js';

/** @import { GridPointRow, PointsQuery } from '@almagest/contracts/grid' */

/** More the API does not give at once. */
export const MOST_ON_A_PAGE = 500;

/** @type {readonly { title: string, sort?: NonNullable<PointsQuery['sort']>, kind?: string }[]} */
const COLUMNS = [
  { title: 'Point' },
  { title: 'Status' },
  { title: 'Wave', sort: 'wave', kind: 'number' },
  { title: 'Teff (K)', sort: 'teff', kind: 'number' },
  { title: 'Converged by' },
  { title: 'Attempts', sort: 'attempts', kind: 'number' },
  { title: 'Max. rel. change', sort: 'max_relc', kind: 'number' },
  { title: 'Last node' },
  { title: 'Last ended', sort: 'last_completed_at' },
];

/**
 * @param {string} name the workflow's
 * @param {URLSearchParams} query
 * @param {readonly GridPointRow[]} points
 */
export function pointsTable(name, query, points) {
  return el(
    'table',
    { class: 'cards points' },
    el('caption', { class: 'unseen' }, 'Grid points'),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        COLUMNS.map((column) => head(name, query, column)),
      ),
    ),
    el(
      'tbody',
      {},
      points.map((point) => pointRow(name, point)),
    ),
  );
}

/**
 * @param {string} name
 * @param {URLSearchParams} query
 * @param {typeof COLUMNS[number]} column
 */
function head(name, query, { title, sort, kind }) {
  if (sort === undefined) return el('th', { scope: 'col', class: kind }, title);
  const isSorted = (query.get('sort') ?? 'wave') === sort;
  const descends = query.get('order') === 'desc';
  const other = new URLSearchParams(query);
  other.delete('offset');
  other.set('sort', sort);
  // For attempts and times the largest values come first; other columns begin with the order of computation.
  const startsDescending = sort !== 'wave' && sort !== 'teff';
  other.set('order', (isSorted ? !descends : startsDescending) ? 'desc' : 'asc');
  const order = descends ? 'descending' : 'ascending';
  return el(
    'th',
    { scope: 'col', class: kind, 'aria-sort': isSorted ? order : null },
    el('a', { href: address(['workflows', name, 'points'], other), class: 'sort' }, title),
  );
}

/**
 * @param {string} name
 * @param {GridPointRow} point
 */
function pointRow(name, point) {
  return el(
    'tr',
    { 'data-key': point.name },
    el(
      'th',
      { scope: 'row' },
      el('a', { href: address(['workflows', name, 'points', point.name]), class: 'name' }, point.name),
      point.last_error === null ? null : el('div', { class: 'hint clip', title: point.last_error }, point.last_error),
    ),
    cell('Status', pill(point.status)),
    cell('Wave', count(point.wave), 'number'),
    cell('Teff (K)', point.teff, 'number'),
    cell('Converged by', enumLabel(point.success_method)),
    cell('Attempts', count(point.attempt_count), 'number'),
    cell('Max. rel. change', relativeChange(point.last_max_relc), 'number'),
    cell('Last node', el('span', { class: 'id' }, point.node_id ?? '–')),
    cell('Last ended', point.last_completed_at === null ? '–' : ageOf(point.last_completed_at)),
  );
}
