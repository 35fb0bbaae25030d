import type { ReleasedProduct } from '@almagest/contracts/grid';
import { metresIn, voUnit } from './vo-unit.ts';

export interface SpectrumInRelease {
  readonly point: string;
  readonly product: string | null;
  readonly columns: readonly [wavelength: Column, flux: Column];
  readonly min: number;
  readonly max: number;
}

interface Column {
  readonly quantity: string;
  readonly unit: string | null;
}

/** Thrown if the spectra cannot be published because their quantities are unclear. */
export class UnclearSpectrumError extends Error {
  override readonly name = 'UnclearSpectrumError';
}

/**
 * Describes the spectra of a release by their product.
 *
 * @param stated the medium of the wavelengths, if the authors stated it
 * @throws {UnclearSpectrumError} if a unit or the medium is unknown, or if spectra of one product have different units
 * or media
 */
export function releasedProducts(
  spectra: readonly SpectrumInRelease[],
  stated: 'vacuum' | 'air' | undefined,
): ReleasedProduct[] {
  return [...Map.groupBy(spectra, ({ product }) => product)]
    .toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([name, group]) => {
      const [first] = group as [SpectrumInRelease, ...SpectrumInRelease[]];
      const [wavelength, flux] = first.columns;
      const other = group.find(({ columns }) => JSON.stringify(columns) !== JSON.stringify(first.columns));
      if (other !== undefined)
        throw new UnclearSpectrumError(
          `the spectra of ${first.point} and ${other.point} differ in their quantities or units: give them different products`,
        );
      return {
        name,
        spectra: group.length,
        medium: mediumOf(first, stated),
        wavelength: { quantity: wavelength.quantity, unit: knownLength(first) },
        flux: { quantity: flux.quantity, unit: knownFlux(first) },
        min: group.reduce((least, { min }) => Math.min(least, min), Infinity),
        max: group.reduce((most, { max }) => Math.max(most, max), -Infinity),
      };
    });
}

function mediumOf({ point, columns: [{ quantity }] }: SpectrumInRelease, stated: 'vacuum' | 'air' | undefined) {
  const named = /\bvacuum\b/i.test(quantity) ? 'vacuum' : /\bair\b/i.test(quantity) ? 'air' : undefined;
  if (named !== undefined && stated !== undefined && named !== stated)
    throw new UnclearSpectrumError(
      `the metadata says that wavelengths are in ${stated}, but the spectrum of ${point} says ${named}`,
    );
  const medium = named ?? stated;
  if (medium === undefined)
    throw new UnclearSpectrumError(
      `the spectrum of ${point} doesn't say whether its wavelengths are in vacuum or air: state \`wavelengths\` in the metadata`,
    );
  return medium;
}

function knownLength({ point, columns: [{ unit }] }: SpectrumInRelease): string {
  if (unit === null || metresIn(unit) === undefined)
    throw new UnclearSpectrumError(
      unit === null
        ? `the spectrum of ${point} doesn't name the unit of its wavelengths: write it into its head (\`# 1: wavelength in vacuum, Angstrom\`)`
        : `the unit ${unit} of the wavelengths of ${point} is not a known unit of length`,
    );
  return unit;
}

/** Returns null for a flux without a unit, such as a normalised flux. */
function knownFlux({ point, columns: [, { unit }] }: SpectrumInRelease): string | null {
  if (unit !== null && voUnit(unit) === undefined)
    throw new UnclearSpectrumError(
      `the unit '${unit}' of the flux of ${point} cannot be published: write it as in erg cm-2 s-1 Angstrom-1`,
    );
  return unit;
}
