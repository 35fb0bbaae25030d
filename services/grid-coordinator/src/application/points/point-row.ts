import { shownValues, type Attempt, type GridPointRow } from '@almagest/contracts/grid';
import { cnoSum } from '../../domain/points/lattice.ts';
import type { ListedPoint } from '../../persistence/points/point-listing.ts';
import type { TaskRow } from '../../persistence/tasks/task-repository.ts';

/** Formats a time as `YYYY-MM-DD HH:MM:SS` in UTC. */
export function plainTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}

export function toRow(point: ListedPoint): GridPointRow {
  return {
    name: point.name,
    teff: point.teff,
    logg: point.logg,
    loghe: point.loghe,
    logc: point.logc,
    logn: point.logn,
    logo: point.logo,
    cno_sum: cnoSum(point),
    wave: point.wave,
    status: point.status,
    success_method: point.success_method,
    attempt_count: point.attempts,
    last_max_relc: point.last_max_relc,
    last_task_type: point.last_task_type,
    seed_point_name: point.seed_point_name,
    node_id: point.node_id,
    last_completed_at: point.last_completed_at === null ? null : plainTime(point.last_completed_at),
    last_error: point.last_error,
    ...(point.spectrum_attempts > 0 ? { spectrum_attempts: point.spectrum_attempts } : {}),
    ...(point.retired ? { retired: true } : {}),
    ...(point.from_rejected ? { from_rejected: true } : {}),
    ...(point.held ? { held: true } : {}),
  };
}

/** Converts a task to an attempt. `continues`: the number of the attempt that this attempt continues. */
export function toAttempt(task: TaskRow, continues: number | undefined): Attempt {
  return {
    task_id: task.id,
    task_type: task.task_type,
    ...(task.spectrum_only ? { stage: 'spectrum' as const } : {}),
    seed_point_name: task.seed_point_name,
    ...(task.rule === null ? {} : { rule: task.rule }),
    ...(continues === undefined ? {} : { continues_attempt: continues }),
    status: task.status,
    ...shownValues(task),
    atmosphere_has_nan: task.atmosphere_has_nan,
    node_id: task.node_id,
    error_message: task.error_message,
    created_at: plainTime(task.created_at),
    completed_at: task.completed_at === null ? null : plainTime(task.completed_at),
  };
}
