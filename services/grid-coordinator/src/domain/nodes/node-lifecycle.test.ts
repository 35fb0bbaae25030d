import { describe, expect, test } from '@jest/globals';
import type { NodeStatus } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import { checkAction, isApproved, missedTasks, type NodeAction } from './node-lifecycle.ts';

const STATUSES: readonly NodeStatus[] = ['pending_approval', 'rejected', 'online', 'offline', 'disabled'];

describe('actions of an administrator', () => {
  test.each<[NodeAction, readonly NodeStatus[]]>([
    ['approve', ['pending_approval', 'rejected']],
    ['reject', ['pending_approval']],
    ['reissue', ['online', 'offline', 'disabled']],
    ['disable', ['online', 'offline']],
    ['enable', ['disabled']],
  ])('%s is allowed only for a node that is %j', (action, allowed) => {
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

  test('a refusal names the node, its status and the required status', () => {
    expect(() => checkAction('approve', 'n1', 'online')).toThrow(
      'node n1 is online, but approve requires pending_approval or rejected',
    );
  });
});

test('a node counts as approved once it has, or had, a token', () => {
  expect(STATUSES.filter(isApproved)).toEqual(['online', 'offline', 'disabled']);
});

test('heartbeats with too few tasks first reveal unconfirmed tasks, and later any missed tasks', () => {
  const counts = Array.from({ length: 12 }, (_, lowBeats) => missedTasks(lowBeats));
  expect(counts).toEqual([...Array(2).fill('none'), ...Array(8).fill('unconfirmed'), 'any', 'any']);
});
