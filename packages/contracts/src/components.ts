import type { TSchema } from 'typebox';

/**
 * The named schemas of a document. Schemas are recognised by their content, because a copy (such as an optional field)
 * describes the same values.
 */
export class Components {
  readonly #schemas = new Map<string, TSchema>();
  readonly #names = new Map<string, string>();
  readonly #used = new Set<string>();

  /** Throws if the same schema has two names, because one of them would never be used. */
  constructor(exported: Readonly<Record<string, unknown>>) {
    for (const [name, value] of Object.entries(exported)) {
      if (!isSchema(value)) continue;
      const content = JSON.stringify(value);
      const other = this.#names.get(content);
      if (other !== undefined) throw new Error(`the schemas ${other} and ${name} are the same: keep one`);
      this.#names.set(content, name);
      this.#schemas.set(name, value);
    }
  }

  /** Replaces schemas that have a name with references in a part of the document. */
  refer(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part;
    const name = this.#names.get(JSON.stringify(part));
    if (name === undefined) return this.#referWithin(part);
    this.#used.add(name);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Returns the schemas that were referred to, directly or by other schemas, by name. */
  used(): Record<string, unknown> {
    const found: [string, unknown][] = [];
    // The set grows during the loop, because a schema may refer to further schemas.
    for (const name of this.#used) found.push([name, this.#referWithin(this.#schemas.get(name) ?? {})]);
    return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #referWithin(part: object): unknown {
    if (Array.isArray(part)) return part.map((element) => this.refer(element));
    return Object.fromEntries(Object.entries(plain(part)).map(([key, value]) => [key, this.refer(value)]));
  }
}

/**
 * Converts a schema to the form that client generators support: values with a type, and maps with
 * `additionalProperties`.
 */
function plain(part: object): object {
  if ('enum' in part && !('type' in part)) return { type: 'string', ...part };
  if (!('patternProperties' in part)) return part;
  const { patternProperties, ...map } = part;
  return { ...map, additionalProperties: (patternProperties as Record<string, unknown>)['^.*$'] };
}

/** Returns whether an exported value of a contract is a schema, and not a list of operations or names. */
function isSchema(value: unknown): value is TSchema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return '~kind' in value || ('type' in value && typeof value.type === 'string');
}
