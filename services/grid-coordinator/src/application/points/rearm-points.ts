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
 * Re-arms the failed points that match a filter, for an administrator: resets their strategies and queues them.
 *
 * A completed workflow resumes. With `dry_run`, only counts the points.
 */
export async function rearmPoints(deps: RearmDeps, name: string, request: RearmRequest): Promise<RearmReply> {
  const { dry_run: dryRun, ...filter } = request;
  const status = filter.unfit === true || filter.from_rejected === true ? 'converged' : 'failed';
  if (filter.status !== undefined && filter.status !== status) {
    const which = status === 'failed' ? 'failed points' : 'converged points';
    throw new Refusal('malformed', `status is ${filter.status}, but these filters re-arm only ${which}`);
  }
  const workflow = await requireWorkflow(deps.db, name);
  // Checked before taking the lock, as at a start, because an import may hold the lock.
  if (dryRun !== true) await requireSeeds(deps.db, workflow);
  const reply = { matched: 0, rearmed: 0 };
  let after = '';
  for (;;) {
    const page = await listByName(deps.db, workflow.id, { ...filter, status }, { after, limit: PAGE });
    reply.matched += page.length;
    if (dryRun !== true && page.length > 0)
      reply.rearmed += await rearm(
        deps,
        workflow.id,
        page.map((point) => point.name),
        { ...filter, status },
      );
    if (page.length < PAGE) break;
    after = page.at(-1)?.name ?? '';
  }
  if (reply.rearmed > 0) {
    deps.requestRelease();
    deps.onWorkflowChange(name);
  }
  return reply;
}

async function rearm(
  deps: RearmDeps,
  workflowId: number,
  names: readonly string[],
  filter: PointFilter & { readonly status: 'failed' | 'converged' },
): Promise<number> {
  const { status } = filter;
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
    if (status === 'converged' && !config.atmosphere.enabled)
      throw new Refusal('conflict', 'the workflow computes no atmospheres, so it cannot replace models');
    const counts = new CountChanges();
    const prepared = points.map((point) => {
      const from = status === 'failed' && point.atmosphere_done ? 'spectrum' : firstStage(config);
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
