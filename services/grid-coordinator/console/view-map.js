import { readWorkflow } from './api.js';
import { el, patch, svg } from './dom.js';
import { count, counted } from './format.js';
import { AXES, loadMapPoints, valueText } from './map-points.js';
import { mapPlot, markPath } from './map-plot.js';
import { AxisValues } from './map-values.js';
import { address, replaceQuery } from './router.js';
import { field, select } from './widgets.js';
import { workflowHead } from './workflow-actions.js';

/**
 * @import { Axis, GridPointRow } from '@almagest/contracts/grid'
 * @import { MapPoints } from './map-points.js'
 * @import { ViewMaker } from './router.js'
 */

const STATUSES = /** @type {const} */ (['converged', 'running', 'queued', 'pending', 'failed']);
const AXIS_OPTIONS = AXES.map(({ axis, title }) => /** @type {const} */ ([axis, title]));

/** @type {ViewMaker} */
export function mapPage({ path, params, query: first }) {
  const name = params['name'] ?? '';
  let query = first;
  const values = new AxisValues();
  let isRead = false;
  const controls = makeControls((changed) => replaceQuery(path, changed));
  const plot = el('div');
  return {
    title: `${name}: map`,
    element: el('section', {}, workflowHead(name, 'map'), controls.form, plot),
    // Up to ten pages are read for one picture.
    restMs: 10_000,
    pollMs: 60_000,
    concerns: (event) => event.kind === 'points' && event.name === name,
    navigate: (next) => {
      query = next;
    },
    refresh: async (signal) => {
      const asked = query;
      if (!isRead) values.learnFrom((await readWorkflow(name, signal)).config_yaml);
      isRead = true;
      const fixed = Object.fromEntries(AXES.flatMap(({ axis }) => (asked.get(axis) ? [[axis, asked.get(axis)]] : [])));
      const loaded = await loadMapPoints(name, fixed, asked.get('status') ?? '', signal);
      if (asked !== query) return;
      values.learn(loaded.points);
      const [x, y] = chosenAxes(asked, values);
      const slice = sliceOf(asked, loaded.points, [x.axis, y.axis]);
      // For the map of a large grid, all points of a part are more useful than a sample of all points.
      if (loaded.isSample && asked.size === 0) {
        replaceQuery(path, slice);
        return;
      }
      controls.fill(asked, { x: x.axis, y: y.axis, values });
      plot.replaceChildren(
        ...(loaded.points.length === 0
          ? [el('p', { class: 'empty' }, asked.size === 0 ? 'There are no points yet.' : 'No point matches.')]
          : [
              saying(loaded, `#${path}?${slice}`),
              legend(loaded.points),
              mapPlot(name, x, y, loaded.points),
              listLink(name, asked),
            ]),
      );
    },
  };
}

/**
 * The axes in the address; otherwise the first two with more than one value.
 *
 * @param {URLSearchParams} query
 * @param {AxisValues} values
 */
function chosenAxes(query, values) {
  const extended = AXES.filter(({ axis }) => values.of(axis).length > 1);
  const find = (/** @type {string | null} */ wanted) => AXES.find(({ axis }) => axis === wanted);
  const x = find(query.get('x')) ?? extended[0] ?? AXES[0];
  const others = [...extended, ...AXES].filter((one) => one !== x);
  const y = find(query.get('y'));
  const across = { ...x, values: values.of(x.axis) };
  const up = y === undefined || y === x ? (others[0] ?? AXES[1]) : y;
  return /** @type {const} */ ([across, { ...up, values: values.of(up.axis) }]);
}

/** @param {(query: URLSearchParams) => void} onChange */
function makeControls(onChange) {
  const x = select('x', AXIS_OPTIONS);
  const y = select('y', AXIS_OPTIONS);
  const status = select('status', [['', 'any'], ...STATUSES.map((value) => /** @type {const} */ ([value, value]))]);
  const fixed = AXES.map(({ axis, title }) => {
    const control = el('select', { name: axis });
    return { axis, control, label: field(title, control) };
  });
  const form = el(
    'form',
    { class: 'filters', 'aria-label': 'What the map shows' },
    field('Horizontal', x),
    field('Vertical', y),
    field('Status', status),
    fixed.map(({ label }) => label),
  );
  form.addEventListener('change', () => {
    const chosen = [x, y, status, ...fixed.map(({ control }) => control)].filter(
      ({ disabled, value }) => !disabled && value !== '',
    );
    onChange(new URLSearchParams(chosen.map(({ name, value }) => [name, value])));
  });
  return {
    form,
    /**
     * @param {URLSearchParams} query
     * @param {{ x: Axis, y: Axis, values: AxisValues }} shown
     */
    fill: (query, shown) => {
      x.value = shown.x;
      y.value = shown.y;
      status.value = query.get('status') ?? '';
      for (const { axis, control, label } of fixed) {
        const texts = shown.values.of(axis).map(([, text]) => text);
        // An axis that is drawn, or that has one value only, leaves nothing to choose.
        control.disabled = axis === shown.x || axis === shown.y || texts.length < 2;
        label.hidden = control.disabled;
        patch(
          control,
          el('option', { value: '', 'data-key': 'any' }, 'any'),
          texts.map((text) => el('option', { value: text, 'data-key': text }, text)),
        );
        control.value = query.get(axis) ?? '';
      }
    },
  };
}

/**
 * @param {MapPoints} loaded
 * @param {string} slice the address of one
 */
function saying({ points, total, isSample }, slice) {
  if (!isSample) return el('p', { role: 'status' }, `${counted(points.length, 'point')}.`);
  return el(
    'p',
    { role: 'status', class: 'warning' },
    `A sample of ${count(points.length)} of ${count(total)} points. To see each, choose a status, or values of the other axes: `,
    el('a', { href: slice }, 'show such a slice'),
    '.',
  );
}

/**
 * The same map with one value of every axis that is not drawn: those of the easiest point, which is computed first.
 *
 * @param {URLSearchParams} query
 * @param {readonly GridPointRow[]} points
 * @param {readonly Axis[]} drawn
 */
function sliceOf(query, points, drawn) {
  const slice = new URLSearchParams(query);
  const [easiest] = points;
  for (const { axis } of AXES)
    if (!drawn.includes(axis) && !slice.has(axis) && easiest !== undefined) slice.set(axis, valueText(easiest, axis));
  return slice;
}

/** @param {readonly GridPointRow[]} points */
function legend(points) {
  return el(
    'ul',
    { class: 'legend' },
    STATUSES.map((status) => ({ status, n: points.filter((point) => point.status === status).length }))
      .filter(({ n }) => n > 0)
      .map(({ status, n }) =>
        el(
          'li',
          {},
          svg(
            'svg',
            { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: 'key' },
            svg('path', { class: `mark ${status}`, d: markPath(status, 8, 8, 6), 'stroke-width': 2 }),
          ),
          ` ${status} ${count(n)}`,
        ),
      ),
  );
}

/**
 * @param {string} name
 * @param {URLSearchParams} query
 */
function listLink(name, query) {
  const status = query.get('status');
  const href = address(
    ['workflows', name, 'points'],
    status === null ? new URLSearchParams() : new URLSearchParams({ status }),
  );
  return el('p', {}, el('a', { href }, 'The points as a list'));
}
