import { describe, expect, test } from '@jest/globals';
import type { ReproductionStatus } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { reproductionAfterReclaim, reproductionTaskState, whyItWaits, type HandOutState } from './reproduction.ts';
import { decideReport } from '../tasks/task-lifecycle.ts';

const LIMITS = { maxLostAttempts: 3 };

test('a reproduction ends after the number of losses that the workflow allows, and never after cancellations', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (ends) => {
      let losses = 0;
      for (const cancelled of ends) {
        const after = reproductionAfterReclaim({ losses }, { cancelled, hold: false }, LIMITS);
        expect(after.losses).toBe(losses + (cancelled ? 0 : 1));
        expect(after.status).toBe(!cancelled && after.losses >= LIMITS.maxLostAttempts ? 'failed' : 'waiting');
        if (after.status === 'failed') return;
        losses = after.losses;
      }
    }),
  );
  expect(reproductionAfterReclaim({ losses: 1 }, { cancelled: true, hold: true }, LIMITS)).toEqual({
    status: 'withdrawn',
    losses: 1,
  });
});

/** Applies claims, losses and reports to one reproduction in any order. Checks which reports count. */
test('at most one report of a reproduction counts, even after losses and late reports', () => {
  const steps = fc.array(fc.record({ what: fc.constantFrom('claim', 'lose', 'report'), which: fc.nat(5) }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(steps, (all) => {
      let run: { status: ReproductionStatus; taskId: string | null; losses: number } = {
        status: 'waiting',
        taskId: null,
        losses: 0,
      };
      const tasks: { id: string; nodeId: string; status: 'running' | 'completed' | 'timeout'; reclaimed: boolean }[] =
        [];
      let counted = 0;
      for (const { what, which } of all) {
        const task = tasks[which];
        if (what === 'claim' && run.status === 'waiting') {
          const id = `t${tasks.length}`;
          tasks.push({ id, nodeId: 'n', status: 'running', reclaimed: false });
          run = { ...run, status: 'running', taskId: id };
        } else if (what === 'lose' && task?.status === 'running') {
          tasks[which] = { ...task, status: 'timeout', reclaimed: true };
          run = { ...run, ...reproductionAfterReclaim(run, { cancelled: false, hold: false }, LIMITS) };
        } else if (what === 'report' && task !== undefined) {
          const { kind } = decideReport(reproductionTaskState(task, run), 'n', false);
          if (kind !== 'record' && kind !== 'late') continue;
          counted += 1;
          tasks[which] = { ...task, status: 'completed', reclaimed: false };
          run = { ...run, status: 'comparing' };
        }
      }
      expect(counted).toBeLessThanOrEqual(1);
      expect(run.status === 'comparing').toBe(counted === 1);
    }),
  );
});

describe('a waiting reproduction states why it waits', () => {
  const able = { isSuspect: false, freeSlots: 1 };
  const [own, other] = [
    { ...able, nodeId: 'n1' },
    { ...able, nodeId: 'n2' },
  ];
  const state = (over: Partial<HandOutState> = {}): HandOutState => ({
    claimsPaused: false,
    status: 'running',
    reachedCap: null,
    online: [own, other],
    ...over,
  });

  test.each<[string, Partial<HandOutState>, RegExp]>([
    ['that claims are paused', { claimsPaused: true, status: 'paused' }, /^claims are paused/],
    ['that its workflow is paused', { status: 'paused', reachedCap: 3 }, /^the workflow is paused: start it again$/],
    ['that its workflow is being initialized', { status: 'initializing' }, /initialized$/],
    ['that the slot cap is reached', { reachedCap: 3, online: [] }, /reached its slot cap of 3$/],
    ['that only the node of the model is online', { online: [own] }, /than n1, .*no other node is online$/],
    ['that no other node is trusted', { online: [own, { ...other, isSuspect: true }] }, /are suspect$/],
    [
      'that no other node has a free slot',
      { online: [own, { ...other, freeSlots: 0 }] },
      /no other node has a free slot$/,
    ],
    ['that the next node gets it', {}, /handed out to the next such node that claims a task/],
    [
      'that the next node gets it, even if the workflow is completed',
      { status: 'completed' },
      /handed out to the next such node/,
    ],
  ])('%s', (_, over, words) => {
    expect(whyItWaits('n1', state(over))).toMatch(words);
  });
});
