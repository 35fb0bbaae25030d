import { readProgress, readStats } from './api.js';
import { el, onAction, patch } from './dom.js';
import { count, counted, duration, percent } from './format.js';
import { historyChart } from './history-chart.js';
import { showError } from './notice.js';
import { address } from './router.js';
import { wavesTable } from './waves-table.js';
import { field, pill, progressBar, select, tile } from './widgets.js';
import { runActions, runButtons, workflowHead } from './workflow-actions.js';

/**
 * @import { Progress, WorkflowStats } from '@almagest/contracts/grid'
 * @import { ViewMaker } from './router.js'
 */

/** Snapshots are written every 30 s, so requesting them with every change of a count would be useless. */
const PROGRESS_EVERY_MS = 10_000;

/** No rate is shown over less than six minutes, because a single task would change it too much. */
const LEAST_RATE_HOURS = 0.1;

/** A run is called stalled if no point was done for as long as three average tasks take, but at least this long. */
const LEAST_STALL_MINUTES = 10;
const MEAN_TASKS_OF_A_STALL = 3;

/** @type {ViewMaker} */
export function workflowPage({ params }, shell) {
  const name = params['name'] ?? '';
  const hours = select(
    'hours',
    [
      ['1', 'last hour'],
      ['6', 'last 6 hours'],
      ['24', 'last 24 hours'],
      ['72', 'last 3 days'],
      ['168', 'last 7 days'],
    ],
    '24',
  );
  const state = el('div');
  const charts = el('div');
  const waves = el('div');
  const element = el(
    'section',
    {},
    workflowHead(name, ''),
    state,
    el('div', { class: 'row spread' }, el('h2', {}, 'History'), field('Shown', hours)),
    charts,
    el('h2', {}, 'Waves'),
    waves,
  );
  /** @type {Progress | undefined} */
  let progress;
  let progressAt = -Infinity;
  hours.addEventListener('change', () => {
    progressAt = -Infinity;
    shell.refresh();
  });
  onAction(element, runActions(shell.refresh), showError);
  return {
    title: name,
    element,
    restMs: 2_000,
    pollMs: 15_000,
    concerns: (event) => event.kind !== 'node' && event.name === name,
    refresh: async (signal) => {
      const stats = await readStats(name, signal);
      if (progress === undefined || performance.now() - progressAt > PROGRESS_EVERY_MS) {
        progressAt = performance.now();
        progress = await readProgress(name, Number(hours.value), signal);
      }
      patch(state, ...statePart(stats, progress));
      patch(charts, chartsPart(stats, progress));
      patch(waves, wavesTable(name, stats.waves));
    },
  };
}

/**
 * @param {WorkflowStats} stats
 * @param {Progress} progress
 */
function statePart(stats, progress) {
  const { name, status, total, warnings } = stats;
  const stalled = stallWarning(stats, progress);
  return [
    el('div', { class: 'row state' }, pill(status), el('span', { class: 'actions' }, runButtons(name, status))),
    stalled === undefined
      ? null
      : el('p', { class: 'warning' }, `${stalled} `, el('a', { href: '#/nodes' }, 'Look at the nodes'), '.'),
    warnings.map((warning) => el('p', { class: 'warning' }, warning)),
    total === 0
      ? el(
          'p',
          { class: 'empty' },
          status === 'initializing'
            ? 'The points are being made.'
            : 'No points yet: they are made with the first start.',
        )
      : progressBar(stats),
    total === 0 ? null : el('dl', { class: 'tiles' }, tiles(stats, progress)),
  ].flat();
}

/**
 * @param {WorkflowStats} stats
 * @param {Progress} progress
 */
function tiles(stats, { done_rate_per_hour, rate_span_hours }) {
  const { name, total, pending, queued, running, converged, failed } = stats;
  const { cold_run_converged, seed_step_converged, continue_converged, avg_point_sec, eta_sec } = stats;
  const points = (/** @type {string} */ status, /** @type {number} */ number) =>
    el('a', { href: address(['workflows', name, 'points'], new URLSearchParams({ status })) }, count(number));
  const unfitPoints = address(['workflows', name, 'points'], new URLSearchParams({ unfit: 'true' }));
  const unfit = el('a', { href: unfitPoints }, count(stats.unfit));
  return [
    tile(
      'Converged',
      points('converged', converged),
      `${percent(converged, total)} of ${counted(total, 'point')}`,
      'good',
    ),
    tile(
      'Strategies',
      [cold_run_converged, seed_step_converged, continue_converged].map(count).join(' + '),
      'converged by cold run + by seed step + continued',
    ),
    tile('Failed', points('failed', failed), percent(failed, total), failed > 0 ? 'bad' : ''),
    ...(stats.unfit > 0 ? [tile('Unfit', unfit, 'models that hold NaN or Inf', 'bad')] : []),
    tile('Running', points('running', running)),
    tile('Queued', points('queued', queued), 'can be claimed now'),
    tile('Pending', points('pending', pending), 'wait for a seed'),
    tile('Mean task', avg_point_sec === null ? '–' : duration(avg_point_sec), meanHint(avg_point_sec)),
    tile(
      'Time left',
      eta_sec === null || total === converged + failed ? '–' : duration(eta_sec),
      done_rate_per_hour === null || rate_span_hours === null || rate_span_hours < LEAST_RATE_HOURS
        ? null
        : `${count(done_rate_per_hour)} points an hour over ${duration(3600 * rate_span_hours)}`,
    ),
  ];
}

/** @param {number | null} seconds */
function meanHint(seconds) {
  if (seconds === null) return 'no task has ended yet';
  return seconds < 60 ? 'by the nodes’ clocks' : `${count(Math.round(seconds))} s by the nodes’ clocks`;
}

/**
 * @param {WorkflowStats} stats
 * @param {Progress} progress
 */
function stallWarning({ status, avg_point_sec }, { stalled_minutes }) {
  if (status !== 'running' || stalled_minutes === null) return undefined;
  const limit = Math.max(LEAST_STALL_MINUTES, (MEAN_TASKS_OF_A_STALL * (avg_point_sec ?? 0)) / 60);
  return stalled_minutes < limit ? undefined : `No point was completed for ${duration(60 * stalled_minutes)}.`;
}

/**
 * @param {WorkflowStats} stats
 * @param {Progress} progress
 */
function chartsPart({ converged, failed, running }, progress) {
  if (progress.series.length === 0) {
    return el('p', { class: 'empty' }, 'Nothing has changed in this time: counts are kept only when they do.');
  }
  return el(
    'div',
    { class: 'charts' },
    historyChart(progress, 'Converged', 'converged', converged),
    historyChart(progress, 'Failed', 'failed', failed),
    historyChart(progress, 'Running', 'running', running),
  );
}
