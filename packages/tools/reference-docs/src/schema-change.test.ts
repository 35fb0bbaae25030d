import { compile } from '@almagest/contracts/validate';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import Type, { type TSchema } from 'typebox';
import { schemaBreaks, type Direction, type Schema } from './schema-change.ts';

const breaks = (direction: Direction, released: Schema | TSchema, current: Schema | TSchema) =>
  schemaBreaks(
    direction,
    { schema: released as Schema, components: {} },
    { schema: current as Schema, components: {} },
    'body',
  );

/** Few names and values, so that two schemas often have something in common. */
const { schema: anySchema } = fc.letrec<{ schema: Schema; object: Schema }>((tie) => ({
  object: fc.record({ a: tie('schema'), b: tie('schema') }, { requiredKeys: [] }).chain((properties) =>
    fc.record({
      type: fc.constant('object'),
      properties: fc.constant(properties),
      required: fc.subarray(Object.keys(properties)),
    }),
  ),
  schema: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'schema' },
    fc.constantFrom<Schema>({ type: 'string' }, { type: 'integer' }, { type: 'number' }, { type: 'null' }),
    fc.subarray(['x', 'y'], { minLength: 1 }).map((values) => ({ enum: values })),
    fc.record({ type: fc.constant('integer'), minimum: fc.constantFrom(0, 1), maximum: fc.constantFrom(2, 3) }),
    tie('object'),
    tie('schema').map((items) => ({ type: 'array', items })),
    tie('schema').map((schema) => ({ anyOf: [schema, { type: 'null' }] })),
  ),
}));

/** Returns values that a schema allows, including unknown keys. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valuesOf));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'string') return fc.constantFrom('x', 'y', 'z');
  if (schema.type === 'integer')
    return fc.integer({ min: Number(schema['minimum'] ?? -2), max: Number(schema['maximum'] ?? 5) });
  if (schema.type === 'number') return fc.constantFrom(0.5, 1);
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array') return fc.array(valuesOf(schema.items ?? {}), { maxLength: 2 });
  const keys = Object.entries(schema.properties ?? {}).map(([key, one]) => [key, valuesOf(one)] as const);
  const models: Record<string, fc.Arbitrary<unknown>> = { ...Object.fromEntries(keys), other: fc.constant(true) };
  return fc.record(models, { requiredKeys: [...(schema.required ?? [])] });
}

const pairs = fc.tuple(anySchema, anySchema);

describe('a schema change without reported breaks', () => {
  test('accepts every request that the released schema accepted', () => {
    fc.assert(
      fc.property(
        pairs.chain(([released, current]) => fc.tuple(fc.constant(released), fc.constant(current), valuesOf(released))),
        ([released, current, value]) => {
          fc.pre(breaks('request', released, current).length === 0);
          expect(compile(current)(value)).toEqual({ ok: true, value });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('allows no answer that the released schema did not allow', () => {
    fc.assert(
      fc.property(
        pairs.chain(([released, current]) => fc.tuple(fc.constant(released), fc.constant(current), valuesOf(current))),
        ([released, current, value]) => {
          fc.pre(breaks('answer', released, current).length === 0);
          expect(compile(released)(value)).toEqual({ ok: true, value });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('includes an unchanged schema', () => {
    fc.assert(
      fc.property(anySchema, fc.constantFrom<Direction>('request', 'answer'), (schema, direction) => {
        expect(breaks(direction, schema, structuredClone(schema))).toEqual([]);
      }),
    );
  });
});

const Old = Type.Object({ name: Type.String(), size: Type.Optional(Type.Integer({ minimum: 1 })) });

test.each<[string, TSchema, string[], string[]]>([
  ['a key is added', Type.Object({ ...Old.properties, more: Type.Optional(Type.String()) }), [], []],
  [
    'a required key is added',
    Type.Object({ ...Old.properties, more: Type.String() }),
    ['body.more: is now required'],
    [],
  ],
  ['a key is removed', Type.Object({ name: Type.String() }), ['body.size: is removed'], ['body.size: is removed']],
  ['a key becomes required', Type.Required(Old), ['body.size: is now required'], []],
  ['a key becomes optional', Type.Partial(Old), [], ['body.name: may now be missing']],
  [
    'a limit falls',
    Type.Object({ ...Old.properties, size: Type.Optional(Type.Integer({ minimum: 0 })) }),
    [],
    ['body.size: minimum has changed'],
  ],
  [
    'a limit rises',
    Type.Object({ ...Old.properties, size: Type.Optional(Type.Integer({ minimum: 2 })) }),
    ['body.size: minimum has changed'],
    [],
  ],
  [
    'an integer becomes a number',
    Type.Object({ ...Old.properties, size: Type.Optional(Type.Number({ minimum: 1 })) }),
    [],
    ['body.size: integer has become number'],
  ],
  [
    'unknown keys are rejected',
    Type.Object(Old.properties, { additionalProperties: false }),
    ['body: unknown keys are now rejected'],
    [],
  ],
])('when %s, each direction has its own breaks', (_change, current, inRequests, inAnswers) => {
  expect([breaks('request', Old, current), breaks('answer', Old, current)]).toEqual([inRequests, inAnswers]);
});
