import type { AssetVersions, TaskReport } from '@almagest/contracts/grid';
import type { ReportDecision } from '../../domain/tasks/task-lifecycle.ts';
import type { ReportedTask } from '../../persistence/tasks/task-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import type { PlacedFiles } from './place-report-files.ts';

/** A report whose files are in their final places. */
export interface ReceivedReport extends PlacedFiles {
  readonly report: TaskReport;
}

/** An accepted report, with the rows that the transaction has read about it. */
export interface AcceptedReport extends ReportedTask {
  readonly received: ReceivedReport;
  readonly decision: Exclude<ReportDecision, { readonly kind: 'refuse' | 'outdated' }>;
  readonly config: RunConfig;
  /** Where the node's assets differ from the pinned assets, or null if the report doesn't say. */
  readonly assetDifferences: AssetVersions | null;
}
