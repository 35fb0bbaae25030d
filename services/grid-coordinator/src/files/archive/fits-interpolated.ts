import type { InterpolatedSpectrum } from '@almagest/contracts/grid';
import { readSpectrum } from '@almagest/engine-text';
import { addWords } from './fits-checksum.ts';
import { columnsOf, optionalCard, paramCards } from './fits-spectrum.ts';
import { fitsEnd, fitsHead, fitsRows, type FitsCard, type FitsTable } from './fits-table.ts';

const ERROR_COLUMNS: FitsTable['columns'] = [
  { name: 'ERROR', meaning: 'relative error of the flux in this window, by leave-one-out', unit: null },
  { name: 'LARGEST', meaning: 'largest relative error of a prediction in this window', unit: null },
];

/**
 * Returns the FITS file of an interpolated spectrum. Each row has the errors of its window, or NaN if they are unknown.
 * If the spectrum is the stored spectrum of a grid point, the file has no columns of errors.
 */
export function fitsOfInterpolated(found: InterpolatedSpectrum): Buffer {
  const { wavelengths, fluxes, columns } = readSpectrum(found.spectrum);
  const errorAt = found.error === null ? undefined : errorsByWavelength(found.error);
  const rows = fitsRows(
    Array.from(wavelengths, (wavelength, row) => [wavelength, fluxes[row] ?? NaN, ...(errorAt?.(wavelength) ?? [])]),
  );
  const table: FitsTable = {
    name: 'SPECTRUM',
    columns: [...columnsOf(columns), ...(errorAt === undefined ? [] : ERROR_COLUMNS)],
    rows: wavelengths.length,
    dataSum: addWords(0, rows),
    cards: cardsOf(found),
  };
  return Buffer.concat([fitsHead(table), rows, fitsEnd(table)]);
}

/** Returns the errors of the window that contains a wavelength. Must be called with ascending wavelengths. */
function errorsByWavelength({ windows = [] }: NonNullable<InterpolatedSpectrum['error']>) {
  let at = 0;
  return (wavelength: number): [estimate: number, largest: number] => {
    while (at < windows.length - 1 && wavelength > (windows[at]?.to ?? Infinity)) at += 1;
    return [windows[at]?.estimate ?? NaN, windows[at]?.largest ?? NaN];
  };
}

function cardsOf({ params, kind, product, method, wavelengths, error, points }: InterpolatedSpectrum): FitsCard[] {
  return [
    ...paramCards(params),
    ['KIND', kind, ''],
    ...optionalCard('PRODUCT', product, 'name of the spectrum'),
    ['METHOD', error === null ? 'none' : method, 'of the interpolation'],
    ['WAVES', wavelengths, 'common or resampled wavelengths'],
    ...(error === null || error.estimate === null
      ? []
      : ([['ESTIMATE', error.estimate, 'relative error over all wavelengths']] as const)),
    ...optionalCard('NOTJUDGE', error?.not_judged?.join(' ') ?? null, 'axes without an estimate'),
    ...points.flatMap(({ name, weight, sha256 }, index): FitsCard[] => [
      [`PNT${index + 1}`, name, ''],
      [`WGT${index + 1}`, weight, 'its weight'],
      [`SHA${index + 1}`, sha256, ''],
    ]),
  ];
}
