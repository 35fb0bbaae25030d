import { recordAudit } from '@almagest/accounts';
import {
  SPECTRUM_KIND,
  type ReproduceReply,
  type ReproduceRequest,
  type ReproductionStart,
} from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { listArtifactsOfModels, type ListedArtifact } from '../../persistence/artifacts/artifact-listing.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { findOwnModels } from '../../persistence/models/model-repository.ts';
import { listNamed, type ListedPoint } from '../../persistence/points/point-listing.ts';
import { paramsOf } from '../../persistence/points/point-repository.ts';
import {
  insertReproductions,
  listOriginals,
  type NewReproduction,
  type OriginalModel,
} from '../../persistence/reproductions/reproduction-repository.ts';
import { findSeeds } from '../../persistence/seeds/seed-repository.ts';
import { lockWorkflowByName, type WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { unknownWorkflow } from '../workflows/require-workflow.ts';
import { startOrReason } from './original-start.ts';

export interface ReproduceDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
}

/** The reasons why points cannot be reproduced, by name, and the new reproductions of the other points. */
interface Examined {
  readonly reasons: Map<string, string>;
  readonly asked: NewReproduction[];
}

/**
 * Orders reproductions of converged points: from the same start by other nodes, or from another start by any node.
 * Another start shows whether a model depends on its start. The results are compared with the stored results and never
 * replace them. The tasks belong to a reproduction, not to the point (`docs/decisions/0049-*.md`).
 */
export async function reproducePoints(
  deps: ReproduceDeps,
  workflowName: string,
  {
    points,
    start = 'same',
    note = null,
  }: Omit<ReproduceRequest, 'note'> & { readonly note?: string | null | undefined },
  requestedBy: string,
): Promise<ReproduceReply> {
  return await inTransaction(deps.db, async (trx) => {
    const workflow = await lockWorkflowByName(trx, workflowName);
    if (workflow === undefined) throw unknownWorkflow(workflowName);
    const { reasons, asked } = await examine(trx, deps, workflow, { names: points, kind: start });
    const requested = await insertReproductions(trx, workflow.id, asked, { note, requestedBy });
    if (requested.length > 0)
      await recordAudit(trx, { object: `workflow ${workflowName}`, detail: { points: requested.length } });
    const inserted = new Set(requested.map(({ point_name: name }) => name));
    for (const { pointName } of asked)
      if (!inserted.has(pointName)) reasons.set(pointName, 'it is already being reproduced');
    return {
      requested,
      refused: points.flatMap((name) => {
        const reason = reasons.get(name);
        return reason === undefined ? [] : [{ point_name: name, reason }];
      }),
    };
  });
}

async function examine(
  trx: Tx,
  { configs }: ReproduceDeps,
  workflow: WorkflowState,
  { names, kind }: { readonly names: readonly string[]; readonly kind: ReproductionStart },
): Promise<Examined> {
  const reasons = new Map<string, string>();
  if (workflow.run === 0) {
    for (const name of names) reasons.set(name, `workflow ${workflow.name} was never started`);
    return { reasons, asked: [] };
  }
  const { signature } = await configs.of(trx, workflow);
  const points = new Map((await listNamed(trx, workflow.id, names)).map((point) => [point.name, point]));
  const models = await findOwnModels(trx, { workflowId: workflow.id, signature }, names, 'own');
  const fit = models.filter((model) => model.fit);
  const known = await listOriginals(
    trx,
    fit.map(({ id }) => id),
  );
  const originals = new Map(known.map((model) => [model.name, model]));
  const spectra = Map.groupBy(
    await listArtifactsOfModels(trx, workflow.id, names, { kind: SPECTRUM_KIND }),
    ({ point_name: name }) => name,
  );
  const asked: NewReproduction[] = [];
  for (const name of names) {
    const point = points.get(name);
    if (point?.status !== 'converged')
      reasons.set(name, point === undefined ? 'the workflow has no such point' : `it is ${point.status}`);
    else if (!fit.some((model) => model.name === name)) reasons.set(name, 'no fit model is stored');
    else {
      const of = { kind, point, original: originals.get(name), spectra: spectra.get(name) ?? [] };
      const found = await newReproduction(trx, configs, workflow, of);
      if (typeof found === 'string') reasons.set(name, found);
      else asked.push(found);
    }
  }
  return { reasons, asked };
}

/** Returns the reproduction of a point, or why it cannot be reproduced. */
async function newReproduction(
  trx: Tx,
  configs: RunConfigs,
  workflow: WorkflowState,
  {
    kind,
    point,
    original,
    spectra,
  }: {
    readonly kind: ReproductionStart;
    readonly point: ListedPoint;
    readonly original: OriginalModel | undefined;
    readonly spectra: readonly ListedArtifact[];
  },
): Promise<NewReproduction | string> {
  if (original === undefined) return 'its model was imported, so how it was computed is unknown';
  const compared = spectra.map(({ path, product, sha256, task_id }) => ({ path, product, sha256, task_id }));
  // For another start, the model that started the original is not needed.
  const from = kind === 'same' ? original : { ...original, seed_point_name: null };
  const start = await startOrReason(trx, configs, workflow, { ...from, spectra: compared });
  if (typeof start === 'string') return start;
  const other = await otherStart(trx, start.config, { kind, point, original });
  if (typeof other === 'string') return other;
  return {
    pointName: original.name,
    sha256: original.sha256,
    originalTask: original.task_id,
    originalNode: original.node_id,
    spectra: compared,
    start: kind,
    ...other,
  };
}

/** Returns another model from which a reproduction can start, or the reason why no model can be used. */
async function otherStart(
  trx: Tx,
  { difficulty, metric, signature }: RunConfig,
  {
    kind,
    point,
    original,
  }: { readonly kind: ReproductionStart; readonly point: ListedPoint; readonly original: OriginalModel },
): Promise<Pick<NewReproduction, 'startPointName' | 'startSha256'> | string> {
  if (kind === 'cold' && original.task_type === 'cold_run') return 'its model is from a cold run: choose another start';
  if (kind !== 'neighbour') return { startPointName: null, startSha256: null };
  const [nearest] = await findSeeds(trx, {
    point: { ...paramsOf(point), name: point.name },
    radius: difficulty.maxSeedDistance,
    tried: original.seed_point_name === null ? [] : [original.seed_point_name],
    metric,
    signature,
  });
  return nearest === undefined
    ? `no other point within ${difficulty.maxSeedDistance} grid steps has a model to start from`
    : { startPointName: nearest.name, startSha256: nearest.sha256 };
}
