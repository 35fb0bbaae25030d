import { inTransaction } from '@almagest/service-kit/database';
import type { Logger } from '@almagest/service-kit/log';
import { listForgottenImports } from '../../persistence/archives/archive-import-repository.ts';
import { foldCounts } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { hasDueDeliveries } from '../../persistence/notifications/notification-outbox.ts';
import { hasWantedSeeds } from '../../persistence/seeds/prepared-seed-repository.ts';
import { hasComparable } from '../../persistence/reproductions/reproduction-repository.ts';
import { beginPasses } from '../../persistence/models/residual-repository.ts';
import { listForgottenReleases } from '../../persistence/releases/release-repository.ts';
import { hasUnreleased } from '../../persistence/seeds/seed-repository.ts';
import { correctFutureTimes } from '../../persistence/service/correct-future-times.ts';
import { deleteEndedLogs } from '../../persistence/tasks/task-log-repository.ts';
import { hasDeleted, listByStatus } from '../../persistence/workflows/workflow-repository.ts';
import { findLostNodes } from '../nodes/find-lost-nodes.ts';
import { sweepSilentNodes } from '../nodes/sweep-nodes.ts';
import { findTroubles, type TroubleDeps } from '../notifications/find-troubles.ts';
import { cancelReclaimed } from '../tasks/cancel-reclaimed.ts';
import { endOverruns } from '../tasks/end-overruns.ts';
import { reclaimLost, type ReclaimDeps } from '../tasks/reclaim-lost.ts';

export interface SweepDeps extends ReclaimDeps, TroubleDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly heartbeatTimeoutSec: number;
  readonly onNodeChange: (nodeId: string) => void;
  /** Enqueues a job even if an earlier job seems to be running, because the worker of that job may be dead. */
  readonly requestInitialise: (workflowId: number, turn: number) => void;
  readonly requestRelease: () => void;
  readonly requestPurge: () => void;
  readonly requestDeliveries: () => void;
  readonly requestImport: (sha256: string, turn: number) => void;
  /** Enqueues the comparison of a workflow's models with their neighbours. */
  readonly requestResiduals: (workflowId: number) => void;
  /** Enqueues the comparison of reproductions with the stored results. */
  readonly requestCompare: (turn: number) => void;
  /** Enqueues the job that writes the archive of a release. */
  readonly requestBuild: (releaseId: number, turn: number) => void;
  /** Enqueues the job that interpolates the seeds of points. */
  readonly requestSeeds: (turn: number) => void;
}

/**
 * Runs every few seconds and finds work that has no job: silent nodes, lost tasks, forgotten starts, finished or
 * deleted workflows, troubles to announce, and notifications to send.
 *
 * The sweep takes little time and enqueues jobs for longer work. If a step fails, the other steps still run.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const steps = [
    mendRows,
    sweepSilentNodes,
    findLostNodes,
    reclaim,
    overruns,
    cancelReclaimed,
    enqueueStarts,
    enqueueReleases,
    enqueuePurge,
    findTroubles,
    enqueueDeliveries,
    enqueueImports,
    fold,
    enqueueResiduals,
    enqueueComparisons,
    enqueuePreparations,
    enqueueBuilds,
    dropLogs,
  ];
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step(deps);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 1) throw new AggregateError(faults, 'steps of the sweep failed');
  if (faults.length === 1) throw faults[0];
}

async function mendRows({ db }: SweepDeps): Promise<void> {
  await correctFutureTimes(db);
}

async function dropLogs({ db }: SweepDeps): Promise<void> {
  await deleteEndedLogs(db);
}

async function reclaim(deps: SweepDeps): Promise<void> {
  const reclaimed = await reclaimLost(deps);
  if (reclaimed > 0)
    deps.log.warn({ tasks: reclaimed }, 'reclaimed tasks whose node was lost or whose time limit had passed');
}

async function overruns(deps: SweepDeps): Promise<void> {
  const ended = await endOverruns(deps);
  if (ended > 0) deps.log.warn({ tasks: ended }, 'ended tasks that ran far longer than their neighbours did');
}

async function enqueueStarts({ db, requestInitialise }: SweepDeps): Promise<void> {
  for (const { id } of await listByStatus(db, 'initializing')) requestInitialise(id, Date.now());
}

async function enqueueReleases({ db, requestRelease }: SweepDeps): Promise<void> {
  if ((await listByStatus(db, 'running')).length > 0 || (await hasUnreleased(db))) requestRelease();
}

/**
 * A purge that is about to end doesn't see a newly deleted workflow, but still occupies the job's id. So the sweep
 * requests the purge again.
 */
async function enqueuePurge({ db, requestPurge }: SweepDeps): Promise<void> {
  if (await hasDeleted(db)) requestPurge();
}

async function enqueueDeliveries({ db, requestDeliveries }: SweepDeps): Promise<void> {
  if (await hasDueDeliveries(db)) requestDeliveries();
}

async function enqueueImports({ db, requestImport }: SweepDeps): Promise<void> {
  for (const sha256 of await listForgottenImports(db)) requestImport(sha256, Date.now());
}

async function fold({ db }: SweepDeps): Promise<void> {
  await inTransaction(db, foldCounts);
}

async function enqueueComparisons({ db, requestCompare }: SweepDeps): Promise<void> {
  if (await hasComparable(db)) requestCompare(Date.now());
}

async function enqueueBuilds({ db, requestBuild }: SweepDeps): Promise<void> {
  for (const id of await listForgottenReleases(db)) requestBuild(id, Date.now());
}

async function enqueuePreparations({ db, requestSeeds }: SweepDeps): Promise<void> {
  if (await hasWantedSeeds(db)) requestSeeds(Date.now());
}

/** Runs after the counts have been added up, because the counts show which workflows have new models. */
async function enqueueResiduals({ db, requestResiduals }: SweepDeps): Promise<void> {
  for (const workflowId of await beginPasses(db)) requestResiduals(workflowId);
}
