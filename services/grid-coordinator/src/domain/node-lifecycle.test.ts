import { describe, expect, test } from '@jest/globals';
import type { NodeStatus } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import { checkAction, isApproved, type NodeAction } from './node-lifecycle.ts';

const STATUSES: readonly NodeStatus[] = ['pending_approval', 'rejected', 'online', 'offline', 'disabled'];

describe('an administrator may', () => {
  test.each<[NodeAction, readonly NodeStatus[]]>([
    ['approve', ['pending_approval', 'rejected']],
    ['reject', ['pending_approval']],
    ['reissue', ['online', 'offline', 'disabled']],
    ['disable', ['online', 'offline']],
    ['enable', ['disabled']],
  ])('%s a node that is %j, and no other', (action, allowed) => {
    const isRefused = (status: NodeStatus) => {
      try {
        checkAction(action, 'n1', status);
        return false;
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
        expect(error).toMatchObject({ kind: 'conflict' });
        return true;
      }
    };
    expect(STATUSES.filter((status) => !isRefused(status))).toEqual(allowed);
  });

  test('read in a refusal which node it was, how it stands and how it would have to stand', () => {
    expect(() => checkAction('approve', 'n1', 'online')).toThrow(
      'node n1 is online; approve needs pending_approval or rejected',
    );
  });
});

test('a node counts as approved once it has, or had, a token', () => {
  expect(STATUSES.filter(isApproved)).toEqual(['online', 'offline', 'disabled']);
});
