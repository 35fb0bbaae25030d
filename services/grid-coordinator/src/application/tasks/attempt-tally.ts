import { attemptCounts, type AttemptCount } from '../../persistence/tasks/attempt-count-repository.ts';
import type { Write } from '../../persistence/write-together.ts';
import type { JudgedReport } from './direction-tally.ts';

/**
 * Counts the attempts in a batch of reports by wave and method, for the forecast. Skips doubted failures, and spectra
 * of workflows that compute atmospheres too.
 */
export function attemptsByWave(judged: readonly JudgedReport[]): Write[] {
  const counts = new Map<string, AttemptCount>();
  for (const { report, doubted } of judged) {
    const { task, point, workflow, config, success, ranSec } = report;
    if (doubted || task.spectrum_only === config.atmosphere.enabled) continue;
    const key = `${workflow.id} ${task.run} ${point.wave} ${task.task_type}`;
    const { tried, converged, seconds } = counts.get(key) ?? { tried: 0, converged: 0, seconds: 0 };
    counts.set(key, {
      workflowId: workflow.id,
      run: task.run,
      wave: point.wave,
      taskType: task.task_type,
      tried: tried + 1,
      converged: converged + Number(success),
      seconds: seconds + ranSec,
    });
  }
  return attemptCounts([...counts.values()]);
}
