import { expect, test } from '@jest/globals';
import { gridDocument, gridOperations } from './grid/index.ts';
import type { Operation } from './index.ts';
import { compile } from './validate.ts';

const operations: [string, Operation][] = Object.entries(gridOperations);

test('describes every operation once, under its own id', () => {
  const document = gridDocument();
  const described = Object.values(document.paths).flatMap((path) => Object.values(path) as { operationId: string }[]);
  expect(described.map((operation) => operation.operationId).sort()).toEqual(operations.map(([key]) => key).sort());
});

test.each(operations)('%s is keyed by its id and every schema compiles', (key, operation) => {
  expect(operation.operationId).toBe(key);
  const schemas = [operation.params, operation.query, operation.body, operation.reply];
  for (const schema of schemas) {
    if (schema !== undefined && typeof schema !== 'string') expect(() => compile(schema)).not.toThrow();
  }
});

test.each(operations)('%s names each path parameter in its schema', (_key, operation) => {
  const inPath = [...operation.path.matchAll(/\{(\w+)/g)].map((match) => match[1]);
  expect(Object.keys(operation.params?.properties ?? {})).toEqual(inPath);
});
