import { realNumber } from '@almagest/engine-text';

/**
 * A model's file as a list of tokens separated by white space. The coordinator does not know which quantity a number
 * is, with one exception: `depthLayout`.
 */
export interface StructureText {
  /** The name of the point that the model belongs to, for messages. */
  readonly name: string;
  readonly text: string;
  /** Two numbers for each token: its offset in the text and its length. */
  readonly spans: Uint32Array;
  /** The number of each token, or NaN for a word. */
  readonly values: Float64Array;
  /** 1 for each token that is spelled as an integer. */
  readonly integers: Uint8Array;
}

/** Thrown if a file cannot be read as numbers, or if its layout differs from the other files. */
export class UnreadableStructureError extends Error {
  override readonly name = 'UnreadableStructureError';
}

const INTEGER = /^[+-]?\d{1,15}$/;

/**
 * Reads a model's file.
 *
 * @throws {UnreadableStructureError} for a binary file and for numbers beyond the range of a double
 */
export function readStructure(name: string, text: string): StructureText {
  if (text.includes('\0'))
    throw new UnreadableStructureError(`the model of ${name} is not a text file, so its numbers are unknown`);
  const spans: number[] = [];
  const values: number[] = [];
  const integers: number[] = [];
  for (const { 0: token, index } of text.matchAll(/\S+/g)) {
    const value = realNumber(token);
    if (value !== undefined && !Number.isFinite(value))
      throw new UnreadableStructureError(
        `the model of ${name} contains ${token}, which is beyond the range of a double`,
      );
    spans.push(index, token.length);
    values.push(value ?? NaN);
    integers.push(INTEGER.test(token) ? 1 : 0);
  }
  return {
    name,
    text,
    spans: Uint32Array.from(spans),
    values: Float64Array.from(values),
    integers: Uint8Array.from(integers),
  };
}

export function tokenAt({ text, spans }: StructureText, index: number): string {
  const start = spans[2 * index] ?? 0;
  return text.slice(start, start + (spans[2 * index + 1] ?? 0));
}

/** Replaces some tokens with numbers. Each number has the notation of its token and, if possible, the same width. */
export function withNumbers(template: StructureText, numbers: ReadonlyMap<number, number>): string {
  const parts: string[] = [];
  let done = 0;
  for (let index = 0; index < template.values.length; index += 1) {
    const value = numbers.get(index);
    if (value === undefined) continue;
    const start = template.spans[2 * index] ?? 0;
    const length = template.spans[2 * index + 1] ?? 0;
    const written = inNotationOf(tokenAt(template, index), value);
    const before = template.text.slice(done, start);
    // A longer number uses up blanks before it, except the last blank. This keeps the columns of a fixed format.
    let blanks = 0;
    while (before.at(-1 - blanks) === ' ') blanks += 1;
    const taken = Math.min(Math.max(0, written.length - length), Math.max(0, blanks - 1));
    parts.push(before.slice(0, before.length - taken), ' '.repeat(Math.max(0, length - written.length)), written);
    done = start + length;
  }
  parts.push(template.text.slice(done));
  return parts.join('');
}

const NOTATION = /^[+-]?(\d*)(?:\.(\d*))?(?:(?:([EeDd])([+-]?)|[+-])(\d+))?$/;

/** Spells a number like a token: with as many decimals, the same exponent letter and as many exponent digits. */
export function inNotationOf(token: string, value: number): string {
  // The token is spelled as an integer here, but as a real in other models.
  if (INTEGER.test(token)) return value.toExponential(8).replace('e', 'E');
  const [, whole = '', decimals = '', letter = '', sign = '', exponent] = NOTATION.exec(token) ?? [];
  if (exponent === undefined) return fixed(value, decimals.length);
  // Fortran's E without a scale factor begins with 0 or with the decimal point.
  const startsWithZero = Number(whole) === 0 && /[1-9]/.test(decimals);
  const { mantissa, scale } = startsWithZero
    ? belowOne(value, whole, decimals.length)
    : scientific(value, decimals.length);
  const plus = letter !== '' && sign === '' ? '' : '+';
  return `${mantissa}${letter}${scale < 0 ? '-' : plus}${String(Math.abs(scale)).padStart(exponent.length, '0')}`;
}

/** Uses an exponent for small numbers, because they would lose all digits in fixed notation. */
function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 && value !== 0 ? value.toExponential(6).replace('e', 'E') : text;
}

function scientific(value: number, decimals: number): { mantissa: string; scale: number } {
  const [mantissa = '0', power = '0'] = value.toExponential(decimals).split('e');
  return { mantissa, scale: Number(power) };
}

/** Returns a mantissa such as `0.1936` with its exponent. `whole`: the text before the decimal point. */
function belowOne(value: number, whole: string, decimals: number): { mantissa: string; scale: number } {
  const { mantissa, scale } = scientific(value, decimals - 1);
  const digits = mantissa.replaceAll(/[-.]/g, '');
  return { mantissa: `${value < 0 ? '-' : ''}${whole}.${digits}`, scale: value === 0 ? 0 : scale + 1 };
}

/**
 * The location of the depths' parameters in a file: the index of the first parameter, and the number of parameters for
 * each depth.
 */
export interface DepthLayout {
  readonly first: number;
  readonly step: number;
  readonly depths: number;
}

/**
 * Recognises the layout that the sample engine and most stellar atmosphere codes write. The layout consists of the
 * number of depths, the number of parameters for each depth, the column mass of each depth (g/cm^2), and the parameters
 * of each depth, starting with the temperature (K). Returns null for another layout.
 */
export function depthLayout({ values, integers }: StructureText): DepthLayout | null {
  const depths = values[0] ?? NaN;
  const parameters = Math.abs(values[1] ?? NaN);
  const fits = integers[0] === 1 && integers[1] === 1 && depths >= 2 && parameters >= 1;
  if (!fits || values.length !== 2 + depths * (1 + parameters)) return null;
  const first = 2 + depths;
  for (let depth = 0; depth < depths; depth += 1) {
    if (!((values[first + depth * parameters] ?? NaN) > 0)) return null;
  }
  return { first, step: parameters, depths };
}

/**
 * Returns the values that are compared with a prediction: the natural logarithms of a model's temperatures or, in an
 * unknown layout, of all its positive reals.
 */
export function comparedQuantities(structure: StructureText): {
  readonly quantity: 'temperature' | 'all_positive';
  readonly logarithms: Float64Array;
} {
  const found = depthLayout(structure);
  if (found !== null) {
    const { first, step, depths } = found;
    const logarithms = Float64Array.from({ length: depths }, (_, depth) =>
      Math.log(structure.values[first + depth * step] ?? NaN),
    );
    return { quantity: 'temperature', logarithms };
  }
  // Leaves out a number in all files if the number is not positive, or is an integer, in one file. NaN marks such
  // numbers and spreads through the sums.
  const logarithms = structure.values.map((value, index) =>
    structure.integers[index] === 0 && value > 0 ? Math.log(value) : NaN,
  );
  return { quantity: 'all_positive', logarithms };
}
