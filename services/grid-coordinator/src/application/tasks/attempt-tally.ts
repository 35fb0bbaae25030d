import { kindOf } from '../../domain/tasks/task-durations.ts';
import { attemptCounts, type AttemptCount } from '../../persistence/tasks/attempt-count-repository.ts';
import type { Write } from '../../persistence/write-together.ts';
import type { JudgedReport } from './direction-tally.ts';

/**
 * Counts the attempts in a batch of reports by wave and kind, for the forecast. Skips doubted failures. In workflows
 * without atmospheres, spectra count as attempts of their strategy.
 */
export function attemptsByWave(judged: readonly JudgedReport[]): Write[] {
  const counts = new Map<string, AttemptCount>();
  for (const { report, doubted } of judged) {
    const { task, point, workflow, config, success, ranSec } = report;
    if (doubted) continue;
    const kind = config.atmosphere.enabled ? kindOf(task) : task.task_type;
    const key = `${workflow.id} ${task.run} ${point.wave} ${kind}`;
    const { tried, converged, seconds } = counts.get(key) ?? { tried: 0, converged: 0, seconds: 0 };
    counts.set(key, {
      workflowId: workflow.id,
      run: task.run,
      wave: point.wave,
      taskType: kind,
      tried: tried + 1,
      converged: converged + Number(success),
      seconds: seconds + ranSec,
    });
  }
  return attemptCounts([...counts.values()]);
}
