/** Numbers and times in the words of people. */

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** @param {number} number */
export function count(number) {
  return GROUPED.format(number);
}

/**
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 */
export function counted(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/**
 * Never 100 % while something is missing, and never 0 % if there is something.
 *
 * @param {number} part
 * @param {number} total
 */
export function percent(part, total) {
  if (total === 0) return '0 %';
  const value = (100 * part) / total;
  if (part > 0 && value < 0.1) return '< 0.1 %';
  const digits = value < 10 || value > 90 ? 1 : 0;
  const text = value.toFixed(digits);
  return part < total && Number(text) === 100 ? '> 99.9 %' : `${text.replace(/\.0$/, '')} %`;
}

/** @param {number | null} relc */
export function relativeChange(relc) {
  return relc === null ? '–' : relc.toExponential(2);
}

/**
 * A value that a node reported about an attempt.
 *
 * @param {number | boolean | string | null | undefined} value undefined: the service is older than this page
 * @param {string | null} format
 */
export function reportedValue(value, format) {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return format === 'relative' && typeof value === 'number' ? relativeChange(value) : String(value);
}

/** @type {readonly (readonly [string, number])[]} */
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

/**
 * The two largest units.
 *
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < 10) return `${Number(seconds.toPrecision(2))} s`;
  let rest = Math.round(seconds);
  const first = UNITS.findIndex(([, size]) => rest >= size);
  const words = [];
  for (const [unit, size] of UNITS.slice(first, first + 2)) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) words.push(`${whole} ${unit}`);
  }
  return words.join(' ');
}

/**
 * Parses both formats of the API: RFC 3339, and `YYYY-MM-DD HH:MM:SS` in UTC.
 *
 * @param {string} text
 */
export function parseTime(text) {
  return new Date(text.includes('T') ? text : `${text.replace(' ', 'T')}Z`);
}

/** @param {Date} date */
export function utcTime(date) {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/**
 * @param {Date} date
 * @param {'full' | 'short'} [style] short leaves out the date of today
 */
export function localTime(date, style = 'full') {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (style === 'full') return `${day} ${time}:${two(date.getSeconds())}`;
  return date.toDateString() === new Date().toDateString() ? time : `${day.slice(5)} ${time}`;
}

/**
 * @param {Date} date
 * @param {number} nowMs
 */
export function age(date, nowMs) {
  const seconds = Math.round((nowMs - date.getTime()) / 1000);
  if (seconds < 2) return 'just now';
  // Above ten minutes, seconds are not needed, and a page full of them would change all the time.
  return `${duration(seconds < 600 ? seconds : seconds - (seconds % 60))} ago`;
}

/** @type {Readonly<Record<string, string>>} */
const WORDS = {
  pending_approval: 'waits for approval',
  cold_run: 'cold run',
  seed_step: 'seed step',
  continue: 'continued attempt',
};

/**
 * A value of one of the contract's enumerations.
 *
 * @param {string | null} value
 */
export function enumLabel(value) {
  return value === null ? '–' : (WORDS[value] ?? value);
}
