import { listPoints, rearmPoints, workflowPath } from './api.js';
import { ask } from './dialog.js';
import { el, onAction, patch } from './dom.js';
import { count, counted } from './format.js';
import { notice, showError } from './notice.js';
import { FILTERS, filterOf, RANGES, rearmRequestOf } from './point-filters.js';
import { MOST_ON_A_PAGE, pointsTable } from './points-table.js';
import { address, replaceQuery } from './router.js';
import { button, field, select } from './widgets.js';
import { workflowHead } from './workflow-actions.js';

/** @import { ViewMaker } from './router.js' */

const PAGE_SIZE = 100;

/** Long enough not to search for every letter of a name: a name is looked for in all points. */
const TYPING_MS = 400;

/** @type {ViewMaker} */
export function pointsPage({ path, params, query: first }, shell) {
  const name = params['name'] ?? '';
  let query = first;
  const filters = makeFilters((changed) => replaceQuery(path, changed));
  const list = el('div');
  const element = el('section', {}, workflowHead(name, 'points'), filters.form, list);
  onAction(element, { rearm: () => rearm(name, query).finally(shell.refresh) }, showError);
  filters.fill(query);
  return {
    title: `${name}: points`,
    element,
    restMs: 5_000,
    concerns: (event) => event.kind === 'points' && event.name === name,
    navigate: (next) => {
      query = next;
      filters.fill(query);
    },
    refresh: async (signal) => {
      const asked = query;
      const size = Math.min(MOST_ON_A_PAGE, Number(asked.get('limit') ?? PAGE_SIZE));
      const request = new URLSearchParams(asked);
      request.set('limit', String(size));
      const { total, points } = await listPoints(name, request, signal);
      // Another filter was chosen while this answer was on its way: its own is coming.
      if (asked !== query) return;
      const offset = Number(asked.get('offset') ?? 0);
      patch(
        list,
        headPart(name, asked, total),
        points.length === 0 ? emptyPart(name, asked, total) : pointsTable(name, asked, points),
        pagesPart(name, asked, { total, offset, size, shown: points.length }),
      );
    },
  };
}

/** The inputs of the filters, and the same with their labels. */
function makeControls() {
  const status = select('status', [['', 'any'], ...options(['pending', 'queued', 'running', 'converged', 'failed'])]);
  const method = select('method', [
    ['', 'any'],
    ['cold_run', 'cold run'],
    ['seed_step', 'seed step'],
    ['continue', 'continued attempt'],
  ]);
  const wave = el('input', { name: 'wave', type: 'number', min: 0, step: 1, inputmode: 'numeric' });
  const q = el('input', { name: 'q', type: 'search', autocomplete: 'off', spellcheck: 'false', maxlength: 256 });
  const unfit = select('unfit', [
    ['', 'any'],
    ['true', 'unfit: NaN or Inf'],
    ['false', 'all but unfit'],
  ]);
  const ranges = /** @type {Record<(typeof RANGES)[number], HTMLInputElement>} */ (
    Object.fromEntries(RANGES.map((name) => [name, text(name, '5 or 2..8')]))
  );
  const controls = { status, method, wave, unfit, q, ...ranges, node_id: text('node_id'), group: text('group') };
  const fields = [
    field('Status', status),
    field('Converged by', method),
    field('Wave', wave),
    field('Model', unfit),
    field('Name contains', q),
    ...RANGES.map((name) => field(name === 'attempts' ? 'Attempts' : name, ranges[name])),
    field('Node', controls.node_id),
    field('Group of failures', controls.group),
  ];
  return { controls, fields };
}

/** @param {(query: URLSearchParams) => void} onChange */
function makeFilters(onChange) {
  const { controls, fields } = makeControls();
  const form = el('form', { class: 'filters', role: 'search', 'aria-label': 'Points' }, fields);
  let kept = new URLSearchParams();
  /** @type {number | undefined} */
  let timer;
  const tell = () => {
    clearTimeout(timer);
    const query = new URLSearchParams(kept);
    query.delete('offset');
    for (const filter of FILTERS) {
      const { value } = controls[filter];
      if (value.trim() === '') query.delete(filter);
      else query.set(filter, value.trim());
    }
    if (query.toString() !== kept.toString()) onChange(query);
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(tell, TYPING_MS);
  });
  form.addEventListener('change', tell);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    tell();
  });
  return {
    form,
    /** @param {URLSearchParams} query */
    fill: (query) => {
      kept = query;
      for (const filter of FILTERS) {
        const value = query.get(filter) ?? '';
        // The field is not changed while the user is typing in it.
        if (controls[filter].value.trim() !== value) controls[filter].value = value;
      }
    },
  };
}

/**
 * @param {string} name
 * @param {string} [placeholder]
 */
function text(name, placeholder = '') {
  return el('input', { name, type: 'text', autocomplete: 'off', spellcheck: 'false', maxlength: 128, placeholder });
}

/**
 * @param {readonly string[]} values
 * @returns {(readonly [string, string])[]}
 */
function options(values) {
  return values.map((value) => [value, value]);
}

/**
 * @param {string} name
 * @param {URLSearchParams} query
 * @param {number} total
 */
function headPart(name, query, total) {
  const filter = filterOf(query).toString();
  const csv = workflowPath(name, `/points.csv${filter === '' ? '' : `?${filter}`}`);
  return el(
    'div',
    { class: 'row spread' },
    el('p', { role: 'status' }, counted(total, 'point'), filter === '' ? '' : ' match'),
    el(
      'p',
      { class: 'actions' },
      rearmRequestOf(query) !== undefined && total > 0
        ? button('rearm', 'Try them again…', { 'data-key': 'rearm' })
        : null,
      total > 0 ? el('a', { class: 'button', href: csv, download: '' }, 'CSV of all of them') : null,
    ),
  );
}

/**
 * @param {string} name
 * @param {URLSearchParams} query
 * @param {number} total
 */
function emptyPart(name, query, total) {
  const all = address(['workflows', name, 'points']);
  let text = 'There are no points yet: they are made with the first start.';
  if (total > 0) text = 'This page is after the last point.';
  else if (filterOf(query).size > 0) text = 'No point matches.';
  return el(
    'p',
    { class: 'empty' },
    text,
    query.size > 0 ? [' ', el('a', { href: all }, 'Show all from the first'), '.'] : null,
  );
}

/**
 * @param {string} name
 * @param {URLSearchParams} query
 * @param {{ total: number, offset: number, size: number, shown: number }} page
 */
function pagesPart(name, query, { total, offset, size, shown }) {
  if (shown === 0 || total <= size) return null;
  const to = (/** @type {number} */ start) => {
    const other = new URLSearchParams(query);
    if (start === 0) other.delete('offset');
    else other.set('offset', String(start));
    return address(['workflows', name, 'points'], other);
  };
  const link = (/** @type {string} */ label, /** @type {number} */ start, /** @type {boolean} */ there) =>
    there
      ? el('a', { class: 'button', href: to(start), 'data-key': label }, label)
      : el('span', { class: 'button off', 'data-key': label }, label);
  const last = Math.floor((total - 1) / size) * size;
  return el(
    'nav',
    { class: 'pages', 'aria-label': 'Pages of the list' },
    link('First', 0, offset > 0),
    link('Previous', Math.max(0, offset - size), offset > 0),
    el('span', {}, `${count(offset + 1)} to ${count(offset + shown)} of ${count(total)}`),
    link('Next', offset + size, offset + shown < total),
    link('Last', last, offset < last),
  );
}

/**
 * @param {string} name
 * @param {URLSearchParams} query
 */
async function rearm(name, query) {
  const filter = rearmRequestOf(query);
  if (filter === undefined) return;
  const { matched } = await rearmPoints(name, { ...filter, dry_run: true });
  const sure = await ask({
    title: `Try ${counted(matched, filter.unfit === true ? 'point' : 'failed point')} again?`,
    text: `${filter.unfit === true ? 'Their models hold NaN or Inf. ' : ''}They get all their strategies back and are queued. A completed workflow goes on with them.`,
    confirm: 'Try again',
  });
  if (!sure) return;
  const { rearmed } = await rearmPoints(name, filter);
  notice(`${counted(rearmed, 'point')} will be tried again`);
}
