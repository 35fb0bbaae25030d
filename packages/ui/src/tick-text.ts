import { powerOfTen, superscript } from './format.ts';

/** Outside these limits, numbers are written with a power of ten. */
const LEAST_PLAIN = 1e-3;
const MOST_PLAIN = 1e6;
/** More decimals would not fit next to an axis. */
const MOST_DECIMALS = 4;

/**
 * Formats the ticks of an axis. Either all ticks have a power of ten, or no tick has one. Ticks without a text are
 * null.
 */
export function tickTexts(ticks: readonly (number | null)[]): string[] {
  const sizes = ticks.filter((tick) => tick !== null && tick !== 0).map((tick) => Math.abs(tick ?? 0));
  if (!sizes.some(needsPower)) return ticks.map((tick) => (tick === null ? '' : plainNumber(tick)));
  if (sizes.every((size) => mantissaOf(size) === '1'))
    return ticks.map((tick) => (tick === null ? '' : tick === 0 ? '0' : bareTen(tick)));
  const decimals = Math.max(...sizes.map((size) => mantissaOf(size).split('.')[1]?.length ?? 0));
  return ticks.map((tick) => (tick === null ? '' : tick === 0 ? '0' : powerOfTen(tick, decimals)));
}

/** Formats a value under the cursor. */
export function chartValue(value: number): string {
  return value !== 0 && needsPower(Math.abs(value)) ? powerOfTen(value, 2) : plainNumber(value);
}

function needsPower(size: number): boolean {
  return size < LEAST_PLAIN || size >= MOST_PLAIN;
}

function plainNumber(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: MOST_DECIMALS }).replace('-', '−');
}

/** Returns the digits before the power of ten, without trailing zeros. */
function mantissaOf(size: number): string {
  return String(Number(size.toExponential(MOST_DECIMALS).split('e')[0]));
}

function bareTen(value: number): string {
  return `${value < 0 ? '−' : ''}10${superscript(Math.round(Math.log10(Math.abs(value))))}`;
}
