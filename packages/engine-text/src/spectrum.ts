import { realNumber } from './real-number.ts';

/** The content of a column, as named by the head of the file. */
export interface SpectrumColumn {
  readonly quantity: string;
  /** Null if the file doesn't name it. */
  readonly unit: string | null;
}

/** A spectrum with ascending or equal wavelengths, and the flux at each. */
export interface Spectrum {
  readonly wavelengths: Float64Array;
  readonly fluxes: Float64Array;
  readonly columns: readonly [wavelength: SpectrumColumn, flux: SpectrumColumn];
}

/** A text that is not a spectrum, with the line that shows it. */
export class UnreadableSpectrumError extends Error {
  override readonly name = 'UnreadableSpectrumError';
}

/** Lines of the head, such as `# 2: flux at the surface, erg cm-2 s-1 Angstrom-1`. */
const COLUMN_LINE = /^#\s*([12]):\s*(\S.*)$/;

/**
 * Reads the lines of a spectrum: two columns of numbers, wavelength and flux, separated by blanks.
 *
 * Ignores further columns, empty lines and lines that begin with `#`. However, `# 1: wavelength, Angstrom` names a
 * column and, after the last comma, its unit. Keeps only one row in memory, so a spectrum of any length can be read.
 */
export class SpectrumLines {
  readonly #columns: [SpectrumColumn, SpectrumColumn] = [
    { quantity: 'wavelength', unit: null },
    { quantity: 'flux', unit: null },
  ];
  #number = 0;
  #rows = 0;
  #last = -Infinity;

  /**
   * Reads the next line. Returns its row, if it has one.
   *
   * @throws {UnreadableSpectrumError} for a line that is not a row, and for descending wavelengths
   */
  read(text: string): readonly [wavelength: number, flux: number] | undefined {
    this.#number += 1;
    const line = text.trim();
    if (line === '') return undefined;
    if (line.startsWith('#')) {
      const [, place, words] = COLUMN_LINE.exec(line) ?? [];
      if (words !== undefined) this.#columns[place === '1' ? 0 : 1] = columnOf(words);
      return undefined;
    }
    const row = rowOf(line, this.#number);
    const [wavelength] = row;
    if (wavelength < this.#last)
      throw new UnreadableSpectrumError(
        `line ${this.#number}: wavelength ${wavelength} comes after ${this.#last}. Wavelengths must increase`,
      );
    this.#last = wavelength;
    this.#rows += 1;
    return row;
  }

  /**
   * Returns the columns and the number of rows.
   *
   * @throws {UnreadableSpectrumError} for fewer than two rows
   */
  finish(): { readonly columns: Spectrum['columns']; readonly rows: number } {
    if (this.#rows < 2)
      throw new UnreadableSpectrumError(
        `a spectrum needs at least two rows of numbers, but this text has ${this.#rows}`,
      );
    return { columns: this.#columns, rows: this.#rows };
  }
}

export function readSpectrum(text: string): Spectrum {
  const lines = new SpectrumLines();
  const wavelengths: number[] = [];
  const fluxes: number[] = [];
  for (const line of linesOf(text)) {
    const row = lines.read(line);
    if (row === undefined) continue;
    wavelengths.push(row[0]);
    fluxes.push(row[1]);
  }
  const { columns } = lines.finish();
  return { wavelengths: Float64Array.from(wavelengths), fluxes: Float64Array.from(fluxes), columns };
}

/** Returns the quantities and units for messages. Comparable spectra get the same text. */
export function describeColumns({ columns }: Pick<Spectrum, 'columns'>): string {
  return columns.map(({ quantity, unit }) => (unit === null ? quantity : `${quantity}, ${unit}`)).join(' and ');
}

/** Yields one line at a time, because a spectrum may have a million. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? text.length : end);
    if (end < 0) return;
    start = end + 1;
  }
}

function columnOf(words: string): SpectrumColumn {
  const comma = words.lastIndexOf(',');
  return comma < 0
    ? { quantity: words.trim(), unit: null }
    : { quantity: words.slice(0, comma).trim(), unit: words.slice(comma + 1).trim() };
}

function rowOf(line: string, number: number): [wavelength: number, flux: number] {
  const [first = '', second = ''] = line.split(/\s+/, 2);
  const values = [realNumber(first) ?? NaN, realNumber(second) ?? NaN] as const;
  if (!values.every(Number.isFinite))
    throw new UnreadableSpectrumError(
      `line ${number}: '${line.slice(0, 60)}' does not begin with two numbers, wavelength and flux`,
    );
  return [...values];
}
