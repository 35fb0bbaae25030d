import type { Db } from '../../persistence/database.ts';
import { listRejected } from '../../persistence/judgements/rejected-models.ts';
import type { ReportedTask } from '../../persistence/tasks/task-repository.ts';
import type { ReceivedReport } from './accepted-report.ts';

/**
 * Turns reports into failures if their model is identical to a model that was rejected for its point. Engines are
 * deterministic: otherwise, a re-armed point would converge to the rejected model again and never try its next
 * strategy.
 */
export async function withoutRejected(
  db: Db,
  reports: readonly ReceivedReport[],
  tasks: ReadonlyMap<string, ReportedTask>,
): Promise<readonly ReceivedReport[]> {
  const suspects = reports.flatMap(({ report, seed }) => {
    const found = tasks.get(report.task_id.toLowerCase());
    return seed !== undefined && found?.hasRejected === true ? [{ name: found.point.name, sha256: seed.sha256 }] : [];
  });
  const rejected = new Set((await listRejected(db, suspects)).map(({ name, sha256 }) => `${name} ${sha256}`));
  if (rejected.size === 0) return reports;
  return reports.map((received) => {
    const name = tasks.get(received.report.task_id.toLowerCase())?.point.name ?? '';
    if (received.seed === undefined || !rejected.has(`${name} ${received.seed.sha256}`)) return received;
    const report = { ...received.report, converged: false, error_message: SAME_MODEL };
    return { ...received, report, seed: undefined };
  });
}

const SAME_MODEL = 'the model is identical to a model that an administrator rejected';
