import { createHash } from 'node:crypto';
import type { TaskReport, TaskSpec } from '@almagest/contracts/grid';

/**
 * The attempt in which a point converges. `cold`: the first run converges. `seed`: the first run fails and the first
 * seed step converges. `second_seed`: one seed step fails as well. `never`: everything fails.
 */
export type PlannedOutcome = 'cold' | 'seed' | 'second_seed' | 'never';

/**
 * Returns the planned outcome of a point. One point in thirty always fails, one in thirty needs two seeds, and one in
 * ten needs one seed.
 */
export function plannedOutcomeOf(pointName: string): PlannedOutcome {
  const draw = createHash('sha256').update(pointName).digest().readUInt16BE() % 30;
  return draw === 0 ? 'never' : draw === 1 ? 'second_seed' : draw <= 4 ? 'seed' : 'cold';
}

export interface Result {
  readonly report: TaskReport;
  readonly seed: string | undefined;
}

interface Circumstances {
  readonly nodeId: string;
  readonly plannedOutcome: PlannedOutcome;
  /** Another seed step of the point has failed. */
  readonly failedBefore: boolean;
}

/** Returns an engine's result for a task. It is always the same, byte for byte. */
export function resultOf(task: TaskSpec, { nodeId, plannedOutcome, failedBefore }: Circumstances): Result {
  const converged = hasConverged(plannedOutcome, task.task_type === 'seed_step', failedBefore);
  const report: TaskReport = {
    task_id: task.task_id,
    point_name: task.point_name,
    node_id: nodeId,
    status: converged ? 'completed' : 'failed',
    converged,
    max_relc: converged ? 1e-4 : 0.5,
    atmosphere_has_nan: false,
    elapsed_sec: 1,
    summary_json: JSON.stringify({ name: task.point_name, task: task.task_id, converged }),
  };
  return { report, seed: converged ? seedOf(task) : undefined };
}

function hasConverged(plannedOutcome: PlannedOutcome, seeded: boolean, failedBefore: boolean): boolean {
  if (plannedOutcome === 'cold') return true;
  if (plannedOutcome === 'seed') return seeded;
  return plannedOutcome === 'second_seed' && seeded && failedBefore;
}

/** The number of depth points and of lines in the file, so that an incomplete file is recognised. */
const DEPTHS = 50;

function seedOf({ point_name, task_id }: TaskSpec): string {
  const digest = createHash('sha256').update(task_id).digest();
  const line = (_: unknown, depth: number) => `${depth} ${(digest[depth % digest.length] ?? 0) * (depth + 1)}`;
  return `structure of ${point_name} by task ${task_id}\n${Array.from({ length: DEPTHS }, line).join('\n')}\n`;
}
