import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  changedScheduling,
  DEFAULT_SCHEDULING,
  fairShares,
  inFairOrder,
  roomOf,
  type Scheduling,
  type WorkflowLoad,
} from './fair-share.ts';

const load = {
  id: fc.integer({ min: 1, max: 60 }),
  running: fc.integer({ min: 0, max: 5 }),
  lastServed: fc.option(fc.integer({ min: 0, max: 9 })),
};
const scheduling: fc.Arbitrary<Scheduling> = fc.record({
  priority: fc.integer({ min: -2, max: 2 }),
  share: fc.integer({ min: 1, max: 5 }),
  maxSlots: fc.option(fc.integer({ min: 0, max: 8 })),
});
const listOf = (workflow: fc.Arbitrary<WorkflowLoad>) =>
  fc.uniqueArray(workflow, { minLength: 1, maxLength: 40, selector: ({ id }) => id });
/** Workflows with the default scheduling. */
const workflows = listOf(fc.record(load).map((given) => ({ ...given, ...DEFAULT_SCHEDULING })));
const scheduled = listOf(fc.tuple(fc.record(load), scheduling).map(([given, set]) => ({ ...given, ...set })));
const count = fc.integer({ min: 1, max: 100 });

function after(before: readonly WorkflowLoad[], shares: readonly { id: number; count: number }[]): number[] {
  return before.map(({ id, running }) => running + (shares.find((share) => share.id === id)?.count ?? 0));
}

/** Returns the workflows after tasks were assigned. */
function assigned(before: readonly WorkflowLoad[], wanted: number): WorkflowLoad[] {
  const running = after(before, fairShares(before, wanted));
  return before.map((workflow, index) => ({ ...workflow, running: running[index] ?? 0 }));
}

test('every task is assigned, and a workflow that got one has at most one more than any other', () => {
  fc.assert(
    fc.property(workflows, count, (before, wanted) => {
      const shares = fairShares(before, wanted);
      expect(shares.reduce((sum, share) => sum + share.count, 0)).toBe(wanted);
      const fewest = Math.min(...after(before, shares));
      for (const share of shares) {
        const running = (before.find(({ id }) => id === share.id)?.running ?? 0) + share.count;
        expect(running).toBeLessThanOrEqual(fewest + 1);
      }
    }),
  );
});

test('with one slot, each of several equal workflows is served once before any is served twice', () => {
  fc.assert(
    fc.property(workflows, (given) => {
      let states = given.map((workflow) => ({ ...workflow, running: 0 }));
      const order: number[] = [];
      for (let moment = 10; moment < 10 + 2 * given.length; moment += 1) {
        const [share] = fairShares(states, 1);
        order.push(share?.id ?? 0);
        // The task ends before the next claim.
        states = states.map((state) => (state.id === share?.id ? { ...state, lastServed: moment } : state));
      }
      expect(new Set(order.slice(0, given.length)).size).toBe(given.length);
      expect(order.slice(given.length)).toEqual(order.slice(0, given.length));
    }),
  );
});

test('assigning many tasks at once serves the workflows in the same order as assigning one by one', () => {
  fc.assert(
    fc.property(scheduled, count, (before, wanted) => {
      let states = [...before];
      for (let moment = 0; moment < wanted; moment += 1) {
        const [share] = fairShares(states, 1);
        states = states.map((state) =>
          state.id === share?.id ? { ...state, running: state.running + 1, lastServed: 100 + moment } : state,
        );
      }
      const served = states
        .filter(({ lastServed }) => (lastServed ?? 0) >= 100)
        .toSorted((a, b) => (a.lastServed ?? 0) - (b.lastServed ?? 0));
      expect(fairShares(before, wanted).map(({ id }) => id)).toEqual(served.map(({ id }) => id));
      expect(assigned(before, wanted).map(({ running }) => running)).toEqual(states.map(({ running }) => running));
    }),
  );
});

test('a workflow never exceeds its cap, and none is held back below it', () => {
  fc.assert(
    fc.property(scheduled, count, (before, wanted) => {
      const shares = fairShares(before, wanted);
      for (const share of shares) {
        const workflow = before.find(({ id }) => id === share.id);
        expect(share.count).toBeLessThanOrEqual(workflow === undefined ? 0 : roomOf(workflow));
      }
      const room = before.reduce((sum, workflow) => sum + roomOf(workflow), 0);
      expect(shares.reduce((sum, share) => sum + share.count, 0)).toBe(Math.min(wanted, room));
    }),
  );
});

test('a workflow gets tasks only when workflows with a higher priority have reached their caps', () => {
  fc.assert(
    fc.property(scheduled, count, (before, wanted) => {
      const left = assigned(before, wanted);
      for (const { id } of fairShares(before, wanted)) {
        const priority = before.find((workflow) => workflow.id === id)?.priority ?? 0;
        expect(left.filter((other) => other.priority > priority && roomOf(other) > 0)).toEqual([]);
      }
    }),
  );
});

test('with nothing running, tasks within a priority are divided in proportion to the shares', () => {
  fc.assert(
    fc.property(scheduled, fc.integer({ min: 1, max: 20 }), (given, rounds) => {
      const before = given.map((workflow) => ({ ...workflow, priority: 0, running: 0, maxSlots: null }));
      const shares = before.reduce((sum, { share }) => sum + share, 0);
      const running = after(before, fairShares(before, rounds * shares));
      expect(running).toEqual(before.map(({ share }) => rounds * share));
    }),
  );
});

test('a workflow of the highest priority without tasks gets a task within one turn, in any order of ended tasks', () => {
  const picks = fc.array(fc.nat(), { minLength: 60, maxLength: 120 });
  fc.assert(
    fc.property(scheduled, fc.integer({ min: 1, max: 6 }), picks, (given, slots, whichEnds) => {
      let states = given.map((workflow) => ({ ...workflow, priority: 0, running: 0, maxSlots: null, lastServed: -1 }));
      const held: number[] = [];
      const waitsSince = new Map(given.map(({ id }) => [id, 0]));
      for (const [index, pick] of whichEnds.entries()) {
        const moment = index + 1;
        if (held.length === slots) {
          const [ended = 0] = held.splice(pick % slots, 1);
          states = states.map((state) => (state.id === ended ? { ...state, running: state.running - 1 } : state));
          if (!held.includes(ended)) waitsSince.set(ended, moment);
        }
        const [share] = fairShares(states, 1);
        held.push(share?.id ?? 0);
        states = states.map((state) =>
          state.id === share?.id ? { ...state, running: state.running + 1, lastServed: moment } : state,
        );
        for (const { id, running } of states)
          if (running === 0) expect(moment - (waitsSince.get(id) ?? 0)).toBeLessThanOrEqual(given.length);
      }
    }),
  );
});

test('workflows are served by priority first', () => {
  fc.assert(
    fc.property(scheduled, (given) => {
      const priorities = inFairOrder(given).map(({ priority }) => priority);
      expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
    }),
  );
});

test('a saved configuration changes only the values that differ from the previous configuration', () => {
  fc.assert(
    fc.property(scheduling, scheduling, (before, next) => {
      expect({ ...before, ...changedScheduling(before, next) }).toEqual(next);
      expect(changedScheduling(before, before)).toEqual({});
    }),
  );
});
