import { createReadStream } from 'node:fs';
import { AXES, type GridPointParams } from '@almagest/contracts/grid';
import { SpectrumLines, UnreadableSpectrumError, type Spectrum } from '@almagest/engine-text';
import { addWords } from './fits-checksum.ts';
import { fitsEnd, fitsHead, fitsRows, type FitsCard, type FitsTable } from './fits-table.ts';

/** A spectrum that an engine wrote as text, and the metadata of its FITS file. */
export interface SpectrumSource {
  /** The path of the text on disk. */
  readonly file: string;
  readonly sha256: string;
  readonly point: string;
  readonly params: GridPointParams;
  readonly taskId: string;
  /** The path of the text among the artifacts of the attempt. */
  readonly path: string;
  readonly product: string | null;
  /** Null if the attempt did not report this value. */
  readonly engine: { readonly name: string | null; readonly version: string | null };
}

/** The maximum length of a row. Longer than any row of two numbers. */
const LONGEST_LINE = 64 * 1024;

const COMMENTS: Readonly<Record<keyof GridPointParams, string>> = {
  teff: 'effective temperature, K',
  logg: 'log10 of the gravity in cm/s2',
  loghe: 'log10 of the number ratio He/H',
  logc: 'log10 of the number ratio C/H',
  logn: 'log10 of the number ratio N/H',
  logo: 'log10 of the number ratio O/H',
};

/**
 * Returns the table of a spectrum. Streams the text, without holding all of it in memory.
 *
 * @throws {UnreadableSpectrumError} if the text is not a spectrum
 */
export async function describeSpectrum(source: SpectrumSource): Promise<FitsTable> {
  const lines = new SpectrumLines();
  let dataSum = 0;
  for await (const texts of linesOf(source.file)) dataSum = addWords(dataSum, fitsRows(rowsOf(lines, texts)));
  const { columns, rows } = lines.finish();
  const cards: FitsCard[] = [
    ['POINT', source.point, ''],
    ...paramCards(source.params),
    ['TASK', source.taskId, 'attempt that computed it'],
    ...optionalCard('PRODUCT', source.product, 'name of the spectrum'),
    ...optionalCard('ENGINE', source.engine.name, 'program that computed it'),
    ...optionalCard('ENGINEV', source.engine.version, 'its version'),
    ['ARTIFACT', source.path, ''],
    ['SRCHASH', source.sha256, ''],
  ];
  return { name: 'SPECTRUM', columns: columnsOf(columns), rows, dataSum, cards };
}

export function paramCards(params: GridPointParams): FitsCard[] {
  return AXES.map((axis) => [axis.toUpperCase(), params[axis], COMMENTS[axis]]);
}

export function columnsOf([wavelength, flux]: Spectrum['columns']): FitsTable['columns'] {
  return [
    { name: 'WAVELENGTH', meaning: wavelength.quantity, unit: wavelength.unit },
    { name: 'FLUX', meaning: flux.quantity, unit: flux.unit },
  ];
}

/** Yields the bytes of a spectrum's FITS file, one piece of the text at a time. */
export async function* fitsOfSpectrum(source: SpectrumSource, table: FitsTable): AsyncGenerator<Buffer> {
  yield fitsHead(table);
  const lines = new SpectrumLines();
  for await (const texts of linesOf(source.file)) yield fitsRows(rowsOf(lines, texts));
  yield fitsEnd(table);
}

/** The positions of the first and the last byte of a part of a file. */
interface ByteSpan {
  readonly start?: number;
  readonly end?: number;
}

/** Yields the rows of a spectrum whose text is part of a file. */
export async function* rowsOfSpectrum(
  file: string,
  bytes: ByteSpan,
): AsyncGenerator<readonly (readonly [wavelength: number, flux: number])[]> {
  const lines = new SpectrumLines();
  for await (const texts of linesOf(file, bytes)) yield rowsOf(lines, texts);
}

export function optionalCard(keyword: string, value: string | null, comment: string): FitsCard[] {
  return value === null ? [] : [[keyword, value, comment]];
}

function rowsOf(lines: SpectrumLines, texts: readonly string[]): (readonly [number, number])[] {
  return texts.flatMap((text) => {
    const row = lines.read(text);
    return row === undefined ? [] : [row];
  });
}

/** Yields the lines of a file or of a part of the file, one piece at a time. */
async function* linesOf(file: string, bytes: ByteSpan = {}): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const piece of createReadStream(file, { encoding: 'latin1', ...bytes }) as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE)
      throw new UnreadableSpectrumError(`a line has more than ${LONGEST_LINE} characters`);
    yield lines;
  }
  if (rest !== '') yield [rest];
}
