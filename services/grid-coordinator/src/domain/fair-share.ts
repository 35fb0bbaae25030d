/** A workflow that has tasks, with its load. */
export interface WorkflowLoad {
  readonly id: number;
  /** The number of its running tasks. */
  readonly running: number;
  /** Increases with each time tasks of it were assigned; null if there were none yet. */
  readonly turn: number | null;
}

/** How many tasks to assign from a workflow. */
export interface Share {
  readonly id: number;
  readonly count: number;
}

/**
 * Distributes `count` tasks, one at a time, to the workflow with the fewest running ones. Ties go to the one whose last
 * task is oldest, so that each gets its turn even with fewer slots than workflows.
 *
 * The shares are in the order of the last task of each, in which the turns must be recorded.
 */
export function fairShares(sharers: readonly WorkflowLoad[], count: number): Share[] {
  const waiting = sharers.map((sharer) => ({ ...sharer, turn: sharer.turn ?? -1, count: 0 }));
  let last = waiting.reduce((latest, { turn }) => Math.max(latest, turn), 0);
  for (let dealt = 0; dealt < count && waiting.length > 0; dealt += 1) {
    const next = waiting.reduce((best, one) => (isBefore(one, best) ? one : best));
    last += 1;
    Object.assign(next, { running: next.running + 1, turn: last, count: next.count + 1 });
  }
  return waiting
    .filter((sharer) => sharer.count > 0)
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ id, count: share }) => ({ id, count: share }));
}

/** Sorts the workflows by whose turn comes first. */
export function inFairOrder<T extends WorkflowLoad>(sharers: readonly T[]): T[] {
  return sharers.toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
}

function isBefore(a: WorkflowLoad, b: WorkflowLoad): boolean {
  if (a.running !== b.running) return a.running < b.running;
  const [turnOfA, turnOfB] = [a.turn ?? -1, b.turn ?? -1];
  return turnOfA === turnOfB ? a.id < b.id : turnOfA < turnOfB;
}
