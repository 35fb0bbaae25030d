import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fairShares, inFairOrder, type WorkflowLoad } from './fair-share.ts';

const sharers = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 60 }),
    running: fc.integer({ min: 0, max: 5 }),
    turn: fc.option(fc.integer({ min: 0, max: 9 })),
  }),
  { minLength: 1, maxLength: 40, selector: ({ id }) => id },
);
const count = fc.integer({ min: 1, max: 100 });

function after(before: readonly WorkflowLoad[], shares: readonly { id: number; count: number }[]): number[] {
  return before.map(({ id, running }) => running + (shares.find((share) => share.id === id)?.count ?? 0));
}

test('every task is dealt, and nobody who got one has more than one above anybody else', () => {
  fc.assert(
    fc.property(sharers, count, (before, wanted) => {
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

test('with one slot each of equal workflows is served once before any is served twice, whatever the order before', () => {
  fc.assert(
    fc.property(sharers, (given) => {
      let states = given.map((sharer) => ({ ...sharer, running: 0 }));
      const order: number[] = [];
      for (let turn = 10; turn < 10 + 2 * given.length; turn += 1) {
        const [share] = fairShares(states, 1);
        order.push(share?.id ?? 0);
        // Its task ends before the next claim.
        states = states.map((state) => (state.id === share?.id ? { ...state, turn } : state));
      }
      expect(new Set(order.slice(0, given.length)).size).toBe(given.length);
      expect(order.slice(given.length)).toEqual(order.slice(0, given.length));
    }),
  );
});

test('the turns that follow from the shares are those of dealing one by one', () => {
  fc.assert(
    fc.property(sharers, count, (before, wanted) => {
      let states = [...before];
      for (let dealt = 0; dealt < wanted; dealt += 1) {
        const [share] = fairShares(states, 1);
        states = states.map((state) =>
          state.id === share?.id ? { ...state, running: state.running + 1, turn: 100 + dealt } : state,
        );
      }
      const served = inFairOrder(
        states.filter(({ turn }) => (turn ?? 0) >= 100).map((state) => ({ ...state, running: 0 })),
      );
      expect(fairShares(before, wanted).map(({ id }) => id)).toEqual(served.map(({ id }) => id));
    }),
  );
});
