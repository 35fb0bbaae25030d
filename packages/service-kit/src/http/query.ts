import type { TObject } from 'typebox';
import { Refusal } from './refusal.ts';

/**
 * Reads a query string by its schema: integers become numbers, booleans become true or false, and everything else stays
 * text.
 *
 * Refuses a parameter that occurs twice or is nested (`limit[x]=1`). Refuses unknown parameters unless they are
 * `tolerated`, because a misspelt filter would select everything.
 */
export function readQuery(
  schema: TObject,
  query: Readonly<Record<string, unknown>>,
  unknown?: 'tolerated',
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(query)) {
    const name = key.split('[', 1)[0] ?? key;
    const property: { readonly type?: unknown } | undefined = Object.hasOwn(schema.properties, name)
      ? schema.properties[name]
      : undefined;
    if (property === undefined) {
      if (unknown === 'tolerated') continue;
      throw unknownParameter(name, Object.keys(schema.properties));
    }
    if (name !== key || typeof value !== 'string') {
      throw new Refusal('malformed', `query parameter ${name} must be given once, as plain text`);
    }
    values[name] = readValue(name, property.type, value);
  }
  return values;
}

function readValue(name: string, type: unknown, text: string): unknown {
  if (type === 'integer') return readInteger(name, text);
  if (type === 'number') return readNumber(name, text);
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function unknownParameter(name: string, known: readonly string[]): Refusal {
  const those = known.length === 0 ? 'This operation has no parameters' : `The parameters are ${known.join(', ')}`;
  return new Refusal('malformed', `unknown query parameter '${name.slice(0, 100)}'. ${those}`);
}

/**
 * An integer beyond the exact range of a double becomes the largest or smallest safe integer, which every limit clamps
 * or refuses.
 */
function readInteger(name: string, text: string): number {
  if (!/^-?\d+$/.test(text))
    throw new Refusal('malformed', `query parameter ${name} is '${text.slice(0, 100)}'. Expected an integer`);
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, Number(text)));
}

/** Matches each digit in only one way, so matching takes linear time. Realistic numbers are shorter than the limits. */
const DECIMAL = /^[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][+-]?\d{1,3})?$/;

function readNumber(name: string, text: string): number {
  const value = DECIMAL.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value))
    throw new Refusal('malformed', `query parameter ${name} is '${text.slice(0, 100)}'. Expected a number`);
  return value;
}
