import type { ClaimPlace } from '../../persistence/point-repository.ts';
import type { WorkflowState } from '../../persistence/workflow-repository.ts';

/** How long a cursor is followed before the queue is looked at from its start again, in ms. */
const TRUSTED_MS = 1_000;

interface Cursor {
  readonly expansion: number;
  readonly requeues: number;
  /** Undefined where nothing was queued at all. */
  readonly place: ClaimPlace | undefined;
  /** When the queue was last looked at from its start. */
  readonly since: number;
}

/**
 * Where the queued points of each workflow begin in claim order, as far as this process has come.
 *
 * Points that were claimed leave dead entries at the cursor of the index, which every look from the start would pass over
 * until the next vacuum: after 45,000 claims ten times the work of the claim itself (`npm run bench -- grid --only claims`).
 *
 * A cursor holds as long as nothing was queued before it, which the workflow's own row tells, and for a second at most:
 * what was passed over because another claim held it is queued again, unannounced, when that claim fails.
 */
export class QueueCursors {
  readonly #cursors = new Map<number, Cursor>();
  readonly #now: () => number;

  /** `now` tells a time in ms that never goes back. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Before this place nothing is queued; undefined where nobody knows. */
  of(workflow: WorkflowState): ClaimPlace | undefined {
    return this.#cursor(workflow)?.place;
  }

  /** Whether nothing was queued when this process last looked. */
  isEmpty(workflow: WorkflowState): boolean {
    const cursor = this.#cursor(workflow);
    return cursor !== undefined && cursor.place === undefined;
  }

  /** Notes that a look from the start has found nothing. `workflow`: as it was before that look. */
  markEmpty({ id, status, expansion, requeues }: WorkflowState): void {
    if (status === 'running') this.#cursors.set(id, { expansion, requeues, place: undefined, since: this.#now() });
  }

  /** Notes the last place that a claim took, once it has committed. `workflow`: as it was before the claim looked. */
  advance(workflow: WorkflowState, place: ClaimPlace): void {
    const { id, status, expansion, requeues } = workflow;
    // While points are still being written they do not come in order: what comes before this place may be on its way.
    if (status !== 'running') return;
    const since = this.#cursor(workflow)?.since ?? this.#now();
    this.#cursors.set(id, { expansion, requeues, place, since });
  }

  /** For a look from a cursor that found less than it was to: what is left may stand before it. */
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
