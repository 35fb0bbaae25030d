import type { Spectrum, SpectrumColumn } from '@almagest/engine-text';
import { unitText } from '@almagest/ui/format';

/** Spectra on a common wavelength axis. */
export interface SpectrumOverlay {
  /** The wavelengths of all spectra in ascending order, without duplicates. */
  readonly x: readonly number[];
  /** The flux of each spectrum at each wavelength. Interpolates linearly, and is null outside the spectrum. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly xName: string;
  readonly yName: string;
}

/** Returns undefined for spectra that differ in their quantities or units. */
export function overlayOf(spectra: readonly Spectrum[]): SpectrumOverlay | undefined {
  const [first, ...others] = spectra;
  if (first === undefined) return undefined;
  const isAlike = others.every(({ columns }) =>
    columns.every((column, index) => columnName(column) === columnName(first.columns[index] ?? column)),
  );
  if (!isAlike) return undefined;
  const x = [...new Set(spectra.flatMap(({ wavelengths }) => [...wavelengths]))].sort((a, b) => a - b);
  const [wavelength, flux] = first.columns;
  return {
    x,
    values: spectra.map((spectrum) => fluxesAt(spectrum, x)),
    xName: columnName(wavelength),
    yName: columnName(flux),
  };
}

export function columnName({ quantity, unit }: SpectrumColumn): string {
  return unit === null ? quantity : `${quantity}, ${unitText(unit)}`;
}

function fluxesAt({ wavelengths, fluxes }: Spectrum, x: readonly number[]): (number | null)[] {
  let after = 0;
  return x.map((wavelength) => {
    while (after < wavelengths.length && (wavelengths[after] ?? Infinity) < wavelength) after += 1;
    const above = wavelengths[after];
    if (above === undefined) return null;
    if (above === wavelength) return fluxes[after] ?? null;
    const below = wavelengths[after - 1];
    if (below === undefined) return null;
    const [low = 0, high = 0] = [fluxes[after - 1], fluxes[after]];
    return low + ((high - low) * (wavelength - below)) / (above - below);
  });
}
