import type { Progress, WorkflowStats } from '@almagest/contracts/grid';

const MINUTE_SEC = 60;
/** A run is stalled if no point completes within the time of three average tasks, and at least ten minutes. */
const LEAST_STALL_SEC = 10 * MINUTE_SEC;
const MEAN_TASKS_OF_A_STALL = 3;

/** Returns how long (s) a running workflow has completed no point. Undefined unless it is stalled. */
export function stalledSec(
  { status, avg_point_sec: mean }: Pick<WorkflowStats, 'status' | 'avg_point_sec'>,
  { stalled_minutes: minutes }: Pick<Progress, 'stalled_minutes'>,
): number | undefined {
  if (status !== 'running' || minutes === null) return undefined;
  const seconds = MINUTE_SEC * minutes;
  return seconds < Math.max(LEAST_STALL_SEC, MEAN_TASKS_OF_A_STALL * (mean ?? 0)) ? undefined : seconds;
}
