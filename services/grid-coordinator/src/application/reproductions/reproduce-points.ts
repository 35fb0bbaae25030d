import { recordAudit } from '@almagest/accounts';
import { SPECTRUM_KIND, type ReproduceReply, type ReproduceRequest } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { listArtifactsOfModels } from '../../persistence/artifacts/artifact-listing.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { findOwnModels } from '../../persistence/models/model-repository.ts';
import { listNamed } from '../../persistence/points/point-listing.ts';
import {
  insertReproductions,
  listOriginals,
  type NewReproduction,
} from '../../persistence/reproductions/reproduction-repository.ts';
import { lockWorkflowByName, type WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfigs } from '../run-configs.ts';
import { unknownWorkflow } from '../workflows/require-workflow.ts';
import { startOrReason } from './original-start.ts';

export interface ReproduceDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
}

/** The reasons why points cannot be reproduced, by name, and the new reproductions of the others. */
interface Examined {
  readonly reasons: Map<string, string>;
  readonly asked: NewReproduction[];
}

/**
 * Orders reproductions of converged points by other nodes. Their results are compared with the stored ones and never
 * replace them: the tasks belong to a reproduction and not to the point (`docs/decisions/0049-*.md`).
 */
export async function reproducePoints(
  deps: ReproduceDeps,
  workflowName: string,
  { points, note = null }: Omit<ReproduceRequest, 'note'> & { readonly note?: string | null | undefined },
  requestedBy: string,
): Promise<ReproduceReply> {
  return await inTransaction(deps.db, async (trx) => {
    const workflow = await lockWorkflowByName(trx, workflowName);
    if (workflow === undefined) throw unknownWorkflow(workflowName);
    const { reasons, asked } = await examine(trx, deps, workflow, points);
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
  names: readonly string[],
): Promise<Examined> {
  const reasons = new Map<string, string>();
  if (workflow.run === 0) {
    for (const name of names) reasons.set(name, `workflow ${workflow.name} was never started`);
    return { reasons, asked: [] };
  }
  const { signature } = await configs.of(trx, workflow);
  const statuses = new Map((await listNamed(trx, workflow.id, names)).map(({ name, status }) => [name, status]));
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
    const status = statuses.get(name);
    const original = originals.get(name);
    if (status !== 'converged')
      reasons.set(name, status === undefined ? 'the workflow has no such point' : `it is ${status}`);
    else if (!fit.some((model) => model.name === name)) reasons.set(name, 'no fit model is stored');
    else if (original === undefined) reasons.set(name, 'its model was imported, so how it was computed is unknown');
    else {
      const compared = (spectra.get(name) ?? []).map(({ path, product, sha256, task_id }) => {
        return { path, product, sha256, task_id };
      });
      const start = await startOrReason(trx, configs, workflow, { ...original, spectra: compared });
      if (typeof start === 'string') reasons.set(name, start);
      else
        asked.push({
          pointName: name,
          sha256: original.sha256,
          originalTask: original.task_id,
          originalNode: original.node_id,
          spectra: compared,
        });
    }
  }
  return { reasons, asked };
}
