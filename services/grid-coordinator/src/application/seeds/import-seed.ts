import { recordAudit } from '@almagest/accounts';
import type { ImportMethod, ImportReply, ModelSummary } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { score, waveOf, poorestMetallicity } from '../../domain/points/difficulty.ts';
import { DEFAULT_SCHEDULING } from '../../domain/tasks/fair-share.ts';
import { POINT_RECORD, type Diagnostics } from '../../files/diagnostics.ts';
import type { StagedFile } from '@almagest/durable-files';
import type { SeedStore, StagedSeed } from '../../files/seed-store.ts';
import { countChanges, CountChanges } from '../../persistence/workflows/count-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { NO_POINT_WAITS, pendingWork } from '../../persistence/tasks/pending-work.ts';
import { importedModels } from '../../persistence/models/point-model-repository.ts';
import { insertImported } from '../../persistence/points/point-repository.ts';
import { newModels, NO_ORIGIN, type NewModel } from '../../persistence/models/model-repository.ts';
import {
  findWorkflow,
  insertWorkflow,
  lockWorkflowByName,
  readRunConfig,
} from '../../persistence/workflows/workflow-repository.ts';
import { writeAndRead, writeTogether } from '../../persistence/write-together.ts';
import type { RunConfigs } from '../run-configs.ts';
import { parseConfig } from '../workflows/parse-config.ts';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import { offerSeeds } from './offer-seeds.ts';

export interface ImportDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly seeds: SeedStore;
  readonly diagnostics: Diagnostics;
  readonly requestRelease: () => void;
  readonly maxGridPoints: number;
}

export interface Import {
  readonly workflowName: string;
  readonly summary: ModelSummary;
  readonly seed: StagedSeed | undefined;
  /** The summary as it was uploaded. */
  readonly record: StagedFile;
  readonly successMethod: ImportMethod;
}

/**
 * Stores a historical result. If the point already exists in the workflow, its row is unchanged, but its files are
 * replaced.
 *
 * Creates the workflow if necessary. The workflow only stores results until it gets a configuration.
 */
export async function importSeed(deps: ImportDeps, input: Import): Promise<ImportReply> {
  const { summary, workflowName, seed } = input;
  if (summary.converged && seed === undefined)
    throw new Refusal('malformed', 'seed_file is missing: a converged point needs a seed file');
  const placed = summary.converged && seed !== undefined ? await deps.seeds.place(summary.name, seed) : undefined;
  const { db } = deps;
  await insertWorkflow(db, { name: workflowName, description: null, configYaml: '', scheduling: DEFAULT_SCHEDULING });
  const found = await findWorkflow(db, workflowName);
  if (found === undefined) throw deletedMeanwhile(workflowName);
  await deps.diagnostics.publish(
    input.record,
    { workflowId: found.id, workflowName, pointName: summary.name },
    POINT_RECORD,
  );
  const more = await inTransaction(deps.db, async (trx) => {
    const workflow = await lockWorkflowByName(trx, workflowName);
    if (workflow?.id !== found.id) throw deletedMeanwhile(workflowName);
    const config = (await readRunConfig(trx, workflow.id)) ?? savedConfig(workflow.config_yaml, deps.maxGridPoints);
    await addPoint(trx, workflow, config, input);
    await recordAudit(trx, { object: `point ${summary.name} of ${workflowName}` });
    if (placed === undefined) return false;
    const stored: NewModel = {
      name: summary.name,
      params: summary.params,
      sha256: placed.sha256,
      sizeBytes: placed.sizeBytes,
      maxRelc: summary.final_max_relc ?? null,
      workflowId: workflow.id,
      taskId: null,
      origin: NO_ORIGIN,
      parent: null,
      signature: config?.signature ?? null,
      fit: placed.fit,
      converged: true,
      ofAtmosphere: true,
      again: false,
    };
    const model = { workflowId: workflow.id, name: summary.name, unfit: !placed.fit };
    const writes = [...newModels([stored], NO_POINT_WAITS), ...importedModels([model])];
    const pending = await writeAndRead(trx, writes, pendingWork([], []));
    const held =
      workflow.run > 0 && workflow.status !== 'completed'
        ? { workflow, config: await deps.configs.of(trx, workflow) }
        : undefined;
    return stored.fit && (await offerSeeds(trx, held, [stored], pending));
  });
  if (more) deps.requestRelease();
  return {
    status: 'ok',
    point_name: summary.name,
    converged: summary.converged,
    max_relc: summary.final_max_relc ?? null,
  };
}

function deletedMeanwhile(workflowName: string): Refusal {
  return new Refusal('conflict', `workflow ${workflowName} was deleted during the import: try again`);
}

/** Returns the configuration of a workflow that was never started, or null if the workflow only keeps imports. */
function savedConfig(yaml: string, maxGridPoints: number): WorkflowConfig | null {
  return yaml === '' ? null : parseConfig(yaml, maxGridPoints);
}

async function addPoint(
  trx: Tx,
  workflow: { id: number; run: number },
  config: WorkflowConfig | null,
  { summary, successMethod }: Import,
): Promise<void> {
  const { params, converged } = summary;
  const wave = config === null ? 0 : waveOf(params, config.grid, config.difficulty);
  const added = await insertImported(trx, {
    workflowId: workflow.id,
    name: summary.name,
    params,
    wave,
    score: score(params, config === null ? 0 : poorestMetallicity(config.grid)),
    // The next start has a higher run number, so it applies its policies to the point.
    run: workflow.run,
    converged,
    successMethod,
    maxRelc: summary.final_max_relc ?? null,
  });
  if (!added) return;
  const counts = new CountChanges();
  counts.add(workflow.id, wave, { status: converged ? 'converged' : 'failed', method: successMethod, n: 1 });
  await writeTogether(trx, countChanges(counts));
}
