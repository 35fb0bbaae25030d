import { Refusal } from '@almagest/service-kit/refusal';

/** A configuration is refused because of what stands at `path`. */
export class ConfigFault extends Refusal {
  readonly path: string;

  constructor(path: string, what: string) {
    // Keys and values may be as long as the whole configuration.
    super('malformed', `config_yaml: ${path.slice(0, 200)}: ${what.slice(0, 300)}`);
    this.path = path;
  }
}

/** Refuses a configuration with the place of the fault. */
export function fault(path: string, what: string): never {
  throw new ConfigFault(path, what);
}

export function mapping(path: string, node: unknown): Record<string, unknown> {
  if (node === undefined) fault(path, 'is missing');
  if (typeof node !== 'object' || node === null || Array.isArray(node))
    fault(path, 'must be a mapping of keys to values');
  return node as Record<string, unknown>;
}

/** A misspelt setting must not vanish. */
export function refuseOtherKeys(
  path: string,
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
): void {
  const other = Object.keys(given).find((key) => !known.includes(key));
  if (other !== undefined) fault(`${path}.${other}`, `no such key; known are ${known.join(', ')}`);
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

/** Twice what a whole point name may hold: a longer text meets no pattern. */
const MAX_NUMBER_LENGTH = 256;

/** Each digit can be matched in one way only, so that no text takes more steps than it has characters. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;

export function number(path: string, node: unknown): number {
  if (typeof node !== 'string') fault(path, 'not a number');
  if (node.length > MAX_NUMBER_LENGTH) fault(path, `not a number: longer than ${MAX_NUMBER_LENGTH} characters`);
  if (!DECIMAL.test(node) || !Number.isFinite(Number(node))) fault(path, 'not a number');
  return Number(node);
}

/** A mapping of keys to numbers. */
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
  if (value === undefined) fault(path, `must be one of ${values.join(', ')}`);
  return value;
}
