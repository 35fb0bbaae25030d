import { describe, expect, test } from '@jest/globals';
import { gridOperations } from './grid/index.ts';
import { literatureOperations } from './literature/index.ts';
import type { Operation } from './operation.ts';

interface Schema {
  readonly type?: unknown;
  readonly additionalProperties?: unknown;
}

/** Returns the objects in a schema at any depth, with their paths. */
function objectsIn(schema: unknown, place = 'body'): [string, Schema][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own: [string, Schema][] = (schema as Schema).type === 'object' ? [[place, schema]] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => objectsIn(inner, `${place}.${key}`))];
}

/** Requests of other people's programs, in which the contract allows additional keys. Providers add some to callbacks. */
const PROTOCOL = [
  'checkNodeStatus',
  'claimTask',
  'declareArtifacts',
  'listHeldTasks',
  'recordHeartbeat',
  'registerNode',
  'reportTask',
  'returnTask',
  'sendTaskLog',
  'uploadArtifact',
];

describe.each<[string, Readonly<Record<string, Operation>>, string[]]>([
  ['grid coordinator', gridOperations, [...PROTOCOL, 'finishOidc']],
  ['literature service', literatureOperations, ['finishOidc']],
])('%s', (_service, operations, tolerated) => {
  const all = Object.entries(operations);

  test('tolerates unknown keys only in the protocol of nodes and in requests of browsers and probes', () => {
    const tolerant = all.filter(([, { unknownKeys }]) => unknownKeys === 'tolerated');
    const fetched = tolerant.filter(([, { method, path }]) => method === 'get' && !path.startsWith('/api/'));
    const rest = tolerant.filter((one) => !fetched.includes(one)).map(([name]) => name);
    expect(rest.toSorted()).toEqual(tolerated.toSorted());
  });

  test.each(all)('%s closes every object of its body, or tolerates unknown keys in all of them', (_name, operation) => {
    const open = objectsIn(operation.body).filter(([, { additionalProperties }]) => additionalProperties !== false);
    if (operation.unknownKeys === 'tolerated') expect(open).toEqual(objectsIn(operation.body));
    else expect(open.map(([place]) => place)).toEqual([]);
  });
});
