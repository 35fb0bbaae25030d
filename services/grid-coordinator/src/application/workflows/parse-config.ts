import { Refusal } from '@almagest/service-kit/refusal';
import { constructFromEvents, CORE_SCHEMA, FAILSAFE_SCHEMA, parseEvents, YAMLException } from 'js-yaml';
import { ConfigError } from '../../domain/workflows/config-values.ts';
import {
  readWorkflowConfig,
  type ConfigDocument,
  type WorkflowConfig,
} from '../../domain/workflows/workflow-config.ts';
import { readNodes, type ParsedText } from './config-nodes.ts';
import { configPlaces } from './config-places.ts';

/**
 * The largest number of YAML nodes. Aliases can expand a few lines to billions of nodes. Real configurations have far
 * fewer.
 */
const MAX_NODES = 200_000;

/** The greatest depth. The YAML parser allows less depth, so only an alias within its own anchor exceeds this depth. */
const MAX_DEPTH = 1000;

/** A configuration's text, parsed once for its values and for their places. */
export interface ConfigText extends ConfigDocument, ParsedText {}

/** Refuses a configuration that is not valid YAML, or that is too large after parsing. */
export class ConfigSyntaxError extends Refusal {
  /** The fault, without its place. */
  readonly what: string;
  /** Line and column of the fault, from 1. */
  readonly at: { readonly line: number; readonly column: number } | undefined;

  constructor(message: string, { what = message, at }: Partial<Pick<ConfigSyntaxError, 'what' | 'at'>> = {}) {
    super('malformed', message);
    this.what = what;
    this.at = at;
  }
}

/**
 * Reads `config_yaml`.
 *
 * @throws {Refusal} `malformed`, with the path and the line of the faulty key
 */
export function parseConfig(yaml: string, maxGridPoints: number): WorkflowConfig {
  return readConfig(parseText(yaml), maxGridPoints);
}

/** Reads the configuration of a parsed text. Throws the same as `parseConfig`. */
export function readConfig(text: ConfigText, maxGridPoints: number): WorkflowConfig {
  try {
    return readWorkflowConfig(text, maxGridPoints);
  } catch (error) {
    const line = error instanceof ConfigError ? configPlaces(text)(error.path)?.line : undefined;
    if (line === undefined) throw error;
    throw new Refusal('malformed', `${(error as ConfigError).message} (line ${line})`);
  }
}

/**
 * Parses the YAML of a configuration without checking its keys.
 *
 * @throws {ConfigSyntaxError} if it is not valid YAML
 */
export function parseText(yaml: string): ConfigText {
  const { root, texts, values } = parse(yaml);
  const document = { texts: plain(texts, { left: MAX_NODES }), values: plain(values, { left: MAX_NODES }) };
  refuseInexact(document.texts, document.values, '');
  return { ...document, yaml, root };
}

/** The spellings of null. `plain` also turns numbers that JSON cannot hold into null. */
const NULL = /^(?:~|null)?$/i;

/** Refuses numbers that a double or JSON cannot hold. The engine would get a number that differs from the text. */
function refuseInexact(text: unknown, value: unknown, path: string): void {
  if (typeof text === 'string' && typeof value === 'number') {
    if (!isExact(text, value)) throw inexact(path, text);
  } else if (typeof text === 'string' && value === null) {
    refuseInfinite(text, path);
  } else if (typeof text === 'object' && text !== null && typeof value === 'object' && value !== null) {
    const values = value as Readonly<Record<string, unknown>>;
    for (const [key, item] of Object.entries(text)) {
      const stored = storedKey(key, values, path);
      if (Object.hasOwn(values, stored)) refuseInexact(item, values[stored], path === '' ? key : `${path}.${key}`);
    }
  }
}

/** Returns the spelling of a key in `values`, which has another spelling for some numbers. */
function storedKey(key: string, values: object, path: string): string {
  const number = Number(key);
  if (Object.hasOwn(values, key) || Number.isNaN(number)) return key;
  if (!isExact(key, number)) throw inexact(path, key);
  return String(number);
}

function inexact(path: string, text: string): ConfigSyntaxError {
  const what = `${text.slice(0, 100)} cannot be stored exactly: quote it, or write fewer digits`;
  return new ConfigSyntaxError(path === '' ? what : `${path}: ${what}`);
}

/** Refuses `.inf` and `.nan`. The grid is read from the texts, because this gives better messages. */
function refuseInfinite(text: string, path: string): void {
  if (!NULL.test(text) && !path.startsWith('grid.'))
    throw new ConfigSyntaxError(`${path}: ${text.slice(0, 100)} is not a finite number: quote it to keep it as text`);
}

/** The smallest double with full precision. Smaller numbers have fewer digits. */
const LEAST_FULL = 2 ** -1022;

/**
 * Returns whether a number equals its text. Returns false for numbers above 2^53 without an exponent and for tiny
 * numbers that lost digits.
 */
function isExact(text: string, value: number): boolean {
  if (value === 0) return !/[1-9]/.test(text.split(/e/i, 1)[0] ?? '');
  if (Math.abs(value) < LEAST_FULL) return digitsOf(text) === digitsOf(String(value));
  return /^[+-]?[\d.]+e/i.test(text) || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Returns the significant digits of a decimal number. */
function digitsOf(text: string): string {
  const [mantissa = ''] = text.split(/e/i, 1);
  return mantissa.replaceAll(/[-+.]/g, '').replaceAll(/^0+|(?<!0)0+$/g, '');
}

function parse(yaml: string) {
  try {
    const events = parseEvents(yaml, {});
    const [texts, ...others] = constructFromEvents(events, { source: yaml, schema: FAILSAFE_SCHEMA });
    const [values] = constructFromEvents(events, { source: yaml, schema: CORE_SCHEMA });
    const root = readNodes(yaml, events);
    if (root === undefined) throw new YAMLException('expected a document, but the input is empty');
    if (others.length > 0) throw new YAMLException('expected a single document in the stream, but found more');
    return { root, texts, values };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { mark } = error;
    throw new ConfigSyntaxError(`config_yaml is not valid YAML: ${error.message.split('\n')[0]}`, {
      what: `not valid YAML: ${error.reason}`,
      at: mark == null ? undefined : { line: mark.line + 1, column: mark.column + 1 },
    });
  }
}

/**
 * Copies the document into a plain tree without shared branches, NUL characters (PostgreSQL cannot store them) or
 * unpaired surrogates.
 */
function plain(node: unknown, budget: { left: number }, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new ConfigSyntaxError(`config_yaml nests deeper than ${MAX_DEPTH} levels`);
  budget.left -= 1;
  if (budget.left < 0)
    throw new ConfigSyntaxError(`config_yaml has more than ${MAX_NODES} nodes once its aliases are expanded`);
  if (typeof node === 'string') return plainText(node);
  if (typeof node === 'number' && !Number.isFinite(node)) return null;
  if (Array.isArray(node)) return node.map((item) => plain(item, budget, depth + 1));
  if (typeof node !== 'object' || node === null) return node;
  if (Object.hasOwn(node, '<<'))
    throw new ConfigSyntaxError('config_yaml uses the merge key <<: write out the merged keys');
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [plainText(key), plain(value, budget, depth + 1)]),
  );
}

function plainText(text: string): string {
  if (text.includes('\0')) throw new ConfigSyntaxError('config_yaml contains a NUL character');
  return text.toWellFormed();
}
