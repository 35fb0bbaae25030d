import { el } from './dom.js';
import { count } from './format.js';
import { address } from './router.js';
import { cell, progressBar } from './widgets.js';

/**
 * @import { WorkflowStats } from '@almagest/contracts/grid'
 *
 * @typedef {WorkflowStats['waves'][number]} Wave
 * @typedef {Wave & { readonly last: number, readonly kind: 'done' | 'under way' | 'untouched' }} Stretch waves `wave` to `last`
 */

/**
 * Consecutive waves that are finished, or not begun, share one row; those in between have one each.
 *
 * @param {string} name
 * @param {readonly Wave[]} waves
 */
export function wavesTable(name, waves) {
  if (waves.length === 0) return el('p', { class: 'empty' }, 'There are no waves before there are points.');
  return el(
    'table',
    { class: 'cards' },
    el('caption', { class: 'unseen' }, 'Waves of difficulty, easiest first'),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('th', { scope: 'col' }, 'Wave'),
        el('th', { scope: 'col' }, 'Progress'),
        ['Converged', 'Failed', 'Points'].map((title) => el('th', { scope: 'col', class: 'number' }, title)),
      ),
    ),
    el(
      'tbody',
      {},
      stretches(waves).map((stretch) => waveRow(name, stretch)),
    ),
  );
}

/**
 * @param {string} name
 * @param {Stretch} stretch
 */
function waveRow(name, stretch) {
  const { wave, last, kind, total, converged, failed } = stretch;
  const label =
    wave === last
      ? el('a', { href: address(['workflows', name, 'points'], new URLSearchParams({ wave: String(wave) })) }, wave)
      : `${wave} to ${last}`;
  return el(
    'tr',
    { 'data-key': String(wave) },
    el('th', { scope: 'row' }, label, ' ', el('span', { class: 'hint' }, kind === 'under way' ? '' : kind)),
    cell('Progress', progressBar(stretch), 'wide'),
    cell('Converged', count(converged), 'number'),
    cell('Failed', failed === 0 ? '–' : count(failed), failed === 0 ? 'number' : 'number bad'),
    cell('Points', count(total), 'number'),
  );
}

/**
 * @param {readonly Wave[]} waves
 * @returns {Stretch[]}
 */
function stretches(waves) {
  /** @type {Stretch[]} */
  const found = [];
  for (const wave of waves) {
    const kind = kindOf(wave);
    const before = found.at(-1);
    if (before === undefined || before.kind !== kind || kind === 'under way') {
      found.push({ ...wave, last: wave.wave, kind });
      continue;
    }
    found[found.length - 1] = {
      ...before,
      last: wave.wave,
      total: before.total + wave.total,
      converged: before.converged + wave.converged,
      failed: before.failed + wave.failed,
    };
  }
  return found;
}

/**
 * @param {Wave} wave
 * @returns {Stretch['kind']}
 */
function kindOf({ total, converged, failed }) {
  if (converged === total) return 'done';
  return converged + failed === 0 ? 'untouched' : 'under way';
}
