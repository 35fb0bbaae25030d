import * as rules from '@almagest/grid-coordinator/rules';
import type { GridSimulation, Running, SimulatedRun } from './simulated-grid.ts';

export interface SimulatedWorkflow {
  readonly grid: GridSimulation;
  readonly scheduling: rules.Scheduling;
}

/**
 * Runs workflows at the same time on the same slots, divided by the coordinator's rule. `slots` returns how many slots
 * there are at a time. When there are fewer, running tasks continue. Returns the runs in the order of the workflows.
 */
export function runFleet(workflows: readonly SimulatedWorkflow[], slots: (now: number) => number): SimulatedRun[] {
  const running: (Running & { readonly id: number })[] = [];
  const lastServed = new Map<number, number>();
  let [now, served] = [0, 0];
  const claim = (): boolean => {
    const loads = workflows.flatMap(({ grid, scheduling }, id) =>
      grid.hasQueued()
        ? [
            {
              ...scheduling,
              id,
              running: running.filter((one) => one.id === id).length,
              lastServed: lastServed.get(id) ?? null,
            },
          ]
        : [],
    );
    const [next] = rules.fairShares(loads, 1);
    const claimed = next && workflows[next.id]?.grid.claim(now);
    if (next === undefined || claimed === undefined) return false;
    running.push({ ...claimed, id: next.id });
    lastServed.set(next.id, (served += 1));
    return true;
  };
  for (;;) {
    while (running.length < slots(now) && claim());
    running.sort((a, b) => a.end - b.end);
    const first = running.shift();
    if (first === undefined) return workflows.map(({ grid }) => grid.result());
    now = first.end;
    workflows[first.id]?.grid.report(first);
  }
}
