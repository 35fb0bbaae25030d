import { describe, expect, test } from '@jest/globals';
import Type from 'typebox';
import { Components } from './components.ts';
import { gridDocument, gridOperations } from './grid/index.ts';
import type { Operation } from './index.ts';
import { literatureDocument, literatureOperations } from './literature/index.ts';
import { compile } from './validate.ts';

const operations: [string, Operation][] = Object.entries(gridOperations);

test('describes every operation once, under its own id', () => {
  const document = gridDocument();
  const described = Object.values(document.paths).flatMap((path) => Object.values(path) as { operationId: string }[]);
  expect(described.map((operation) => operation.operationId).sort()).toEqual(operations.map(([key]) => key).sort());
});

test.each(operations)('%s has its id as key', (key, operation) => {
  expect(operation.operationId).toBe(key);
});

test.each<[string, Operation]>([...operations, ...Object.entries(literatureOperations)])(
  'the schemas of %s compile',
  (_key, { params, query, body, reply }) => {
    for (const schema of [params, query, body, reply])
      if (schema !== undefined && typeof schema !== 'string') expect(() => compile(schema)(undefined)).not.toThrow();
  },
);

test.each(operations)('%s names each path parameter in its schema', (_key, operation) => {
  const inPath = [...operation.path.matchAll(/\{(\w+)/g)].map((match) => match[1]);
  expect(Object.keys(operation.params?.properties ?? {})).toEqual(inPath);
});

test.each(operations)(
  '%s names the least role of a person, unless it is for nodes or the public',
  (_key, operation) => {
    const isForPeople = operation.role !== 'public' && operation.role !== 'node';
    expect(operation.least !== undefined).toBe(isForPeople);
  },
);

describe('the components of a document', () => {
  const Name = Type.String({ pattern: '^[a-z]+$' });
  const Thing = Type.Object({
    name: Name,
    other: Type.Optional(Name),
    sizes: Type.Record(Type.String(), Type.Integer()),
  });

  test('occur once, and are referenced wherever they are used, also as optional fields and within each other', () => {
    const components = new Components({ Name, Thing, Unused: Type.Null(), operations: { list: {} } });
    expect(components.refer([Thing, Type.Array(Name)])).toEqual([
      { $ref: '#/components/schemas/Thing' },
      { type: 'array', items: { $ref: '#/components/schemas/Name' } },
    ]);
    const name = { $ref: '#/components/schemas/Name' };
    const sizes = { type: 'object', additionalProperties: { type: 'integer' } };
    expect(components.used()).toEqual({
      Name: { type: 'string', pattern: '^[a-z]+$' },
      Thing: { type: 'object', required: ['name', 'sizes'], properties: { name, other: name, sizes } },
    });
  });

  test('have one name each', () => {
    expect(() => new Components({ Name, Word: Type.String({ pattern: '^[a-z]+$' }) })).toThrow(/Name and Word/);
  });

  test.each([
    ['grid', gridDocument],
    ['literature', literatureDocument],
  ])('of the document %s are complete', (_name, documentOf) => {
    const document = documentOf();
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(referred.length).toBeGreaterThan(50);
    expect(new Set(referred)).toEqual(new Set(Object.keys(document.components.schemas)));
  });
});
