import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { refusesToAdmit } from './join-key.ts';

const now = new Date(1_000_000);
const key = { name: 'cluster', pattern: 'c-*', max_nodes: 2, expires_at: new Date(1_000_001), revoked_at: null };

test('a valid key admits nodes that match, up to its limit', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9.-]{0,20}$/), fc.nat(1), (rest, admitted) => {
      expect(refusesToAdmit(key, { nodeId: `c-${rest}`, admitted, now })).toBeUndefined();
    }),
  );
});

test.each([
  ['revoked', { revoked_at: now }, 'c-1', 0, /was revoked/],
  ['expired', { expires_at: now }, 'c-1', 0, /expired at 1970/],
  ['of other names', {}, 'd-1', 0, /admits only nodes named c-\*/],
  ['used up', {}, 'c-1', 2, /has admitted 2 nodes/],
] as const)('a key that is %s admits no nodes', (_what, change, nodeId, admitted, reason) => {
  expect(refusesToAdmit({ ...key, ...change }, { nodeId, admitted, now })).toMatch(reason);
});
