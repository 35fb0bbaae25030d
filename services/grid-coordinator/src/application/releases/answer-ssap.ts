import { AXES, type Axis, type ReleasedProduct } from '@almagest/contracts/grid';
import { metresIn, voUnit } from '../../domain/releases/vo-unit.ts';
import {
  DEFAULT_RECORDS,
  MEDIA_TYPES,
  MOST_RECORDS,
  readSsapQuery,
  type SpectrumFormat,
  type SsapQuery,
} from '../../domain/releases/ssap-query.ts';
import {
  errorTable,
  metadataTable,
  tableHead,
  tableRow,
  tableTail,
  type VoField,
  type VoParam,
  type VoTable,
  type VoValue,
} from '../../domain/releases/votable.ts';
import type { Db } from '../../persistence/database.ts';
import { listSpectra } from '../../persistence/releases/release-repository.ts';
import type { ReleaseSpectrum } from '../../domain/releases/release-spectrum.ts';
import type { PublishedRelease } from './find-published.ts';

/** The number of spectra read in one statement. */
const PAGE = 1_000;

const AXIS_FIELDS: Readonly<Record<Axis, { readonly ucd: string; readonly unit?: string; readonly meaning: string }>> =
  {
    teff: { ucd: 'phys.temperature.effective', unit: 'K', meaning: 'effective temperature' },
    logg: { ucd: 'phys.gravity', meaning: 'log10 of the surface gravity in cm/s2' },
    loghe: { ucd: 'phys.abund', meaning: 'log10 of the number ratio He/H' },
    logc: { ucd: 'phys.abund', meaning: 'log10 of the number ratio C/H' },
    logn: { ucd: 'phys.abund', meaning: 'log10 of the number ratio N/H' },
    logo: { ucd: 'phys.abund', meaning: 'log10 of the number ratio O/H' },
  };

/** The columns of an answer, each with a function that returns its value for a spectrum in one of the formats. */
type Column = VoField & { readonly value: (row: Row) => VoValue };

interface Row {
  readonly spectrum: ReleaseSpectrum;
  readonly format: SpectrumFormat;
  readonly release: PublishedRelease;
  readonly product: ReleasedProduct;
  readonly address: string;
  readonly did: string;
  /** The length of the unit of wavelength, in metres. */
  readonly metres: number;
}

const COLUMNS: readonly Column[] = [
  text('acref', 'meta.ref.url', 'ssa:Access.Reference', ({ address }) => address),
  text('format', 'meta.code.mime', 'ssa:Access.Format', ({ format }) => MEDIA_TYPES[format]),
  {
    ...number('size', 'phys.size;meta.file', 'ssa:Access.Size', 'kbyte', ({ spectrum, format }) =>
      Math.ceil(bytesOf(spectrum, format) / 1_000),
    ),
    datatype: 'long',
  },
  text('title', 'meta.title;meta.dataset', 'ssa:DataID.Title', ({ spectrum }) =>
    spectrum.product === null ? spectrum.point_name : `${spectrum.point_name}, ${spectrum.product}`,
  ),
  text('product', 'meta.id', undefined, ({ spectrum }) => spectrum.product),
  text('pubdid', 'meta.ref.uri', 'ssa:Curation.PublisherDID', ({ did }) => did),
  {
    ...number('samples', 'meta.number', 'ssa:Dataset.Length', undefined, ({ spectrum }) => spectrum.samples),
    datatype: 'long',
  },
  number('wave_min', 'em.wl;stat.min', 'ssa:Char.SpectralAxis.Coverage.Bounds.Start', 'm', (row) =>
    inMetres(row, row.spectrum.wave_min),
  ),
  number('wave_max', 'em.wl;stat.max', 'ssa:Char.SpectralAxis.Coverage.Bounds.Stop', 'm', (row) =>
    inMetres(row, row.spectrum.wave_max),
  ),
  text('wave_medium', 'meta.note', undefined, ({ product }) => product.medium),
  text('flux_unit', 'meta.unit', 'ssa:Dataset.FluxSI', ({ product }) =>
    product.flux.unit === null ? '' : (voUnit(product.flux.unit) ?? ''),
  ),
  text('version', 'meta.version;meta.dataset', 'ssa:Curation.Version', ({ release }) => release.version),
  ...AXES.map((axis): Column => {
    const { ucd, unit, meaning } = AXIS_FIELDS[axis];
    return { name: axis, datatype: 'double', ucd, unit, description: meaning, value: ({ spectrum }) => spectrum[axis] };
  }),
];

/**
 * Answers a query of the Simple Spectral Access Protocol, piece by piece.
 *
 * @param base the address of the release's page
 */
export async function* answerSsap(
  db: Db,
  release: PublishedRelease,
  parameters: Iterable<readonly [string, string]>,
  base: string,
): AsyncGenerator<string> {
  const request = readSsapQuery(parameters);
  if (request.kind === 'fault') yield errorTable(request.message);
  else if (request.kind === 'metadata') yield metadataTable({ ...tableOf(release), params: inputsOf(release) });
  else yield* answerQuery(db, release, request.query, base);
}

async function* answerQuery(db: Db, release: PublishedRelease, query: SsapQuery, base: string): AsyncGenerator<string> {
  yield tableHead(tableOf(release));
  const wanted = query.pubDid === undefined ? undefined : numberOf(release, query.pubDid);
  const products = new Map(release.content.products.map((product) => [product.name, product]));
  let left = query.formats.length === 0 ? 0 : query.maxRecords;
  let after = 0;
  let more = query.formats.length > 0;
  while (more) {
    const limit = Math.min(PAGE, left + 1);
    const page = await listSpectra(db, release.id, { ...inOwnUnit(query, release), number: wanted, after, limit });
    let rows = '';
    for (const spectrum of page) {
      const product = products.get(spectrum.product);
      if (product === undefined) continue;
      for (const format of query.formats) {
        if (left === 0) {
          yield rows + tableTail(`more than ${query.maxRecords} records match`);
          return;
        }
        rows += tableRow(valuesOf({ spectrum, format, release, product }, base));
        left -= 1;
      }
    }
    yield rows;
    after = page.at(-1)?.number ?? 0;
    more = page.length === limit;
  }
  yield tableTail(undefined);
}

/** Translates wavelengths from metres to the unit of the release. */
function inOwnUnit({ axes, bands }: SsapQuery, { content }: PublishedRelease): Pick<SsapQuery, 'axes' | 'bands'> {
  const [first] = content.products;
  const metres = first === undefined ? 1 : (metresIn(first.wavelength.unit ?? 'm') ?? 1);
  const own = (value: number | undefined) => (value === undefined ? undefined : value / metres);
  return { axes, bands: bands.map(({ min, max }) => ({ min: own(min), max: own(max) })) };
}

/** The authority in identifiers of spectra. No registry knows it. */
const AUTHORITY = 'ivo://x-unregistered';

function didOf({ slug, version }: PublishedRelease, { number: place }: Pick<ReleaseSpectrum, 'number'>): string {
  return `${AUTHORITY}/${slug}/${version}?${place}`;
}

/**
 * Returns the number of the spectrum with this identifier. Returns 0, which no spectrum has, for a foreign identifier.
 */
function numberOf(release: PublishedRelease, did: string): number {
  const place = Number(/\?(\d{1,9})$/.exec(did)?.[1] ?? 0);
  return didOf(release, { number: place }) === did ? place : 0;
}

function valuesOf(row: Omit<Row, 'address' | 'did' | 'metres'>, base: string): VoValue[] {
  const { spectrum, format, product, release } = row;
  const whole: Row = {
    ...row,
    address: `${base}/spectra/${spectrum.number}.${format}`,
    did: didOf(release, spectrum),
    metres: metresIn(product.wavelength.unit ?? 'm') ?? 1,
  };
  return COLUMNS.map(({ value }) => value(whole));
}

function tableOf({ metadata, slug, version }: PublishedRelease): VoTable {
  const param = (name: string, utype: string, value: string, ucd: string): VoParam => ({
    name,
    datatype: 'char',
    ucd,
    utype,
    value,
  });
  return {
    description: metadata.title,
    utype: 'ssa:SimpleSpectralAccess',
    infos: [
      ['SERVICE_PROTOCOL', '1.1'],
      ['release', `${slug} ${version}`],
    ],
    params: [
      param('datamodel', 'ssa:Dataset.DataModel', 'Spectrum-1.1', 'meta.id'),
      param('dataset_type', 'ssa:Dataset.Type', 'Spectrum', 'meta.code.class'),
      param('creator', 'ssa:DataID.Creator', metadata.creators.map(({ name }) => name).join('; '), 'meta.bib.author'),
      param('collection', 'ssa:DataID.Collection', `${slug} ${version}`, 'meta.id'),
      param('data_source', 'ssa:DataID.DataSource', 'theory', 'meta.code'),
      param('creation_type', 'ssa:DataID.CreationType', 'archival', 'meta.code'),
      param('publisher', 'ssa:Curation.Publisher', metadata.publisher, 'meta.curation'),
      param('rights', 'ssa:Curation.Rights', metadata.license, 'meta.code'),
    ],
    fields: COLUMNS,
  };
}

/** Returns the parameters of the service (SSAP 1.1, section 8.6). Their names begin with `INPUT:`. */
function inputsOf({ content }: PublishedRelease): VoParam[] {
  const axes = AXES.map((axis): VoParam => {
    const { ucd, unit, meaning } = AXIS_FIELDS[axis];
    const { min, max } = content.axes[axis];
    return {
      name: `INPUT:${axis.toUpperCase()}`,
      datatype: 'char',
      ucd,
      unit,
      description: `${meaning}: a value, or a range such as ${min}/${max}`,
      value: '',
      range: { min, max },
    };
  });
  return [
    ...axes,
    { name: 'INPUT:BAND', datatype: 'char', unit: 'm', description: 'range of wavelengths', value: 'ALL' },
    {
      name: 'INPUT:FORMAT',
      datatype: 'char',
      description: 'format of the spectra',
      value: 'ALL',
      options: ['ALL', 'METADATA', ...Object.values(MEDIA_TYPES)],
    },
    {
      name: 'INPUT:MAXREC',
      datatype: 'long',
      description: 'maximum number of records',
      value: DEFAULT_RECORDS,
      range: { min: 0, max: MOST_RECORDS },
    },
  ];
}

function bytesOf({ text_bytes, fits_bytes }: ReleaseSpectrum, format: SpectrumFormat): number {
  // The VOTable of a spectrum is generated while it is sent, and is about twice as long as the text.
  return format === 'fits' ? fits_bytes : format === 'txt' ? text_bytes : 2 * text_bytes;
}

/** Rounds to the digits of a wavelength, so that 4000 Angstrom is 4e-7 m. */
function inMetres({ metres }: Row, value: number): number {
  return Number((value * metres).toPrecision(15));
}

function text(name: string, ucd: string, utype: string | undefined, value: Column['value']): Column {
  return { name, datatype: 'char', ucd, ...(utype === undefined ? {} : { utype }), value };
}

function number(name: string, ucd: string, utype: string, unit: string | undefined, value: Column['value']): Column {
  return { name, datatype: 'double', ucd, utype, unit, value };
}
