import type { TObject } from 'typebox';
import { Refusal } from './refusal.ts';

/**
 * Reads a query string by its schema: integers become numbers, booleans true or false, anything else stays text.
 *
 * A parameter given twice or nested (`limit[x]=1`) is refused rather than guessed at. So is an unknown one, unless they
 * are `tolerated`: a misspelt filter would select everything.
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
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function unknownParameter(name: string, known: readonly string[]): Refusal {
  const those = known.length === 0 ? 'this operation takes none' : `the parameters are ${known.join(', ')}`;
  return new Refusal('malformed', `unknown query parameter '${name.slice(0, 100)}'; ${those}`);
}

function readInteger(name: string, text: string): number {
  if (!/^-?\d{1,15}$/.test(text))
    throw new Refusal('malformed', `query parameter ${name} is '${text}'; expected an integer`);
  return Number(text);
}
