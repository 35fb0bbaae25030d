import type { TSchema } from 'typebox';

/**
 * The schemas that a document names. A schema is recognised by its content, because a copy of it (an optional field is
 * one) describes the same values.
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

  /** A part of the document with references in the place of the schemas that have a name. */
  refer(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part;
    const name = this.#names.get(JSON.stringify(part));
    if (name === undefined) return this.#referWithin(part);
    this.#used.add(name);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The schemas that were referred to, and those that they refer to, by name. */
  used(): Record<string, unknown> {
    const found: [string, unknown][] = [];
    // The set grows while it is read: a schema may refer to further ones.
    for (const name of this.#used) found.push([name, this.#referWithin(this.#schemas.get(name) ?? {})]);
    return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #referWithin(part: object): unknown {
    if (Array.isArray(part)) return part.map((element) => this.refer(element));
    return Object.fromEntries(Object.entries(plain(part)).map(([key, value]) => [key, this.refer(value)]));
  }
}

/** A schema in the form that generators of clients know: values with a type, and maps with `additionalProperties`. */
function plain(part: object): object {
  if ('enum' in part && !('type' in part)) return { type: 'string', ...part };
  if (!('patternProperties' in part)) return part;
  const { patternProperties, ...map } = part;
  return { ...map, additionalProperties: (patternProperties as Record<string, unknown>)['^.*$'] };
}

/** Whether a value that a contract exports is a schema, and not a list of operations or of names. */
function isSchema(value: unknown): value is TSchema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return '~kind' in value || ('type' in value && typeof value.type === 'string');
}
