import type { TaskReport } from '@almagest/contracts/grid';
import type { StagedFile } from '@almagest/service-kit/durable-file';
import { keepsSeed } from '../../domain/task-lifecycle.ts';
import type { Diagnostics } from '../../files/diagnostics.ts';
import type { SeedStore, StagedSeed } from '../../files/seed-store.ts';
import type { Admission } from './admit-report.ts';
import type { StoredReport } from './report-task.ts';

export type { StagedSeed };

export interface FileStores {
  readonly seeds: SeedStore;
  readonly diagnostics: Diagnostics;
}

/** An admitted report with the files that came with it. */
export interface AdmittedReport {
  readonly report: TaskReport;
  readonly admission: Admission;
  readonly seed: StagedSeed | undefined;
  /** The parsed text of the model's own summary; undefined when there is none. */
  readonly summary: unknown;
}

/**
 * Moves a report's files to their final places. Called before the transaction that records them, with no row locked.
 */
export async function placeReportFiles(
  { seeds, diagnostics }: FileStores,
  { report, admission, seed, summary }: AdmittedReport,
  stageRecord: (record: unknown) => Promise<StagedFile>,
): Promise<StoredReport> {
  const { task_id: taskId, point_name: pointName } = report;
  const hasRecord = typeof summary === 'object' && summary !== null && admission.takesRecord;
  const publish = async () =>
    await diagnostics.publish(await stageRecord(summary), { ...admission, pointName }, taskId.toLowerCase());
  const [placed] = await Promise.all([
    seed !== undefined && keepsSeed(report) && admission.takesSeed ? seeds.place(pointName, seed) : undefined,
    hasRecord ? publish() : undefined,
  ]);
  return { report, seed: placed, hasRecord };
}
