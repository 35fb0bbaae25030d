import type { QuantityDifference } from '@almagest/contracts/grid';
import { describeColumns, UnreadableSpectrumError, type Spectrum } from '@almagest/engine-text';
import { fluxesOn } from './spectrum-blend.ts';
import {
  depthLayout,
  tokenAt,
  UnreadableStructureError,
  type DepthLayout,
  type StructureText,
} from './structure-text.ts';

interface Quantity {
  readonly quantity: string;
  readonly unit: string | null;
  /** The scale on which the place of the largest difference is given. */
  readonly along: { readonly quantity: string; readonly unit: string | null } | null;
}

const COLUMN_MASS = { quantity: 'column mass', unit: 'g cm-2' } as const;

/**
 * The parameters of a depth, in the order in which TLUSTY (Hubeny & Lanz 2017, arXiv:1706.01859) and the sample engine
 * write them. All further parameters are populations of energy levels or ionisation stages.
 */
const PARAMETERS = [
  { quantity: 'temperature', unit: 'K' },
  { quantity: 'electron density', unit: 'cm-3' },
  { quantity: 'mass density', unit: 'g cm-3' },
] as const;

/**
 * Returns how much two models of one point differ, depth by depth: column mass, temperature, electron density, mass
 * density and populations. In an unknown layout, compares all reals of the files in order.
 *
 * @throws {UnreadableStructureError} if the layouts differ
 */
export function modelDifferences(one: StructureText, other: StructureText): QuantityDifference[] {
  requireSameLayout(one, other);
  const layout = depthLayout(one);
  const tallies = layout === null || depthLayout(other) === null ? realsOf(one, other) : depthsOf(one, other, layout);
  return tallies.filter(({ values }) => values > 0).map(({ difference }) => difference);
}

function realsOf(one: StructureText, other: StructureText): Tally[] {
  const reals = new Tally({ quantity: 'all reals', unit: null, along: null });
  for (const [index, value] of one.values.entries())
    if (one.integers[index] === 0 || other.integers[index] === 0) reals.add(value, other.values[index] ?? NaN);
  return [reals];
}

function depthsOf(one: StructureText, other: StructureText, { first, step, depths }: DepthLayout): Tally[] {
  const named = PARAMETERS.slice(0, step).map((parameter) => new Tally({ ...parameter, along: COLUMN_MASS }));
  const masses = new Tally({ ...COLUMN_MASS, along: COLUMN_MASS });
  const populations = new Tally({ quantity: 'populations', unit: 'cm-3', along: COLUMN_MASS });
  for (let depth = 0; depth < depths; depth += 1) {
    const mass = one.values[2 + depth] ?? NaN;
    masses.add(mass, other.values[2 + depth] ?? NaN, mass);
    for (let parameter = 0; parameter < step; parameter += 1) {
      const index = first + depth * step + parameter;
      (named[parameter] ?? populations).add(one.values[index] ?? NaN, other.values[index] ?? NaN, mass);
    }
  }
  return [masses, ...named, populations];
}

function requireSameLayout(one: StructureText, other: StructureText): void {
  if (one.values.length !== other.values.length)
    throw new UnreadableStructureError(
      `the layouts differ: ${one.values.length} numbers and words before, ${other.values.length} now`,
    );
  for (const [index, value] of one.values.entries()) {
    const now = other.values[index] ?? NaN;
    const bothIntegers = one.integers[index] === 1 && other.integers[index] === 1;
    const differ = Number.isNaN(value) || Number.isNaN(now) ? tokenAt(one, index) !== tokenAt(other, index) : false;
    if (differ || (bothIntegers && value !== now))
      throw new UnreadableStructureError(
        `the layouts differ: value ${index + 1} was ${tokenAt(one, index).slice(0, 40)} and is ${tokenAt(other, index).slice(0, 40)}`,
      );
  }
}

/**
 * Returns how much two spectra differ in flux, at each wavelength of the first spectrum that both spectra cover.
 * Interpolates the second spectrum linearly if its wavelengths differ.
 *
 * @throws {UnreadableSpectrumError} if the spectra have different quantities or units, or no wavelength in common
 */
export function spectrumDifferences(one: Spectrum, other: Spectrum): QuantityDifference[] {
  const [before, now] = [describeColumns(one), describeColumns(other)];
  if (before !== now) throw new UnreadableSpectrumError(`the columns differ: ${before} before, ${now} now`);
  const [wavelength, flux] = one.columns;
  const fluxes = new Tally({ ...flux, along: wavelength });
  for (const [row, value] of fluxesOn(one.wavelengths, other).entries())
    fluxes.add(one.fluxes[row] ?? NaN, value, one.wavelengths[row]);
  if (fluxes.values === 0) throw new UnreadableSpectrumError('the spectra have no wavelength in common');
  return [fluxes.difference];
}

/** Tallies the differences of one quantity. Skips pairs in which a value is not a number. */
class Tally {
  readonly #quantity: Quantity;
  #maxRelative = 0;
  #maxAbsolute = 0;
  #squares = 0;
  #at: number | null = null;
  values = 0;

  constructor(quantity: Quantity) {
    this.#quantity = quantity;
  }

  add(before: number, now: number, place: number | null = null): void {
    if (Number.isNaN(before) || Number.isNaN(now)) return;
    const absolute = Math.abs(now - before);
    const relative = relativeDifference(before, now);
    this.values += 1;
    this.#squares += relative * relative;
    this.#maxAbsolute = Math.max(this.#maxAbsolute, absolute);
    if (relative <= this.#maxRelative) return;
    this.#maxRelative = relative;
    this.#at = place;
  }

  get difference(): QuantityDifference {
    const { quantity, unit, along } = this.#quantity;
    return {
      quantity,
      unit,
      values: this.values,
      max_relative: this.#maxRelative,
      rms_relative: Math.sqrt(this.#squares / this.values),
      max_absolute: Math.min(this.#maxAbsolute, Number.MAX_VALUE),
      at: this.#at === null || along === null ? null : { ...along, value: this.#at },
    };
  }
}

/** Returns |a - b| / max(|a|, |b|): between 0 and 2, symmetric, and 0 for two zeros. */
function relativeDifference(a: number, b: number): number {
  const scale = Math.max(Math.abs(a), Math.abs(b));
  return scale === 0 ? 0 : Math.abs(b / scale - a / scale);
}
