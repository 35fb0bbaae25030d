import type { Progress, WorkflowStats } from '@almagest/contracts/grid';

const MINUTE_SEC = 60;
/** A run is called stalled if no point was done for as long as three average tasks take, but at least ten minutes. */
const LEAST_STALL_SEC = 10 * MINUTE_SEC;
const MEAN_TASKS_OF_A_STALL = 3;

/** For how long (s) no point of a running workflow was done; undefined while that is nothing to wonder about. */
export function stalledSec(
  { status, avg_point_sec: mean }: Pick<WorkflowStats, 'status' | 'avg_point_sec'>,
  { stalled_minutes: minutes }: Pick<Progress, 'stalled_minutes'>,
): number | undefined {
  if (status !== 'running' || minutes === null) return undefined;
  const seconds = MINUTE_SEC * minutes;
  return seconds < Math.max(LEAST_STALL_SEC, MEAN_TASKS_OF_A_STALL * (mean ?? 0)) ? undefined : seconds;
}
