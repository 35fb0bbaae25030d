import type { TaskArtifact, TaskReport } from '@almagest/contracts/grid';
import type { StagedFile } from '@almagest/durable-files';
import { keepsSeed } from '../../domain/tasks/task-lifecycle.ts';
import { stoppedAt } from '../../domain/tasks/unconverged-model.ts';
import type { Diagnostics } from '../../files/diagnostics.ts';
import type { SeedStore, StagedSeed, StoredSeedFile } from '../../files/seed-store.ts';
import { admitArtifacts, type ArtifactsDeps } from '../artifacts/admit-artifacts.ts';
import type { Admission } from './admit-report.ts';

export type { StagedSeed };

export interface FileStores {
  readonly seeds: SeedStore;
  readonly diagnostics: Diagnostics;
}

/** A report's files under temporary names. */
export interface ReportFiles {
  readonly seed: StagedSeed | undefined;
  /** The parsed summary of the model, or undefined if the report has no summary. */
  readonly summary: unknown;
  /** Writes the summary under a temporary name. */
  readonly stageRecord: (summary: unknown) => Promise<StagedFile>;
}

/** A report's files in their final places. The files are recorded when the report is accepted. */
export interface PlacedFiles {
  readonly seed: StoredSeedFile | undefined;
  readonly hasRecord: boolean;
  /** The artifacts that are kept. Their contents were in place before the report. */
  readonly artifacts: readonly TaskArtifact[];
}

/** Moves the files of an admitted report to their final places. No row is locked during this. */
export async function placeReportFiles(
  { seeds, diagnostics, ...deps }: FileStores & ArtifactsDeps,
  report: TaskReport,
  admission: Admission,
  { seed, summary, stageRecord }: ReportFiles,
): Promise<PlacedFiles> {
  const { task_id: taskId, point_name: pointName } = report;
  // Runs before files are moved, because it may refuse the report.
  const artifacts = admission.takesArtifacts ? await admitArtifacts(deps, report, admission) : [];
  const hasRecord = typeof summary === 'object' && summary !== null && admission.takesRecord;
  const publish = async () =>
    await diagnostics.publish(
      await stageRecord(summary),
      { workflowId: admission.workflow.id, workflowName: admission.workflow.name, pointName },
      taskId.toLowerCase(),
    );
  const [placed] = await Promise.all([
    seed !== undefined && isTaken(report, seed, admission) ? seeds.place(pointName, seed) : undefined,
    hasRecord ? publish() : undefined,
  ]);
  return { seed: placed, hasRecord, artifacts };
}

function isTaken(report: TaskReport, { sha256 }: StagedSeed, { takesSeed, takesUnconverged }: Admission): boolean {
  return keepsSeed(report) ? takesSeed(sha256) : takesUnconverged && stoppedAt(report) !== undefined;
}
