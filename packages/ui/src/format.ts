import type { Language } from './messages.ts';

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** The length of each unit in seconds, and its symbol. */
const TIME_UNITS = [
  { sec: 86_400, en: 'd', zh: '天' },
  { sec: 3_600, en: 'h', zh: '小时' },
  { sec: 60, en: 'min', zh: '分' },
  { sec: 1, en: 's', zh: '秒' },
] as const;

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

const MINUTE_SEC = 60;

/** Formats a number with grouped digits and at most one decimal. */
export function count(number: number): string {
  return GROUPED.format(number);
}

/** Formats a share in percent. Never rounds up to 100 % or down to 0 %. */
export function percent(part: number, total: number): string {
  if (total === 0) return '0 %';
  const value = (100 * part) / total;
  if (part > 0 && value < 0.1) return '< 0.1 %';
  const text = value.toFixed(value < 10 || value > 90 ? 1 : 0);
  return part < total && Number(text) === 100 ? '> 99.9 %' : `${text.replace(/\.0$/, '')} %`;
}

/** Formats a number with a power of ten, such as `3.20×10⁻⁴`. */
export function powerOfTen(number: number, decimals: number): string {
  const [digits = '', exponent = '0'] = number.toExponential(decimals).split('e');
  return `${digits.replace('-', '−')}×10${superscript(Number(exponent))}`;
}

/** Formats an integer in superscript digits. */
export function superscript(integer: number): string {
  return String(integer)
    .split('')
    .map((digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]))
    .join('');
}

/** Formats a unit with superscripts: `erg cm⁻² Å⁻¹` for `erg cm-2 Angstrom-1`. */
export function unitText(unit: string): string {
  return unit
    .replaceAll(/\b[Aa]ngstroms?/g, 'Å')
    .replaceAll(/(?<=\p{L})[-+]?\d+\b/gu, (exponent) => superscript(Number(exponent)));
}

/** Formats a relative change with two decimals and a power of ten, or as a dash if missing. */
export function relativeChange(relc: number | null | undefined): string {
  if (relc === null || relc === undefined) return '–';
  return relc === 0 ? '0' : powerOfTen(relc, 2);
}

/** Formats a duration in its two largest units. */
export function duration(seconds: number, language: Language): string {
  const space = language === 'en' ? ' ' : '';
  if (seconds < 10) return `${Number(Math.max(0, seconds).toPrecision(2))}${space || ' '}${signOf(1, language)}`;
  let rest = Math.round(seconds);
  const first = TIME_UNITS.findIndex(({ sec }) => rest >= sec);
  const words: string[] = [];
  for (const { sec } of TIME_UNITS.slice(first, first + 2)) {
    const whole = Math.floor(rest / sec);
    rest -= whole * sec;
    if (whole > 0) words.push(`${whole} ${signOf(sec, language)}`);
  }
  return words.join(' ');
}

/** Formats an estimated duration, without seconds. */
export function estimate(seconds: number, language: Language): string {
  const minutes = Math.round(seconds / MINUTE_SEC);
  if (minutes === 0) return language === 'en' ? 'under a minute' : '不到 1 分钟';
  return duration(minutes * MINUTE_SEC, language);
}

function signOf(sec: number, language: Language): string {
  return TIME_UNITS.find((unit) => unit.sec === sec)?.[language] ?? '';
}

/** Formats the time since or until `ms`. */
export function age(ms: number, nowMs: number, language: Language): string {
  const seconds = Math.round((nowMs - ms) / 1_000);
  // Clocks differ slightly, so an event that just happened may be up to a minute ahead.
  if (seconds <= -MINUTE_SEC) {
    const ahead = duration(-seconds - (-seconds % MINUTE_SEC), language);
    return language === 'en' ? `in ${ahead}` : `${ahead}后`;
  }
  if (seconds < 2) return language === 'en' ? 'just now' : '刚刚';
  // Whole minutes, because a page full of seconds would change constantly.
  const told = duration(seconds < MINUTE_SEC ? seconds : seconds - (seconds % MINUTE_SEC), language);
  return language === 'en' ? `${told} ago` : `${told}前`;
}

/** Formats a number with a true minus sign. */
export function plain(number: number): string {
  return String(number).replaceAll('-', '−');
}

/** Formats a size in bytes with powers of 1,000. */
export function byteSize(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${count(bytes / 1_000 ** power)} ${BYTE_UNITS[power] ?? ''}`;
}

/**
 * Parses both time formats of the services: RFC 3339, and `YYYY-MM-DD HH:MM:SS` in UTC. Returns milliseconds since
 * 1970.
 */
export function parseTime(text: string): number {
  return Date.parse(text.includes('T') ? text : `${text.replace(' ', 'T')}Z`);
}

/** Formats a time as `YYYY-MM-DD HH:MM:SS UTC`. */
export function utcTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Formats a time as `YYYY-MM-DD HH:MM:SS` in the reader's time zone. */
export function localTime(ms: number): string {
  const date = new Date(ms);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
