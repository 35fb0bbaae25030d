import { Refusal } from '@almagest/service-kit/refusal';
import { CORE_SCHEMA, FAILSAFE_SCHEMA, load, YAMLException, type Schema } from 'js-yaml';
import { ConfigFault } from '../../domain/workflows/config-values.ts';
import {
  readWorkflowConfig,
  type ConfigDocument,
  type WorkflowConfig,
} from '../../domain/workflows/workflow-config.ts';
import { configPlaces } from './config-places.ts';

/**
 * The largest number of YAML nodes. Aliases can expand a few lines to billions of nodes. Real configurations have far
 * fewer.
 */
const MAX_NODES = 200_000;

/** The greatest depth. The YAML parser allows less, so only an alias within its own anchor exceeds it. */
const MAX_DEPTH = 1000;

/** Refuses a configuration that is not valid YAML, or that is too large after parsing. */
export class SyntaxFault extends Refusal {
  /** The fault, without its place. */
  readonly what: string;
  /** Line and column of the fault, from 1. */
  readonly at: { readonly line: number; readonly column: number } | undefined;

  constructor(message: string, { what = message, at }: Partial<Pick<SyntaxFault, 'what' | 'at'>> = {}) {
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
  const document = parseDocument(yaml);
  try {
    return readWorkflowConfig(document, maxGridPoints);
  } catch (error) {
    const line = error instanceof ConfigFault ? configPlaces(yaml)(error.path)?.line : undefined;
    if (line === undefined) throw error;
    throw new Refusal('malformed', `${(error as ConfigFault).message} (line ${line})`);
  }
}

/**
 * Parses the YAML of a configuration without checking its keys.
 *
 * @throws {SyntaxFault} if it is not valid YAML
 */
export function parseDocument(yaml: string): ConfigDocument {
  const document = { texts: parse(yaml, FAILSAFE_SCHEMA), values: parse(yaml, CORE_SCHEMA) };
  refuseInexact(document.texts, document.values, '');
  return document;
}

/** Refuses numbers that a double cannot hold. The engine would get another number than the one that was written. */
function refuseInexact(text: unknown, value: unknown, path: string): void {
  if (typeof text === 'string' && typeof value === 'number') {
    if (!isExact(text, value))
      throw new SyntaxFault(`${path}: ${text.slice(0, 100)} cannot be stored exactly: quote it, or write fewer digits`);
  } else if (typeof text === 'object' && text !== null && typeof value === 'object' && value !== null) {
    const values = value as Readonly<Record<string, unknown>>;
    for (const [key, item] of Object.entries(text))
      if (Object.hasOwn(values, key)) refuseInexact(item, values[key], path === '' ? key : `${path}.${key}`);
  }
}

/** Returns whether a number is what its text says: no integer that was rounded, and no zero that was a small number. */
function isExact(text: string, value: number): boolean {
  if (value === 0) return !/[1-9]/.test(text.split(/e/i, 1)[0] ?? '');
  return !/^[+-]?\d+$/.test(text) || Number.isSafeInteger(value);
}

function parse(yaml: string, schema: Schema): unknown {
  try {
    return plain(load(yaml, { schema }), { left: MAX_NODES });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { mark } = error;
    throw new SyntaxFault(`config_yaml is not valid YAML: ${error.message.split('\n')[0]}`, {
      what: `not valid YAML: ${error.reason}`,
      at: mark == null ? undefined : { line: mark.line + 1, column: mark.column + 1 },
    });
  }
}

/**
 * Copies the document into a plain tree: no shared branches, no NUL (PostgreSQL cannot store it), no unpaired
 * surrogates.
 */
function plain(node: unknown, budget: { left: number }, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new SyntaxFault(`config_yaml nests deeper than ${MAX_DEPTH} levels`);
  budget.left -= 1;
  if (budget.left < 0)
    throw new SyntaxFault(`config_yaml has more than ${MAX_NODES} nodes once its aliases are expanded`);
  if (typeof node === 'string') return plainText(node);
  if (typeof node === 'number' && !Number.isFinite(node)) return null;
  if (Array.isArray(node)) return node.map((item) => plain(item, budget, depth + 1));
  if (typeof node !== 'object' || node === null) return node;
  if (Object.hasOwn(node, '<<')) throw new SyntaxFault('config_yaml uses the merge key <<: write out the merged keys');
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [plainText(key), plain(value, budget, depth + 1)]),
  );
}

function plainText(text: string): string {
  if (text.includes('\0')) throw new SyntaxFault('config_yaml contains a NUL character');
  return text.toWellFormed();
}
