import { expect, test } from '@jest/globals';
import { nodeIdsFor } from './node-agents.ts';

const known = (...nodeIds: string[]) => nodeIds.map((node_id) => ({ node_id, status: 'offline' as const }));

test('reuses names whose credentials it has', () => {
  expect(nodeIdsFor([], () => false)).toEqual(['demo-1', 'demo-2']);
  expect(nodeIdsFor(known('demo-1', 'demo-2'), () => true)).toEqual(['demo-1', 'demo-2']);
});

test('avoids names used by the agents of another state folder', () => {
  expect(nodeIdsFor(known('demo-1', 'demo-2', 'n1'), () => false)).toEqual(['demo-3', 'demo-4']);
  expect(nodeIdsFor(known('demo-1', 'demo-2'), (nodeId) => nodeId === 'demo-2')).toEqual(['demo-2', 'demo-3']);
});
