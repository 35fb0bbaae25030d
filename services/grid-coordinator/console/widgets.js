import { serverNow } from './api.js';
import { el, svg } from './dom.js';
import { age, count, localTime, parseTime, percent, utcTime, enumLabel } from './format.js';

/** @import { Children } from './dom.js' */

/** @param {string} status */
export function pill(status) {
  return el('span', { class: `pill ${status}` }, enumLabel(status));
}

/** @param {string | null} text */
export function timeOf(text) {
  if (text === null) return '–';
  const date = parseTime(text);
  return el('time', { datetime: date.toISOString(), title: utcTime(date) }, localTime(date));
}

/**
 * How long ago a time is. `refreshAges` keeps it current.
 *
 * @param {string | null} text
 */
export function ageOf(text) {
  if (text === null) return 'never';
  const date = parseTime(text);
  const title = `${localTime(date)}, ${utcTime(date)}`;
  return el('time', { datetime: date.toISOString(), title, 'data-age': true }, age(date, serverNow()));
}

export function refreshAges() {
  setInterval(() => {
    for (const time of document.querySelectorAll('time[data-age]')) {
      if (!(time instanceof HTMLTimeElement)) continue;
      const text = age(new Date(time.dateTime), serverNow());
      if (time.textContent !== text) time.textContent = text;
    }
  }, 1_000);
}

/**
 * @typedef {object} Counts Points by what became of them; what is none of these is still open.
 * @property {number} total
 * @property {number} converged
 * @property {number} failed
 * @property {number} [running]
 */

/** A bar's width in the units of its drawing, and the least width of a part: one failed point among millions is seen. */
const BAR = 1_000;
const HAIR = 6;

/** @param {Counts} counts */
export function progressBar({ total, converged, failed, running = 0 }) {
  /** @type {[string, number][]} */
  const parts = [
    ['converged', converged],
    ['running', running],
    ['failed', failed],
    ['open', total - converged - failed - running],
  ];
  const shown = parts.filter(([, number]) => number > 0);
  const label = shown.map(([name, number]) => `${count(number)} ${name}`).join(', ') || 'no points';
  const widths = shown.map(([, number]) => Math.max(HAIR, (BAR * number) / total));
  const scale = BAR / widths.reduce((sum, width) => sum + width, 0);
  let x = 0;
  return svg(
    'svg',
    { class: 'progress', viewBox: `0 0 ${BAR} 1`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    svg('title', {}, label),
    shown.map(([name], index) => {
      const width = (widths[index] ?? 0) * scale;
      const part = svg('rect', { class: name, x, width, height: 1 });
      x += width;
      return part;
    }),
  );
}

/** @param {Counts} counts */
export function progressText({ total, converged, failed, running = 0 }) {
  if (total === 0) return 'no points yet';
  const words = [`${count(converged)} of ${count(total)} converged (${percent(converged, total)})`];
  if (running > 0) words.push(`${count(running)} running`);
  if (failed > 0) words.push(`${count(failed)} failed`);
  return words.join(', ');
}

/**
 * @param {string} label
 * @param {Children} value
 * @param {Children} [hint]
 * @param {string} [kind]
 */
export function tile(label, value, hint, kind = '') {
  return el(
    'div',
    { class: `tile ${kind}` },
    el('dt', {}, label),
    el('dd', { class: 'value' }, value),
    hint ? el('dd', { class: 'hint' }, hint) : null,
  );
}

/**
 * A cell of a table row. Narrow screens show each row as a card with the label before the value.
 *
 * @param {string} label
 * @param {Children} content
 * @param {string} [kind]
 */
export function cell(label, content, kind) {
  return el('td', { 'data-label': label, class: kind }, el('span', { class: 'content' }, content));
}

/**
 * @param {string} action what `onAction` calls
 * @param {Children} label
 * @param {Readonly<Record<string, string | boolean | undefined>>} [attributes]
 */
export function button(action, label, attributes = {}) {
  return el('button', { type: 'button', 'data-action': action, ...attributes }, label);
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  return el('label', { class: 'field' }, el('span', {}, label), control);
}

/**
 * @param {string} name
 * @param {readonly (readonly [string, string])[]} options value and text
 * @param {string} [chosen]
 */
export function select(name, options, chosen) {
  return el(
    'select',
    { name },
    options.map(([value, text]) => el('option', { value, selected: value === chosen }, text)),
  );
}
