import type { ClaimPosition } from '../../persistence/points/point-repository.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';

/** How long a cursor is used before the queue is read from its start again, in ms. */
const TRUSTED_MS = 1_000;

interface Cursor {
  readonly expansion: number;
  readonly requeues: number;
  /** Undefined if nothing was queued. */
  readonly place: ClaimPosition | undefined;
  /** When the queue was last read from its start. */
  readonly since: number;
}

/**
 * Remembers where each workflow's queued points begin in claim order, as far as this process knows.
 *
 * Claimed points leave dead entries at the start of the index, which every read from the start must skip until the next
 * vacuum. After 45,000 claims, skipping dead entries is ten times the work of the claim itself (`npm run bench -- grid
 * --only claims`).
 *
 * A cursor is valid for at most a second. A cursor also ends when a point is queued before it. The workflow's row
 * records such changes. The time limit is needed because a claim may skip points that another claim has locked. If that
 * other claim fails, its points return to the queue without a record.
 */
export class QueueCursors {
  readonly #cursors = new Map<number, Cursor>();
  readonly #now: () => number;

  /** `now` returns a monotonic time in ms. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the position of the first queued point, or undefined if this position is unknown. */
  of(workflow: WorkflowState): ClaimPosition | undefined {
    return this.#cursor(workflow)?.place;
  }

  /** Returns whether the queue was empty when this process last read it. */
  isEmpty(workflow: WorkflowState): boolean {
    const cursor = this.#cursor(workflow);
    return cursor !== undefined && cursor.place === undefined;
  }

  /** Records that a read from the start found nothing. `workflow`: its state before that read. */
  markEmpty({ id, status, expansion, requeues }: WorkflowState): void {
    if (status === 'running') this.#cursors.set(id, { expansion, requeues, place: undefined, since: this.#now() });
  }

  /** Records the last position that a committed claim took. `workflow`: its state before the claim's read. */
  advance(workflow: WorkflowState, place: ClaimPosition): void {
    const { id, status, expansion, requeues } = workflow;
    // The expansion does not write points in claim order, so earlier positions may still be filled.
    if (status !== 'running') return;
    const since = this.#cursor(workflow)?.since ?? this.#now();
    this.#cursors.set(id, { expansion, requeues, place, since });
  }

  /**
   * Forgets the cursor after a read from its position found too few points, because other points may be queued before
   * the cursor.
   */
  forget(workflowId: number): void {
    this.#cursors.delete(workflowId);
  }

  #cursor({ id, status, expansion, requeues }: WorkflowState): Cursor | undefined {
    const cursor = this.#cursors.get(id);
    if (cursor === undefined || status !== 'running') return undefined;
    if (cursor.expansion !== expansion || cursor.requeues !== requeues) return undefined;
    return this.#now() - cursor.since < TRUSTED_MS ? cursor : undefined;
  }
}
