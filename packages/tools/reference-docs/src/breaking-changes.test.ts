import { gridDocument } from '@almagest/contracts/grid';
import { literatureDocument } from '@almagest/contracts/literature';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { breakingChanges, mayBreak, type ApiDocument } from './breaking-changes.ts';

// Convert the documents to plain JSON, because schemas carry markers of their library.
const DOCUMENTS = [gridDocument(), literatureDocument()].map(
  (document) => JSON.parse(JSON.stringify(document)) as ApiDocument,
);

type Operation = ApiDocument['paths'][string][string];

/** Returns a document with one changed operation, and the operation. */
const changed = (change: (operation: Operation) => Operation | undefined) =>
  fc.constantFrom(...DOCUMENTS).chain((document) =>
    fc.constantFrom(...Object.keys(document.paths)).chain((path) =>
      fc.constantFrom(...Object.keys(document.paths[path] ?? {})).map((method) => {
        const { [method]: old, ...others } = document.paths[path] ?? {};
        const now = change(old as Operation);
        const methods = now === undefined ? others : { ...others, [method]: now };
        return { old: document, now: { ...document, paths: { ...document.paths, [path]: methods } }, method, path };
      }),
    ),
  );

const without = <V>(record: Readonly<Record<string, V>>, key: string): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
const parameter = { name: 'more', in: 'query', schema: { type: 'string' } };

describe('every operation', () => {
  test.each<[string, (operation: Operation) => Operation | undefined, RegExp]>([
    ['itself', () => undefined, /: is removed$/],
    [
      'the answer 200',
      (operation) => ({ ...operation, responses: without(operation.responses, '200') }),
      /: status 200 is removed$/,
    ],
    [
      'its media type',
      (operation) => ({ ...operation, responses: { ...operation.responses, '200': {} } }),
      /: 200: [\w/+-]+ is removed$/,
    ],
    [
      'the meaning of its answer',
      (operation) => ({
        ...operation,
        responses: {
          ...operation.responses,
          '200': {
            content: Object.fromEntries(
              Object.keys(operation.responses['200']?.content ?? {}).map((type) => [
                type,
                { schema: { type: 'boolean' } },
              ]),
            ),
          },
        },
      }),
      /has become boolean$/,
    ],
    [
      'what it needs',
      (operation) => ({ ...operation, parameters: [...operation.parameters, { ...parameter, required: true }] }),
      /: query more is now required$/,
    ],
    [
      'who may call it',
      (operation) => ({ ...operation, security: [{ another: [] }] }),
      /(?:is no longer accepted|a credential is required)$/,
    ],
  ])('breaks callers when it loses or changes %s', (_what, change, message) => {
    fc.assert(
      fc.property(changed(change), ({ old, now, method, path }) => {
        const found = breakingChanges(old, now);
        expect(found.length).toBeGreaterThan(0);
        for (const line of found) expect(line).toMatch(message);
        expect(found[0]).toContain(`${method.toUpperCase()} ${path}:`);
      }),
      { numRuns: 30 },
    );
  });

  test.each<[string, (operation: Operation) => Operation]>([
    ['nothing new', (operation) => structuredClone(operation)],
    [
      'an optional parameter',
      (operation) => ({ ...operation, parameters: [...operation.parameters, { ...parameter, required: false }] }),
    ],
    ['a status', (operation) => ({ ...operation, responses: { ...operation.responses, '418': {} } })],
    [
      'an additional credential',
      (operation) => ({
        ...operation,
        security: operation.security.length === 0 ? [] : [...operation.security, { another: [] }],
      }),
    ],
  ])('does not break callers with %s', (_what, change) => {
    fc.assert(
      fc.property(changed(change), ({ old, now }) => {
        expect(breakingChanges(old, now)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});

test.each([
  ['0.2.0', '0.2.1', false],
  ['0.2.9', '0.3.0', true],
  ['0.9.0', '1.0.0', true],
  ['1.2.0', '1.3.0', false],
  ['1.2.0', '2.0.0', true],
  ['0.3.0', '0.2.0', false],
])('a change from %s to %s may break callers: %s', (released, current, expected) => {
  expect(mayBreak(released, current)).toBe(expected);
});
