import { el } from './dom.js';
import { duration, parseTime, reportedValue, enumLabel } from './format.js';
import { REPORTED_FIELDS } from './reported-fields.js';
import { address } from './router.js';
import { cell, pill, timeOf } from './widgets.js';

/** @import { Attempt, ShownFieldInfo } from '@almagest/contracts/grid' */

/**
 * @param {string} name the workflow's
 * @param {readonly Attempt[]} attempts
 */
export function attemptsTable(name, attempts) {
  if (attempts.length === 0) return el('p', { class: 'empty' }, 'It was never handed out.');
  return el(
    'table',
    { class: 'cards' },
    el('caption', { class: 'unseen' }, 'Attempts'),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        ['Created', 'Status', 'Strategy', 'Node', 'Took'].map((title) => el('th', { scope: 'col' }, title)),
        REPORTED_FIELDS.map((field) => el('th', { scope: 'col', class: 'number' }, headingOf(field))),
      ),
    ),
    el(
      'tbody',
      {},
      attempts.map((attempt) => attemptRow(name, attempt)),
    ),
  );
}

/**
 * @param {string} name
 * @param {Attempt} attempt
 */
function attemptRow(name, attempt) {
  const { task_id, task_type, seed_point_name: seed, rule, status, error_message, node_id } = attempt;
  return el(
    'tr',
    { 'data-key': task_id },
    el(
      'th',
      { scope: 'row', title: `task ${task_id}` },
      timeOf(attempt.created_at),
      error_message === null ? null : el('div', { class: 'fault' }, error_message),
      attempt.atmosphere_has_nan === true ? el('div', { class: 'fault' }, 'NaN in the atmosphere') : null,
    ),
    cell('Status', pill(status)),
    cell('Strategy', [
      enumLabel(task_type),
      seed === null
        ? null
        : el('div', { class: 'hint' }, 'from ', el('a', { href: address(['workflows', name, 'points', seed]) }, seed)),
      rule === undefined ? null : el('div', { class: 'hint' }, `by the rule ${rule}`),
    ]),
    cell('Node', el('span', { class: 'id' }, node_id ?? '–')),
    cell('Took', tookOf(attempt)),
    REPORTED_FIELDS.map((field) => cell(headingOf(field), reportedValue(attempt[field.name], field.format), 'number')),
  );
}

/** @param {Attempt} attempt */
function tookOf({ created_at, completed_at }) {
  if (completed_at === null) return '–';
  return duration((parseTime(completed_at).getTime() - parseTime(created_at).getTime()) / 1000);
}

/** @param {ShownFieldInfo} field */
function headingOf({ title, unit }) {
  return unit === null ? title : `${title}, ${unit}`;
}
