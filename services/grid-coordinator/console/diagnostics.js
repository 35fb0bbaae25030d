import { el } from './dom.js';
import { duration, relativeChange } from './format.js';

/** @typedef {Readonly<Record<string, unknown>>} Fields */

/**
 * The engine's own record. It was written by another program, so that nothing about its fields is certain.
 *
 * @param {string} point
 * @param {Fields | null} conv
 */
export function diagnosticsPart(point, conv) {
  if (conv === null) return [el('p', { class: 'empty' }, 'None was reported, or it cannot be read.')];
  const text = JSON.stringify(conv, null, 2);
  const stages = Array.isArray(conv['stages']) ? conv['stages'].filter(isFields) : [];
  return [
    stages.length === 0 ? null : stagesTable(stages),
    el('details', {}, el('summary', {}, 'The whole record'), el('pre', {}, text)),
    el(
      'p',
      {},
      el(
        'a',
        // A file created in the browser from the data on the page, because the API has no address for it.
        { class: 'button', href: `data:application/json,${encodeURIComponent(text)}`, download: `${point}.conv.json` },
        'Diagnostic record (JSON)',
      ),
    ),
  ];
}

/** @param {readonly Fields[]} stages */
function stagesTable(stages) {
  return el(
    'table',
    {},
    el('caption', { class: 'unseen' }, 'Stages of the last calculation'),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        ['Stage', 'Converged', 'Note'].map((title) => el('th', { scope: 'col' }, title)),
        ['Best rel. change', 'Limit', 'Took'].map((title) => el('th', { scope: 'col', class: 'number' }, title)),
      ),
    ),
    el(
      'tbody',
      {},
      stages.map((stage) => {
        const { label, converged, note, best_max_relc: best, chmax, elapsed_sec: elapsed } = stage;
        return el(
          'tr',
          {},
          el('th', { scope: 'row' }, textOf(label)),
          el('td', {}, converged === true ? 'yes' : 'no'),
          el('td', {}, textOf(note)),
          el('td', { class: 'number' }, typeof best === 'number' ? relativeChange(best) : '–'),
          el('td', { class: 'number' }, typeof chmax === 'number' ? relativeChange(chmax) : '–'),
          el('td', { class: 'number' }, typeof elapsed === 'number' ? duration(elapsed) : '–'),
        );
      }),
    ),
  );
}

/**
 * @param {unknown} value
 * @returns {value is Fields}
 */
function isFields(value) {
  return typeof value === 'object' && value !== null;
}

/** @param {unknown} value */
function textOf(value) {
  return typeof value === 'string' ? value : '–';
}
