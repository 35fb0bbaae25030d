import { expect, test } from '@jest/globals';
import { ClaimLoads } from './claim-loads.ts';

function loadsAt() {
  const clock = { ms: 0 };
  return { clock, loads: new ClaimLoads(() => clock.ms) };
}

test('with few running tasks, every batch counts them by workflow and by node', () => {
  const { loads } = loadsAt();
  loads.keep(new Map([[1, 1_999]]));
  loads.keepNode('n', 255);
  expect([loads.isDue, loads.dueNodes(['n', 'other'])]).toEqual([true, ['n', 'other']]);
});

test('with many running tasks, a count is used for half a second, and this process adds the tasks it assigns', () => {
  const { clock, loads } = loadsAt();
  loads.keep(new Map([[1, 2_000]]));
  loads.keepNode('n', 256);
  loads.add(
    new Map([
      [1, 2],
      [2, 1],
    ]),
    new Map([['n', 3]]),
  );
  expect([loads.ofWorkflow(1), loads.ofWorkflow(2), loads.ofNode('n')]).toEqual([2_002, 1, 259]);
  clock.ms = 500;
  expect([loads.isDue, loads.dueNodes(['n'])]).toEqual([false, []]);
  clock.ms = 501;
  expect([loads.isDue, loads.dueNodes(['n'])]).toEqual([true, ['n']]);
});
