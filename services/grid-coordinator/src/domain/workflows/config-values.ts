import { Refusal } from '@almagest/service-kit/refusal';
import { nearestName } from './nearest-name.ts';

/** Refuses a configuration because of the value at `path`. */
export class ConfigError extends Refusal {
  readonly path: string;
  /** The fault, without its place. */
  readonly what: string;
  /** The key that was probably meant instead of the last key. */
  readonly suggestion: string | undefined;
  /** All faults found, including this one, which is the first. */
  readonly all: readonly ConfigError[];

  constructor(
    path: string,
    what: string,
    { suggestion, others = [] }: { suggestion?: string | undefined; others?: readonly ConfigError[] } = {},
  ) {
    // Keys and values may be as long as the whole configuration.
    const [place, short] = [path.slice(0, 200), what.slice(0, 300)];
    super('malformed', `config_yaml: ${place}: ${short}`);
    this.path = path;
    this.what = short;
    this.suggestion = suggestion;
    this.all = [this, ...others];
  }
}

/** Refuses a configuration and names the place of the fault. */
export function fault(path: string, what: string, suggestion?: string): never {
  throw new ConfigError(path, what, { suggestion });
}

/**
 * The maximum number of faults to collect. A longer list is useless, and a hostile text may have a fault in every
 * value.
 */
const MOST_FAULTS = 100;

/** Collects faults while several parts are read. */
class Faults {
  readonly #found: ConfigError[] = [];

  /** Returns the value that `read` returns, or undefined if `read` refuses it. */
  try<T>(read: () => T): T | undefined {
    if (this.#found.length >= MOST_FAULTS) return undefined;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const one of error.all) this.#found.push(one);
      return undefined;
    }
  }

  /** Throws the first fault, if any. The thrown fault lists all faults. */
  check(): void {
    const [first, ...others] = this.#found.slice(0, MOST_FAULTS);
    if (first !== undefined) throw new ConfigError(first.path, first.what, { suggestion: first.suggestion, others });
  }
}

/** Reads every part, even after a fault, so that all faults are found at once. */
export function readParts<T extends object>(parts: { readonly [K in keyof T]: () => T[K] }): T {
  const faults = new Faults();
  const read = Object.entries<() => unknown>(parts).map(([key, part]) => [key, faults.try(part)] as const);
  faults.check();
  return Object.fromEntries(read) as T;
}

/** Reads every item, even after a fault. */
export function readItems<I, O>(items: readonly I[], read: (item: I, index: number) => O): O[] {
  const faults = new Faults();
  const values = items.map((item, index) => faults.try(() => read(item, index)));
  faults.check();
  return values as O[];
}

export function mapping(path: string, node: unknown): Record<string, unknown> {
  if (node === undefined) fault(path, 'is missing');
  if (typeof node !== 'object' || node === null || Array.isArray(node))
    fault(path, 'must be a mapping of keys to values');
  return node as Record<string, unknown>;
}

/** Refuses unknown keys, so that misspelt settings are not silently ignored. */
export function refuseOtherKeys(
  path: string,
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
): void {
  const others = Object.keys(given).filter((key) => !known.includes(key));
  readItems(others, (key) =>
    fault(`${path}.${key}`, `unknown key (known keys: ${known.join(', ')})`, nearestName(key, known)),
  );
}

export function sequence(path: string, node: unknown): unknown[] {
  if (node === undefined) fault(path, 'is missing');
  if (!Array.isArray(node)) fault(path, 'must be a list');
  const list = node as unknown[];
  if (list.length === 0) fault(path, 'must have at least one entry');
  return list;
}

export function scalar(path: string, node: unknown): string {
  if (node === undefined || node === null) fault(path, 'is missing');
  if (typeof node !== 'string') fault(path, 'must be a single value');
  return node;
}

/** Twice the maximum length of a point name. Longer texts match no pattern. */
const MAX_NUMBER_LENGTH = 256;

/** Each digit can match in only one way, so matching takes linear time. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;

/** Returns whether a value is written as a number, quoted or not. */
export function isNumber(node: unknown): boolean {
  return typeof node === 'string' && node.length <= MAX_NUMBER_LENGTH && DECIMAL.test(node);
}

export function number(path: string, node: unknown): number {
  if (typeof node !== 'string') fault(path, 'not a number');
  if (node.length > MAX_NUMBER_LENGTH) fault(path, `not a number: longer than ${MAX_NUMBER_LENGTH} characters`);
  if (!DECIMAL.test(node) || !Number.isFinite(Number(node))) fault(path, 'not a number');
  return Number(node);
}

export function numbers(path: string, node: unknown): Record<string, number> {
  const entries = Object.entries(mapping(path, node));
  return Object.fromEntries(entries.map(([key, value]) => [key, number(`${path}.${key}`, value)]));
}

export function positive(path: string, node: unknown): number {
  const value = number(path, node);
  if (value <= 0) fault(path, 'must be above 0');
  return value;
}

export function integer(
  path: string,
  node: unknown,
  { fallback, min, max }: { fallback?: number; min: number; max: number },
): number {
  if (node === undefined && fallback !== undefined) return fallback;
  const text = scalar(path, node);
  const isInteger = text.length <= MAX_NUMBER_LENGTH && INTEGER.test(text);
  if (!isInteger) fault(path, `'${text.slice(0, MAX_NUMBER_LENGTH)}' is not an integer`);
  const value = Number(text);
  if (value < min || value > max) fault(path, `${text} is outside ${min} to ${max}`);
  return value;
}

const YES: readonly string[] = ['yes', 'on', 'true', '1'];
const NO: readonly string[] = ['no', 'off', 'false', '0'];

export function boolean(path: string, node: unknown): boolean {
  const text = scalar(path, node).slice(0, MAX_NUMBER_LENGTH).toLowerCase();
  if (!YES.includes(text) && !NO.includes(text)) fault(path, 'must be one of yes, no, on, off, true, false, 1, 0');
  return YES.includes(text);
}

export function oneOf<const V extends string>(path: string, node: unknown, values: readonly V[]): V {
  const value = values.find((known) => known === node);
  if (value === undefined)
    fault(
      path,
      `must be one of ${values.join(', ')}`,
      typeof node === 'string' ? nearestName(node, values) : undefined,
    );
  return value;
}
