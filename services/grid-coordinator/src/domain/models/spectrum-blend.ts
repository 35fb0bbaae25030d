import { describeColumns, UnreadableSpectrumError, type Spectrum } from '@almagest/engine-text';
import { inNotationOf } from './structure-text.ts';
import { WeightedMean } from './weighted-mean.ts';

export interface SpectrumText extends Spectrum {
  /** The name of the point that the spectrum belongs to, for messages. */
  readonly name: string;
  readonly text: string;
}

/**
 * Computes the weighted mean of spectra at the wavelengths of the spectrum with the largest weight.
 *
 * Spectra with other wavelengths are interpolated linearly, and the mean covers only the range that all spectra cover.
 */
export class SpectrumBlend {
  /** The result has the wavelengths, header and notation of this spectrum. */
  readonly #template: SpectrumText;
  readonly #mean: WeightedMean;
  /** The wavelengths that all spectra cover. */
  #from = -Infinity;
  #to = Infinity;
  /** Whether a spectrum and the result have different wavelengths. */
  resampled = false;

  constructor(template: SpectrumText) {
    this.#template = template;
    this.#mean = new WeightedMean(template.wavelengths.length);
  }

  /**
   * @throws {UnreadableSpectrumError} if the quantities or units differ from the template
   */
  add(spectrum: SpectrumText, weight: number): void {
    const own = describeColumns(this.#template);
    const other = describeColumns(spectrum);
    if (own !== other)
      throw new UnreadableSpectrumError(
        `the columns differ: ${own} in ${this.#template.name}, ${other} in ${spectrum.name}`,
      );
    if (!isSameScale(this.#template, spectrum)) this.resampled = true;
    for (const [row, flux] of fluxesOn(this.#template.wavelengths, spectrum).entries())
      if (!Number.isNaN(flux)) this.#mean.add(row, flux, weight);
    this.#from = Math.max(this.#from, spectrum.wavelengths[0] ?? Infinity);
    this.#to = Math.min(this.#to, spectrum.wavelengths.at(-1) ?? -Infinity);
  }

  /**
   * Returns the text of the mean: the header, then wavelength and flux of each row.
   *
   * @throws {UnreadableSpectrumError} if the spectra have fewer than two wavelengths in common
   */
  format(): string {
    const lines: string[] = [];
    let row = -1;
    let written = 0;
    for (const line of this.#template.text.split('\n')) {
      const match = ROW.exec(line);
      if (match === null || line.trimStart().startsWith('#')) {
        lines.push(line);
        continue;
      }
      row += 1;
      const wavelength = this.#template.wavelengths[row] ?? NaN;
      if (wavelength < this.#from || wavelength > this.#to) continue;
      const [, before = '', flux = ''] = match;
      lines.push(before + inNotationOf(flux, this.#mean.at(row)).padStart(flux.length));
      written += 1;
    }
    if (written < 2) throw new UnreadableSpectrumError('the spectra have no common range of wavelengths');
    return lines.join('\n');
  }
}

/** Matches the first column with the blanks around it, and the second. Further columns are not averaged. */
const ROW = /^(\s*\S+\s+)(\S+)/;

/**
 * Returns the natural logarithms of the fluxes at given wavelengths, for comparison with a prediction. Returns NaN
 * where the flux is not positive and outside the spectrum.
 */
export function fluxLogarithms(wavelengths: Float64Array, spectrum: Spectrum): Float64Array {
  return fluxesOn(wavelengths, spectrum).map((flux) => (flux > 0 ? Math.log(flux) : NaN));
}

/** Interpolates the fluxes of a spectrum linearly at ascending wavelengths. Returns NaN outside the spectrum. */
export function fluxesOn(wavelengths: Float64Array, spectrum: Spectrum): Float64Array {
  const { wavelengths: own, fluxes } = spectrum;
  if (isSameScale({ wavelengths }, spectrum)) return fluxes;
  const found = new Float64Array(wavelengths.length).fill(NaN);
  let above = 0;
  for (const [row, wavelength] of wavelengths.entries()) {
    while (above < own.length && (own[above] ?? NaN) < wavelength) above += 1;
    const right = own[above];
    if (right === undefined) break;
    const flux = fluxes[above] ?? NaN;
    if (right === wavelength) found[row] = flux;
    else if (above > 0) {
      const left = own[above - 1] ?? NaN;
      const before = fluxes[above - 1] ?? NaN;
      found[row] = before + ((wavelength - left) / (right - left)) * (flux - before);
    }
  }
  return found;
}

type Scale = Pick<Spectrum, 'wavelengths'>;

function isSameScale({ wavelengths: one }: Scale, { wavelengths: other }: Scale): boolean {
  return one === other || (one.length === other.length && one.every((wavelength, row) => wavelength === other[row]));
}
