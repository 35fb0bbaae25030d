import type { TaskReport } from '@almagest/contracts/grid';
import { Counter, type Registry } from '@almagest/service-kit/metrics';
import { readAtScrape, type Sample } from '@almagest/service-kit/read-at-scrape';
import type { DeliveryOutcome } from './application/notifications/deliver-notifications.ts';
import { isSuccess } from './domain/tasks/task-lifecycle.ts';
import { sumArtifactBytes } from './persistence/artifacts/artifact-counts.ts';
import { readCounts } from './persistence/workflows/count-repository.ts';
import type { Db } from './persistence/database.ts';
import { listLastAttempts } from './persistence/tasks/last-attempts.ts';
import { listNodeOverviews } from './persistence/nodes/node-repository.ts';
import { readNotificationState } from './persistence/notifications/subscription-repository.ts';
import { expectedDurations } from './application/tasks/expected-durations.ts';
import { countOverruns } from './persistence/tasks/running-task-repository.ts';
import { findClaimPause } from './persistence/tasks/scheduling-repository.ts';
import { listByStatus, listWorkflows } from './persistence/workflows/workflow-repository.ts';
import type { RunConfigs } from './application/run-configs.ts';
import { listUnmatched } from './application/workflows/unmatched-points.ts';

/** Registers gauges that are read from the database at each scrape. Every replica reports the same values. */
export function observeGrid(registry: Registry, db: Db, configs: RunConfigs): void {
  observeWorkflows(registry, db, configs);
  observeNodes(registry, db);
  observeNotifications(registry, db);
}

function observeWorkflows(registry: Registry, db: Db, configs: RunConfigs): void {
  readAtScrape(
    registry,
    {
      grid_workflows: { help: 'Workflows by status.', labels: ['status'] },
      grid_claims_paused: { help: '1 while claims are paused by an administrator.' },
      grid_points: { help: 'Grid points by workflow and status.', labels: ['workflow', 'status'] },
      grid_overrunning_tasks: {
        help: 'Running tasks of unfinished workflows that have run far longer than their neighbours did.',
        labels: ['workflow'],
      },
      grid_unmatched_points: {
        help: 'Queued points that no online node can take, because none meets the requirements.',
        labels: ['workflow'],
      },
      grid_last_attempt_timestamp_seconds: {
        help: 'Time when the last attempt of a running workflow ended, or of its start if no attempt has ended.',
        labels: ['workflow'],
      },
    },
    async () => {
      const workflows = await listWorkflows(db);
      const names = new Map(workflows.map(({ id, name }) => [id, name]));
      const last = await listLastAttempts(db);
      const running = await listByStatus(db, 'running');
      const unmatched = new Map(
        (await listUnmatched({ db, configs }, running)).map((one) => [one.workflow, one.points]),
      );
      const overruns = await countOverruns(db, await expectedDurations(db));
      // Counts are also split by wave and method, so they are summed here.
      const sums = new Map<string, { labels: { workflow: string; status: string }; value: number }>();
      for (const { workflow_id, status, n } of await readCounts(db, undefined)) {
        const workflow = names.get(workflow_id);
        if (workflow === undefined) continue;
        const value = n + (sums.get(`${workflow_id} ${status}`)?.value ?? 0);
        sums.set(`${workflow_id} ${status}`, { labels: { workflow, status }, value });
      }
      return {
        grid_workflows: countBy(workflows),
        grid_claims_paused: [{ value: (await findClaimPause(db)) === undefined ? 0 : 1 }],
        grid_points: [...sums.values()],
        grid_overrunning_tasks: workflows
          .filter(({ status }) => status !== 'idle' && status !== 'completed')
          .map(({ name }) => ({ labels: { workflow: name }, value: overruns.get(name) ?? 0 })),
        grid_unmatched_points: running.map(({ name }) => ({
          labels: { workflow: name },
          value: unmatched.get(name) ?? 0,
        })),
        grid_last_attempt_timestamp_seconds: last.map(({ workflow, at }) => ({
          labels: { workflow },
          value: at.getTime() / 1_000,
        })),
      };
    },
  );
}

function observeNodes(registry: Registry, db: Db): void {
  readAtScrape(
    registry,
    {
      grid_nodes: { help: 'Nodes by status.', labels: ['status'] },
      grid_active_slots: { help: 'Slots in use on online nodes.' },
      grid_offered_slots: { help: 'Slots of online nodes.' },
      grid_throttled_nodes: { help: 'Nodes that are throttled because they fail points that other nodes finish.' },
      grid_paused_nodes: {
        help: 'Suspect nodes: paused, or limited to one task at a time, because they fail points that converge on other nodes.',
      },
      grid_last_heartbeat_timestamp_seconds: { help: 'Time of the last contact with any node.' },
    },
    async () => {
      const nodes = await listNodeOverviews(db);
      const online = nodes.filter(({ status }) => status === 'online');
      const heard = nodes.flatMap(({ last_seen: seen }) => (seen === null ? [] : [seen.getTime()]));
      return {
        grid_nodes: countBy(nodes),
        grid_active_slots: [{ value: online.reduce((sum, { active_slots }) => sum + active_slots, 0) }],
        grid_offered_slots: [{ value: online.reduce((sum, { max_slots }) => sum + max_slots, 0) }],
        grid_throttled_nodes: [{ value: nodes.filter(({ allowance }) => allowance !== null).length }],
        grid_paused_nodes: [{ value: nodes.filter(({ pauses }) => pauses > 0).length }],
        grid_last_heartbeat_timestamp_seconds: heard.length === 0 ? [] : [{ value: Math.max(...heard) / 1_000 }],
      };
    },
  );
}

/** Registers gauges for the artifacts of all workflows and their quota. */
export function observeArtifacts(registry: Registry, db: Db, quotaBytes: number): void {
  readAtScrape(
    registry,
    {
      grid_artifact_bytes: { help: 'Bytes of the artifacts of all workflows.' },
      grid_artifact_quota_bytes: { help: 'Quota of artifacts in bytes. Artifacts beyond it are refused.' },
    },
    async () => ({
      grid_artifact_bytes: [{ value: await sumArtifactBytes(db) }],
      grid_artifact_quota_bytes: [{ value: quotaBytes }],
    }),
  );
}

function observeNotifications(registry: Registry, db: Db): void {
  readAtScrape(
    registry,
    {
      grid_notifications_waiting: { help: 'Notifications that wait for their next attempt.' },
      grid_notifications_failing_since_timestamp_seconds: {
        help: 'Time of the first failure since the last success, for subscriptions whose last attempt failed.',
        labels: ['subscription'],
      },
    },
    async () => {
      const { waiting, failing } = await readNotificationState(db);
      return {
        grid_notifications_waiting: [{ value: waiting }],
        grid_notifications_failing_since_timestamp_seconds: failing.map(({ id, since }) => ({
          labels: { subscription: id },
          value: since.getTime() / 1_000,
        })),
      };
    },
  );
}

function countBy(rows: readonly { readonly status: string }[]): Sample[] {
  const counts = new Map<string, number>();
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, value]) => ({ labels: { status }, value }));
}

/** Counts this process's attempts to deliver notifications. */
export function countDeliveries(registry: Registry) {
  const attempts = new Counter({
    name: 'grid_notification_attempts_total',
    help: 'Attempts to deliver a notification: delivered, failed (will be repeated), given_up (the last attempt failed).',
    labelNames: ['kind', 'outcome'] as const,
    registers: [registry],
  });
  for (const kind of ['webhook', 'mail'] as const)
    for (const outcome of ['delivered', 'failed', 'given_up']) attempts.inc({ kind, outcome }, 0);
  return (kind: 'webhook' | 'mail', outcome: DeliveryOutcome): void => attempts.inc({ kind, outcome });
}

/** Counts the reports that this process accepted, including repeated reports, by outcome. */
export function countReports(registry: Registry) {
  const reports = new Counter({
    name: 'grid_reports_total',
    help: 'Accepted reports by outcome.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  // Sets the value 0, because a rate needs a value before the first failure.
  for (const outcome of ['converged', 'failed', 'timeout']) reports.inc({ outcome }, 0);
  return async <T>(
    batch: readonly { readonly report: TaskReport }[],
    answers: Promise<PromiseSettledResult<T>[]>,
  ): Promise<PromiseSettledResult<T>[]> => {
    const settled = await answers;
    batch.forEach(({ report }, index) => {
      if (settled[index]?.status === 'fulfilled') reports.inc({ outcome: outcomeOf(report) });
    });
    return settled;
  };
}

function outcomeOf(report: TaskReport): string {
  if (isSuccess(report)) return 'converged';
  return report.status === 'timeout' ? 'timeout' : 'failed';
}
