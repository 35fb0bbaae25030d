import { keepsSeed } from '../../domain/tasks/task-lifecycle.ts';
import { directionCounts, type DirectionCount } from '../../persistence/seeds/direction-repository.ts';
import type { Write } from '../../persistence/write-together.ts';
import type { EndedReport } from './report-rows.ts';

/** A report, with whether its failure is doubted. */
export interface JudgedReport {
  readonly report: EndedReport;
  readonly doubted: boolean;
}

/**
 * Counts the results of attempts from seeds in a batch of reports, by the direction of the seed. A seed counts as good
 * if the atmosphere converged, even if the spectrum failed. Skips doubted failures.
 */
export function directionsOf(judged: readonly JudgedReport[]): Write[] {
  const counts = new Map<string, DirectionCount>();
  for (const { report, doubted } of judged) {
    const { task, workflow, received } = report;
    if (task.seed_direction === null || doubted) continue;
    const key = `${workflow.id} ${task.seed_direction}`;
    const { tried, converged } = counts.get(key) ?? { tried: 0, converged: 0 };
    counts.set(key, {
      workflowId: workflow.id,
      direction: task.seed_direction,
      tried: tried + 1,
      converged: converged + Number(keepsSeed(received.report)),
    });
  }
  return directionCounts([...counts.values()]);
}
