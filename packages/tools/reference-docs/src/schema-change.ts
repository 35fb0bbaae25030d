/** The parts of JSON Schema 2020-12 that the documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly contentSchema?: Schema;
  readonly [keyword: string]: unknown;
}

/** A schema with the components that it refers to. */
export interface Located {
  readonly schema: Schema;
  readonly components: Readonly<Record<string, Schema>>;
}

/**
 * The direction of the values. Callers send a `request`, so everything that was allowed must stay allowed. They read an
 * `answer`, so only keys may be added to it.
 */
export type Direction = 'request' | 'answer';

const LEAST = ['minLength', 'minItems', 'minimum'] as const;
const MOST = ['maxLength', 'maxItems', 'maximum'] as const;
const EXACT = ['pattern', 'format'] as const;

/** Lists the changes of a schema that break programs written for the released schema, as `place: what`. */
export function schemaBreaks(direction: Direction, released: Located, current: Located, place: string): string[] {
  const old = resolve(released);
  const now = resolve(current);
  // Every value of the narrower schema must be valid in the wider schema.
  const [narrower, wider] = direction === 'request' ? [old, now] : [now, old];
  if (isAnything(wider.schema)) return [];
  if (isAnything(narrower.schema)) return [`${place}: may be anything on one side only`];
  const choices = alternatives(wider);
  return alternatives(narrower).flatMap((one) => {
    const attempts = choices.map((choice) => {
      const [before, after] = direction === 'request' ? [one, choice] : [choice, one];
      return breaksOfOne(direction, before, after, place);
    });
    // Report the closest choice, which gives the most useful message.
    return attempts.reduce((best, attempt) => (attempt.length < best.length ? attempt : best));
  });
}

function breaksOfOne(direction: Direction, released: Located, current: Located, place: string): string[] {
  const [old, now] = [released.schema, current.schema];
  const [narrower, wider] = direction === 'request' ? [old, now] : [now, old];
  if (!isTypeWithin(narrower, wider)) return [`${place}: ${nameOfType(old)} has become ${nameOfType(now)}`];
  return [
    ...valueBreaks(narrower, wider, place),
    ...limitBreaks(narrower, wider, place),
    ...keyBreaks(direction, released, current, place),
    ...partBreaks(direction, released, current, place),
  ];
}

function isTypeWithin({ type: narrow }: Schema, { type: wide }: Schema): boolean {
  return narrow === wide || wide === undefined || (narrow === 'integer' && wide === 'number');
}

function valueBreaks(narrower: Schema, wider: Schema, place: string): string[] {
  const allowed = valuesOf(wider);
  if (allowed === undefined) return [];
  const possible = valuesOf(narrower);
  if (possible === undefined) return [`${place}: only certain values on one side: ${allowed.join(', ')}`];
  const outside = possible.filter((value) => !allowed.includes(value));
  return outside.length === 0 ? [] : [`${place}: the values differ by ${outside.join(', ')}`];
}

function limitBreaks(narrower: Schema, wider: Schema, place: string): string[] {
  const broken = [
    ...LEAST.filter((key) => wider[key] !== undefined && !(Number(narrower[key]) >= Number(wider[key]))),
    ...MOST.filter((key) => wider[key] !== undefined && !(Number(narrower[key]) <= Number(wider[key]))),
    ...EXACT.filter((key) => wider[key] !== undefined && narrower[key] !== wider[key]),
  ];
  return broken.map((key) => `${place}: ${key} has changed`);
}

function keyBreaks(direction: Direction, released: Located, current: Located, place: string): string[] {
  const [old, now] = [released.schema, current.schema];
  const before = old.properties ?? {};
  const after = now.properties ?? {};
  const [narrower, wider] = direction === 'request' ? [old, now] : [now, old];
  const free = (wider.required ?? []).filter((key) => !(narrower.required ?? []).includes(key) && key in after);
  const what = direction === 'request' ? 'is now required' : 'may now be missing';
  const closed = direction === 'request' && old.additionalProperties !== false && now.additionalProperties === false;
  return [
    ...free.map((key) => `${place}.${key}: ${what}`),
    ...(closed ? [`${place}: unknown keys are now rejected`] : []),
    ...Object.entries(before).flatMap(([key, schema]) => {
      const other = after[key];
      return other === undefined
        ? [`${place}.${key}: is removed`]
        : schemaBreaks(direction, { ...released, schema }, { ...current, schema: other }, `${place}.${key}`);
    }),
  ];
}

function partBreaks(direction: Direction, released: Located, current: Located, place: string): string[] {
  const parts = [
    [released.schema.items, current.schema.items, `${place}[]`],
    [mapOf(released.schema), mapOf(current.schema), `${place}.*`],
  ] as const;
  const { contentSchema: oldText } = released.schema;
  const { contentSchema: text } = current.schema;
  // The schema of a text's content may be added later. The addition changes nothing for callers.
  const meant = oldText === undefined || text === undefined ? [] : [[oldText, text, `${place} as JSON`] as const];
  return [...parts, ...meant].flatMap(([before, after, within]) =>
    before === undefined && after === undefined
      ? []
      : schemaBreaks(direction, { ...released, schema: before ?? {} }, { ...current, schema: after ?? {} }, within),
  );
}

/** Returns the schema of a map's values. */
function mapOf({ additionalProperties, patternProperties }: Schema): Schema | undefined {
  if (typeof additionalProperties === 'object') return additionalProperties;
  return patternProperties === undefined ? undefined : Object.values(patternProperties)[0];
}

function valuesOf(schema: Schema): readonly unknown[] | undefined {
  return schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
}

function nameOfType({ type, enum: values }: Schema): string {
  return type ?? (values === undefined ? 'anything' : 'string');
}

function isAnything(schema: Schema): boolean {
  return schema.type === undefined && schema.anyOf === undefined && valuesOf(schema) === undefined;
}

function resolve({ schema, components }: Located): Located {
  if (schema.$ref === undefined) return typed({ schema, components });
  const name = schema.$ref.replace('#/components/schemas/', '');
  const found = components[name];
  if (found === undefined) throw new Error(`the document has no schema ${name}`);
  return resolve({ schema: found, components });
}

/** Adds the type of enumerations, which are strings even if the document does not say so. */
function typed({ schema, components }: Located): Located {
  return valuesOf(schema)?.every((value) => typeof value === 'string') === true
    ? { schema: { ...schema, type: 'string' }, components }
    : { schema, components };
}

function alternatives(located: Located): Located[] {
  const { schema, components } = resolve(located);
  if (schema.anyOf === undefined) return [{ schema, components }];
  return schema.anyOf.flatMap((one) => alternatives({ schema: one, components }));
}
