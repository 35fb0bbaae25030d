import { bandOf, summaryOf, type DurationSummary, type TaskKind } from '../../domain/tasks/task-durations.ts';
import type { Db } from '../../persistence/database.ts';
import { readDurations, type StoredDuration } from '../../persistence/tasks/duration-repository.ts';
import type { ExpectedDuration } from '../../persistence/tasks/running-task-repository.ts';

/** How long a summary is used, in ms. Each converged attempt changes the summary only slightly. */
const KEPT_MS = 10_000;

interface Reading {
  readonly summaries: Summaries;
  readonly until: number;
  /** The transaction that read the summaries. */
  readonly db: Db;
}

/** Caches the measured times of a workflow's tasks, for claims with learned time limits. */
export class DurationSummaries {
  readonly #kept = new Map<number, Reading>();
  readonly #now: () => number;

  /** `now` returns a monotonic time in ms. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Returns undefined if there are too few samples of this kind and wave band. */
  async of(
    db: Db,
    workflowId: number,
    { kind, wave }: { readonly kind: TaskKind; readonly wave: number },
  ): Promise<DurationSummary | undefined> {
    const find = ({ summaries }: Reading) =>
      summaries.find(({ group }) => group.kind === kind && group.band === bandOf(wave))?.summary;
    const kept = this.#kept.get(workflowId);
    if (kept !== undefined && kept.until > this.#now()) {
      const summary = find(kept);
      // A missing summary may exist by now. But a batch of claims is one transaction, which reads the summaries only
      // once.
      if (summary !== undefined || kept.db === db) return summary;
    }
    const reading = { summaries: summarise(await readDurations(db, [workflowId])), until: this.#now() + KEPT_MS, db };
    this.#kept.set(workflowId, reading);
    return find(reading);
  }
}

/** Returns the expected durations of these workflows' running tasks, or of all if `workflowIds` is undefined. */
export async function expectedDurations(db: Db, workflowIds?: readonly number[]): Promise<ExpectedDuration[]> {
  return summarise(await readDurations(db, workflowIds)).map(({ group, summary }) => ({
    workflowId: group.workflowId,
    kind: group.kind,
    band: group.band,
    medianSec: summary.medianSec,
    overrunSec: summary.overrunSec,
  }));
}

type Summaries = readonly { readonly group: StoredDuration; readonly summary: DurationSummary }[];

function summarise(durations: readonly StoredDuration[]): Summaries {
  const groups = Map.groupBy(durations, ({ workflowId, kind, band }) => `${workflowId} ${kind} ${band}`);
  return [...groups.values()].flatMap((bins) => {
    const [group] = bins;
    const summary = summaryOf(bins);
    return group === undefined || summary === undefined ? [] : [{ group, summary }];
  });
}
