import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasRecovered, isFailing, stuckReason, type WorkflowActivity } from './workflow-trouble.ts';

const STUCK_SEC = 7_200;
const HOUR = 3_600;

const busy: WorkflowActivity = { open: 10, running: 4, idleSec: 0, meanSec: 600, hasNodes: true };
const activity = fc.record<WorkflowActivity>({
  open: fc.nat(1_000),
  running: fc.nat(100),
  idleSec: fc.double({ min: 0, max: 1e6, noNaN: true }),
  meanSec: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true })),
  hasNodes: fc.boolean(),
});

test.each<[string, Partial<WorkflowActivity>, string | undefined]>([
  ['attempts end', {}, undefined],
  ['none has ended for two hours', { idleSec: STUCK_SEC }, 'no_attempt_ends'],
  ['none has ended for a little less', { idleSec: STUCK_SEC - 1 }, undefined],
  ['attempts take three hours, and none has ended for ten', { idleSec: 10 * HOUR, meanSec: 3 * HOUR }, undefined],
  [
    'attempts take three hours, and none has ended for twelve',
    { idleSec: 12 * HOUR, meanSec: 3 * HOUR },
    'no_attempt_ends',
  ],
  ['no attempt ever ended', { idleSec: STUCK_SEC, meanSec: null }, 'no_attempt_ends'],
  ['no node has been there for a quarter of an hour', { running: 0, idleSec: 900, hasNodes: false }, 'no_node'],
  ['no node has been there for less', { running: 0, idleSec: 899, hasNodes: false }, undefined],
  ['the nodes are gone and their tasks not yet reclaimed', { idleSec: 900, hasNodes: false }, undefined],
])('while %s', (_what, now, reason) => {
  expect(stuckReason({ ...busy, ...now }, STUCK_SEC)).toBe(reason);
});

test('a workflow without open points is never stuck', () => {
  fc.assert(
    fc.property(activity, (now) => {
      expect(stuckReason({ ...now, open: 0 }, STUCK_SEC)).toBeUndefined();
    }),
  );
});

test('a stuck workflow stays stuck while nothing happens', () => {
  fc.assert(
    fc.property(activity, fc.nat(100_000), (now, later) => {
      fc.pre(stuckReason(now, STUCK_SEC) !== undefined);
      expect(stuckReason({ ...now, idleSec: now.idleSec + later }, STUCK_SEC)).toBeDefined();
    }),
  );
});

test.each([
  [14, 14, true],
  [13, 13, false],
  [50, 40, true],
  [50, 35, false],
  [100, 72, true],
  [100, 70, false],
  [1, 1, false],
  [0, 0, false],
])('with %i attempts, of which %i failed, failing is %s', (ended, failed, failing) => {
  expect(isFailing({ ended, failed })).toBe(failing);
});

const attempts = fc
  .tuple(fc.nat(100), fc.nat(100))
  .map(([one, other]) => ({ ended: Math.max(one, other), failed: Math.min(one, other) }));

test('a workflow is never both failing and recovered', () => {
  fc.assert(
    fc.property(attempts, (last) => {
      expect(isFailing(last) && hasRecovered(last)).toBe(false);
    }),
  );
});

test('one more failure never makes a workflow recover, and one more success never makes it fail', () => {
  fc.assert(
    fc.property(attempts, ({ ended, failed }) => {
      fc.pre(failed < ended);
      if (isFailing({ ended, failed })) expect(isFailing({ ended, failed: failed + 1 })).toBe(true);
      if (hasRecovered({ ended, failed: failed + 1 })) expect(hasRecovered({ ended, failed })).toBe(true);
    }),
  );
});
