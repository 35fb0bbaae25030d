/** How the slots of the fleet are divided among workflows. */
export interface Scheduling {
  /** Workflows with a higher priority are served first. */
  readonly priority: number;
  /** Running tasks of workflows with the same priority are divided in proportion to their shares. At least 1. */
  readonly share: number;
  /** The maximum number of running tasks of the workflow. Null means no cap. */
  readonly maxSlots: number | null;
}

export const DEFAULT_SCHEDULING: Scheduling = { priority: 0, share: 1, maxSlots: null };

/**
 * Returns the values that a new configuration changes. If a value is unchanged, the value that an operator has set is
 * kept.
 */
export function changedScheduling(before: Scheduling, after: Scheduling): Partial<Scheduling> {
  return {
    ...(before.priority === after.priority ? {} : { priority: after.priority }),
    ...(before.share === after.share ? {} : { share: after.share }),
    ...(before.maxSlots === after.maxSlots ? {} : { maxSlots: after.maxSlots }),
  };
}

/** A workflow that has tasks, with its load. */
export interface WorkflowLoad extends Scheduling {
  readonly id: number;
  readonly running: number;
  /** Increases each time the workflow gets tasks. Null if the workflow has had no tasks. */
  readonly lastServed: number | null;
}

/** The number of tasks to assign from a workflow. */
export interface Share {
  readonly id: number;
  readonly count: number;
}

/**
 * Distributes `count` tasks, one at a time, among the workflows below their caps. The highest priority comes first.
 * Within a priority, the workflow with the fewest running tasks for its share comes first. Ties go to the workflow that
 * was served longest ago, so that every workflow of a priority is served, even with fewer slots than workflows.
 *
 * The returned shares are ordered by the last task of each workflow. The caller must record them in this order.
 */
export function fairShares(workflows: readonly WorkflowLoad[], count: number): Share[] {
  const loads = workflows.map((workflow) => ({ ...workflow, lastServed: workflow.lastServed ?? -1, count: 0 }));
  let last = loads.reduce((latest, { lastServed }) => Math.max(latest, lastServed), 0);
  for (let assigned = 0; assigned < count; assigned += 1) {
    const next = firstOf(loads.filter((load) => roomOf(load) > 0));
    if (next === undefined) break;
    last += 1;
    Object.assign(next, { running: next.running + 1, lastServed: last, count: next.count + 1 });
  }
  return loads
    .filter((workflow) => workflow.count > 0)
    .toSorted((a, b) => a.lastServed - b.lastServed)
    .map(({ id, count: share }) => ({ id, count: share }));
}

/** Sorts the workflows in the order in which they are served. Caps do not affect this order. */
export function inFairOrder<T extends WorkflowLoad>(workflows: readonly T[]): T[] {
  return workflows.toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
}

/** Returns how many more tasks of a workflow may run, or Infinity without a cap. */
export function roomOf({ running, maxSlots }: Pick<WorkflowLoad, 'running' | 'maxSlots'>): number {
  return maxSlots === null ? Infinity : Math.max(0, maxSlots - running);
}

function firstOf<T extends WorkflowLoad>(workflows: readonly T[]): T | undefined {
  const [first, ...others] = workflows;
  return first && others.reduce((best, one) => (isBefore(one, best) ? one : best), first);
}

function isBefore(a: WorkflowLoad, b: WorkflowLoad): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  // Compares running / share without rounding.
  const [loadA, loadB] = [a.running * b.share, b.running * a.share];
  if (loadA !== loadB) return loadA < loadB;
  const [servedA, servedB] = [a.lastServed ?? -1, b.lastServed ?? -1];
  return servedA === servedB ? a.id < b.id : servedA < servedB;
}
