import { svg } from './dom.js';
import { count, localTime, parseTime } from './format.js';

/** @import { Progress, ProgressEntry } from '@almagest/contracts/grid' */

const WIDTH = 360;
const HEIGHT = 120;
const LEFT = 8;
const TOP = 24;
const BOTTOM = 18;
const HOUR_MS = 3_600_000;

/**
 * One count over the shown period, with its own scale: a hundred failed points matter even beside a million converged
 * ones.
 *
 * @param {Progress} progress
 * @param {string} title
 * @param {'converged' | 'failed' | 'running'} status
 * @param {number} last the count of now, which is later than the last snapshot
 */
export function historyChart({ series, hours, now }, title, status, last) {
  const to = parseTime(now).getTime();
  // Nothing is known before the first snapshot, so the chart begins there.
  const from = Math.max(to - hours * HOUR_MS, series[0] === undefined ? 0 : timeOf(series[0]));
  const values = [...series.map((entry) => entry[status]), last];
  const scale = scaleOf(values);
  const y = (/** @type {number} */ value) =>
    HEIGHT - BOTTOM - ((value - scale.low) / (scale.high - scale.low)) * (HEIGHT - TOP - BOTTOM);
  const x = (/** @type {number} */ ms) => LEFT + (Math.max(0, ms - from) / Math.max(1, to - from)) * (WIDTH - 2 * LEFT);
  return svg(
    'svg',
    {
      class: `history ${status}`,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${title}: ${count(values[0] ?? 0)} at first, ${count(last)} now`,
    },
    svg('text', { x: LEFT, y: 14, class: 'title' }, title),
    svg('text', { x: WIDTH - LEFT, y: 14, class: 'value' }, count(last)),
    svg('path', { class: 'frame', d: `M${LEFT} ${TOP}H${WIDTH - LEFT}M${LEFT} ${HEIGHT - BOTTOM}H${WIDTH - LEFT}` }),
    svg('path', {
      class: 'line',
      d: `${steps(series, (entry) => [x(timeOf(entry)), y(entry[status])])}H${rounded(x(to))}V${rounded(y(last))}`,
    }),
    svg('text', { x: LEFT, y: TOP + 11, class: 'tick' }, count(scale.high)),
    svg('text', { x: LEFT, y: HEIGHT - BOTTOM - 3, class: 'tick' }, count(scale.low)),
    svg('text', { x: LEFT, y: HEIGHT - 5, class: 'tick' }, localTime(new Date(from), 'short')),
    svg('text', { x: WIDTH - LEFT, y: HEIGHT - 5, class: 'tick end' }, 'now'),
  );
}

/** @param {readonly number[]} values */
function scaleOf(values) {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  // The scale starts at zero, unless the count has hardly changed.
  const start = low > 0.5 * high ? low : 0;
  return high > start ? { low: start, high } : { low: Math.min(start, Math.max(0, high - 1)), high: Math.max(high, 1) };
}

/** @param {ProgressEntry} entry */
function timeOf({ ts }) {
  return parseTime(ts).getTime();
}

/**
 * A count stays until the next snapshot, for one is written only when something has changed.
 *
 * @param {readonly ProgressEntry[]} series
 * @param {(entry: ProgressEntry) => [number, number]} place
 */
function steps(series, place) {
  const path = series.map((entry, index) => {
    const [x, y] = place(entry).map(rounded);
    return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
  });
  return path.join('');
}

/** @param {number} units */
function rounded(units) {
  return Math.round(units * 10) / 10;
}
