import { AXES, type GridPointParams, type ReleasedProduct } from '@almagest/contracts/grid';
import { SpectrumPlot } from '../../domain/releases/spectrum-plot.ts';
import { voUnit } from '../../domain/releases/vo-unit.ts';
import { tableHead, tableRow, tableTail, type VoTable } from '../../domain/releases/votable.ts';
import { rowsOfSpectrum } from '../../files/archive/fits-spectrum.ts';
import type { Db } from '../../persistence/database.ts';
import { listSpectra } from '../../persistence/releases/release-repository.ts';
import type { ReleaseSpectrum } from '../../domain/releases/release-spectrum.ts';
import { csvLine } from '../points/csv-line.ts';
import type { PublishedRelease } from './find-published.ts';

function productOf(release: PublishedRelease, spectrum: ReleaseSpectrum): ReleasedProduct {
  const product = release.content.products.find(({ name }) => name === spectrum.product);
  if (product === undefined) throw new Error(`the release has no product ${spectrum.product ?? 'without a name'}`);
  return product;
}

/** Yields the rows of a spectrum from the archive of its release. */
function rowsOf(file: string, { text_at, text_bytes }: ReleaseSpectrum) {
  return rowsOfSpectrum(file, { start: text_at, end: text_at + text_bytes - 1 });
}

/** Yields a spectrum as VOTable (Spectrum data model 1.1). The numbers are the same as in the engine's text. */
export async function* spectrumTable(
  release: PublishedRelease,
  spectrum: ReleaseSpectrum,
  file: string,
): AsyncGenerator<string> {
  yield spectrumHead(release, productOf(release, spectrum), {
    title: spectrum.point_name,
    infos: [['source_sha256', spectrum.sha256]],
    params: spectrum,
  });
  for await (const rows of rowsOf(file, spectrum)) yield rows.map(tableRow).join('');
  yield tableTail(undefined);
}

interface SpectrumHead {
  readonly title: string;
  readonly infos: VoTable['infos'];
  readonly params: GridPointParams;
}

/** Returns the beginning of a spectrum's VOTable, up to its first row of wavelength and flux. */
export function spectrumHead(
  { slug, version, metadata }: PublishedRelease,
  { medium, wavelength, flux }: ReleasedProduct,
  { title, infos, params }: SpectrumHead,
): string {
  return tableHead({
    description: `${metadata.title}: ${title}`,
    utype: 'spec:Spectrum',
    infos: [['release', `${slug} ${version}`], ['wavelengths', medium], ...infos],
    params: AXES.map((axis) => ({
      name: axis,
      datatype: 'double',
      value: params[axis],
      ...(axis === 'teff' ? { unit: 'K', ucd: 'phys.temperature.effective' } : {}),
    })),
    fields: [
      {
        name: 'wavelength',
        datatype: 'double',
        ucd: 'em.wl',
        utype: 'spec:Data.SpectralAxis.Value',
        unit: voUnit(wavelength.unit ?? ''),
        description: wavelength.quantity,
      },
      {
        name: 'flux',
        datatype: 'double',
        ucd: 'phot.flux.density;em.wl',
        utype: 'spec:Data.FluxAxis.Value',
        unit: flux.unit === null ? undefined : voUnit(flux.unit),
        description: flux.quantity,
      },
    ],
  });
}

export async function plotSpectrum(
  release: PublishedRelease,
  spectrum: ReleaseSpectrum,
  file: string,
): Promise<string> {
  const { medium, wavelength, flux } = productOf(release, spectrum);
  const plot = new SpectrumPlot(spectrum.wave_min, spectrum.wave_max);
  for await (const rows of rowsOf(file, spectrum)) for (const [at, value] of rows) plot.add(at, value);
  return plot.finish({
    title: `Spectrum of ${spectrum.point_name}`,
    wavelength: `wavelength in ${medium}, ${wavelength.unit ?? ''}`,
    flux: flux.unit === null ? flux.quantity : `${flux.quantity}, ${flux.unit}`,
  });
}

const SPECTRA_COLUMNS = [
  'number',
  'point_name',
  'product',
  ...AXES,
  'samples',
  'wave_min',
  'wave_max',
  'sha256',
] as const;

/** The number of rows read in one statement. */
const PAGE = 1_000;

export async function* spectraTable(db: Db, releaseId: number): AsyncGenerator<string> {
  yield csvLine(SPECTRA_COLUMNS);
  for (let after = 0, more = true; more;) {
    const page = await listSpectra(db, releaseId, { axes: new Map(), bands: [], after, limit: PAGE });
    yield page.map((spectrum) => csvLine(SPECTRA_COLUMNS.map((column) => spectrum[column]))).join('');
    after = page.at(-1)?.number ?? after;
    more = page.length === PAGE;
  }
}
