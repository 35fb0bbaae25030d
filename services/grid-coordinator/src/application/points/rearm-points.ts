import { recordAudit } from '@almagest/accounts';
import type { RearmReply, RearmRequest } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { firstStage, needsSeed } from '../../domain/tasks/stage-policy.ts';
import { countChanges, CountChanges } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { storePrepared } from '../../persistence/workflows/expansion-repository.ts';
import { lockPoints } from '../../persistence/points/point-repository.ts';
import { listByName } from '../../persistence/points/point-listing.ts';
import { lockWorkflow, setWorkflowStatus, requeued } from '../../persistence/workflows/workflow-repository.ts';
import { type PointFilter } from '../../persistence/points/point-filter.ts';
import { writeTogether } from '../../persistence/write-together.ts';
import type { RunConfigs } from '../run-configs.ts';
import { requireSeeds } from '../workflows/require-seeds.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';

export interface RearmDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly requestRelease: () => void;
  readonly onWorkflowChange: (name: string) => void;
}

const PAGE = 1_000;

/**
 * Re-arms the failed points that match a filter, for an administrator: resets their strategies and queues them. With a
 * filter for models, re-arms the points that have these models.
 *
 * A completed workflow resumes. With `dry_run`, only counts the points.
 */
export async function rearmPoints(deps: RearmDeps, name: string, request: RearmRequest): Promise<RearmReply> {
  const { dry_run: dryRun = false, ...filter } = request;
  const statuses = rearmedStatuses(filter);
  const wanted = statuses.filter((status) => filter.status === undefined || filter.status === status);
  if (wanted.length === 0)
    throw new Refusal(
      'malformed',
      `status is ${filter.status}, but these filters re-arm only ${statuses.join(' and ')} points`,
    );
  const workflow = await requireWorkflow(deps.db, name);
  // Checked before taking the lock, as at a start, because an import may hold the lock.
  if (!dryRun) await requireSeeds(deps.db, workflow);
  const reply = { matched: 0, rearmed: 0 };
  for (const status of wanted) {
    const { matched, rearmed } = await rearmPages(deps, workflow.id, { ...filter, status }, dryRun);
    reply.matched += matched;
    reply.rearmed += rearmed;
  }
  if (reply.rearmed > 0) {
    deps.requestRelease();
    deps.onWorkflowChange(name);
  }
  return reply;
}

type Rearmed = 'failed' | 'converged';

/**
 * Returns the statuses of the points that a filter can re-arm. A point whose spectrum has failed may also have a model
 * that descends from a rejected model.
 */
function rearmedStatuses({ unfit, from_rejected: isFromRejected }: PointFilter): readonly Rearmed[] {
  if (unfit === true) return ['converged'];
  return isFromRejected === true ? ['converged', 'failed'] : ['failed'];
}

async function rearmPages(
  deps: RearmDeps,
  workflowId: number,
  filter: PointFilter & { readonly status: Rearmed },
  dryRun: boolean,
): Promise<RearmReply> {
  const reply = { matched: 0, rearmed: 0 };
  let after = '';
  for (;;) {
    const page = await listByName(deps.db, workflowId, filter, { after, limit: PAGE });
    reply.matched += page.length;
    const names = page.map((point) => point.name);
    if (!dryRun && names.length > 0) reply.rearmed += await rearm(deps, workflowId, names, filter);
    if (page.length < PAGE) return reply;
    after = names.at(-1) ?? '';
  }
}

async function rearm(
  deps: RearmDeps,
  workflowId: number,
  names: readonly string[],
  filter: PointFilter & { readonly status: Rearmed },
): Promise<number> {
  const { status } = filter;
  const replacesModels = status === 'converged' || filter.from_rejected === true;
  return await inTransaction(deps.db, async (trx) => {
    const workflow = await lockWorkflow(trx, workflowId);
    if (workflow === undefined || workflow.run === 0)
      throw new Refusal(
        'conflict',
        'the workflow has not been started yet: its points are computed with the first start',
      );
    await requireSeeds(trx, workflow);
    const config = await deps.configs.of(trx, workflow);
    const locked = await lockPoints(
      trx,
      names.map((name) => ({ workflowId, name })),
    );
    // The points are filtered again, because they may have changed before they were locked.
    const matching = await listByName(trx, workflowId, { ...filter, names }, { after: '', limit: names.length });
    const points = locked.filter((point) => matching.some(({ name }) => name === point.name));
    if (replacesModels && !config.atmosphere.enabled)
      throw new Refusal('conflict', 'the workflow computes no atmospheres, so it cannot replace models');
    const counts = new CountChanges();
    const prepared = points.map((point) => {
      const from = !replacesModels && point.atmosphere_done ? 'spectrum' : firstStage(config);
      const waitsForSeed = needsSeed(from, config.atmosphere.strategies);
      const next = waitsForSeed ? ('pending' as const) : ('queued' as const);
      counts.add(workflowId, point.wave, { status, method: point.success_method, n: -1 });
      counts.add(workflowId, point.wave, { status: next, method: null, n: 1 });
      const products = from === 'spectrum' ? point.products : null;
      return { name: point.name, wave: point.wave, score: point.score, from, products, status: next, waitsForSeed };
    });
    await storePrepared(trx, workflowId, workflow.run, prepared);
    await writeTogether(trx, [...requeued([workflowId]), ...countChanges(counts)]);
    if (prepared.length === 0) return 0;
    if (workflow.status === 'completed') await setWorkflowStatus(trx, workflowId, 'running');
    const first = prepared[0]?.name;
    await recordAudit(trx, { object: `workflow ${workflow.name}`, detail: { points: prepared.length, first } });
    return prepared.length;
  });
}
