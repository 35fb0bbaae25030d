import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import type { InterpolationMethod } from '../models/interpolation.ts';

/** An interval of values. A missing bound is open. */
export interface Interval {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

export type SpectrumFormat = 'txt' | 'fits' | 'vot';

export const MEDIA_TYPES: Readonly<Record<SpectrumFormat, string>> = {
  vot: 'application/x-votable+xml',
  fits: 'application/fits',
  txt: 'text/plain',
};

/** A query of the Simple Spectral Access Protocol. */
export interface SsapQuery {
  /** Each axis with its intervals. At least one of the intervals must contain the value. */
  readonly axes: ReadonlyMap<Axis, readonly Interval[]>;
  /** Intervals of vacuum or air wavelengths in metres, as the spectra state them. */
  readonly bands: readonly Interval[];
  readonly formats: readonly SpectrumFormat[];
  readonly maxRecords: number;
  readonly pubDid: string | undefined;
}

/** A query, a request for the service's description, or a fault in a query. */
export type SsapRequest =
  | { readonly kind: 'query'; readonly query: SsapQuery }
  | { readonly kind: 'metadata' }
  | { readonly kind: 'fault'; readonly message: string };

export const DEFAULT_RECORDS = 5_000;
export const MOST_RECORDS = 100_000;

/** The maximum number of ranges, more than any program sends. Each range becomes a condition of the query. */
const MOST_RANGES = 50;

class FaultyParameter extends Error {
  override readonly name = 'FaultyParameter';
}

/**
 * Reads the parameters of a query. Names are not case-sensitive. Ignores parameters that the service doesn't know, as
 * the protocol requires (SSAP 1.1, section 4.1). Also ignores positions and times, which mean nothing for a model.
 */
export function readSsapQuery(parameters: Iterable<readonly [string, string]>): SsapRequest {
  const given = givenIn(parameters);
  try {
    const request = given.get('REQUEST') ?? 'queryData';
    if (request.toLowerCase() !== 'querydata')
      throw new FaultyParameter(`REQUEST must be queryData, not '${request.slice(0, 40)}'`);
    const format = given.get('FORMAT') ?? 'all';
    if (format.toLowerCase() === 'metadata') return { kind: 'metadata' };
    return { kind: 'query', query: queryOf(given, format) };
  } catch (error) {
    if (error instanceof FaultyParameter) return { kind: 'fault', message: error.message };
    throw error;
  }
}

function queryOf(given: ReadonlyMap<string, string>, format: string): SsapQuery {
  const intervals = (name: string) => {
    const text = given.get(name) ?? '';
    return text === '' ? undefined : readIntervals(name, text);
  };
  const axes = AXES.flatMap((axis) => {
    const found = intervals(axis.toUpperCase());
    return found === undefined ? [] : [[axis, found] as const];
  });
  const [most, top] = [readCount(given, 'MAXREC') ?? DEFAULT_RECORDS, readCount(given, 'TOP') ?? MOST_RECORDS];
  return {
    axes: new Map(axes),
    bands: intervals('BAND') ?? [],
    formats: readFormats(format),
    maxRecords: Math.min(most, top, MOST_RECORDS),
    pubDid: given.get('PUBDID'),
  };
}

/**
 * Reads a range list: ranges such as `1/2`, `1/`, `/2` or `1`, separated by commas, with a qualifier after a semicolon.
 */
function readIntervals(name: string, text: string): readonly Interval[] {
  const [list = ''] = text.split(';', 1);
  const parts = list.split(',');
  if (parts.length > MOST_RANGES) throw new FaultyParameter(`${name} has more than ${MOST_RANGES} ranges`);
  return parts.map((part) => {
    const [from = '', to, more] = part.trim().split('/');
    if (more !== undefined || (from === '' && (to ?? '') === ''))
      throw new FaultyParameter(`${name} is not a range: '${part.slice(0, 40)}'. Write 1/2, 1/, /2 or 1`);
    const min = from === '' ? undefined : readNumber(name, from);
    const max = to === undefined ? min : to === '' ? undefined : readNumber(name, to);
    if (min !== undefined && max !== undefined && min > max)
      throw new FaultyParameter(`${name}: ${min} is larger than ${max}`);
    return { min, max };
  });
}

export interface InterpolationRequest {
  readonly params: Partial<GridPointParams>;
  /** If undefined, the only product of the release is used. */
  readonly product: string | undefined;
  readonly method: 'auto' | InterpolationMethod;
}

const METHODS: readonly string[] = ['auto', 'linear', 'cubic'] satisfies readonly InterpolationRequest['method'][];

/**
 * Reads the parameters of an interpolation, with the same rules as `readSsapQuery`. Returns a message if a parameter is
 * faulty.
 */
export function readInterpolation(parameters: Iterable<readonly [string, string]>): InterpolationRequest | string {
  const given = givenIn(parameters);
  try {
    const values = AXES.flatMap((axis) => {
      const text = given.get(axis.toUpperCase()) ?? '';
      return text === '' ? [] : [[axis, readNumber(axis.toUpperCase(), text)] as const];
    });
    const method = (given.get('METHOD') ?? 'auto').toLowerCase();
    if (!METHODS.includes(method))
      throw new FaultyParameter(`METHOD must be ${METHODS.join(', ')}, not '${method.slice(0, 40)}'`);
    return {
      params: Object.fromEntries(values),
      product: given.get('PRODUCT'),
      method: method as InterpolationRequest['method'],
    };
  } catch (error) {
    if (error instanceof FaultyParameter) return error.message;
    throw error;
  }
}

function givenIn(parameters: Iterable<readonly [string, string]>): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of parameters) given.set(name.toUpperCase(), value);
  return given;
}

function readNumber(name: string, text: string): number {
  const number = /^\s*[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][+-]?\d{1,3})?\s*$/.test(text)
    ? Number(text)
    : Number.NaN;
  if (!Number.isFinite(number)) throw new FaultyParameter(`${name}: '${text.slice(0, 40)}' is not a number`);
  return number;
}

function readCount(given: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = given.get(name);
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw new FaultyParameter(`${name} must be a number of records, not '${text.slice(0, 40)}'`);
  return Number(text);
}

const FORMAT_NAMES: Readonly<Record<string, readonly SpectrumFormat[]>> = {
  all: ['vot', 'fits', 'txt'],
  compliant: ['vot'],
  native: ['txt'],
  votable: ['vot'],
  xml: ['vot'],
  fits: ['fits'],
  text: ['txt'],
  graphic: [],
  'application/x-votable+xml': ['vot'],
  'application/fits': ['fits'],
  'image/fits': ['fits'],
  'text/plain': ['txt'],
};

function readFormats(text: string): readonly SpectrumFormat[] {
  // `+` in a query string is a blank.
  const names = text.toLowerCase().replaceAll(' ', '+').split(',');
  return [...new Set(names.flatMap((name) => (Object.hasOwn(FORMAT_NAMES, name) ? (FORMAT_NAMES[name] ?? []) : [])))];
}
