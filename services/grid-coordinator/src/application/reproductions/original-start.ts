import { Refusal } from '@almagest/service-kit/refusal';
import type { Tx } from '../../persistence/database.ts';
import type { ModelVersion } from '../../persistence/models/model-repository.ts';
import type { OriginalModel } from '../../persistence/reproductions/reproduction-repository.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';

/** How a model was computed. */
export interface OriginalStart {
  /** The configuration of its start, even if the workflow was started again with another one. */
  readonly config: RunConfig;
  /** The model from which it was started. */
  readonly model: ModelVersion | undefined;
}

/** Returns how a model was computed, or why it cannot be reproduced. */
export async function startOrReason(
  trx: Tx,
  configs: RunConfigs,
  workflow: WorkflowState,
  original: OriginalModel,
): Promise<OriginalStart | string> {
  const { rule, seed_point_name: seed } = original;
  const config = await configOf(trx, configs, workflow, original.expansion);
  if (typeof config === 'string') return config;
  if (config.signature !== original.signature || !config.atmosphere.enabled)
    return 'the chain of stages that computed its model is not recorded';
  if (rule !== null && !config.rules.some(({ name }) => name === rule))
    return `the rule ${rule} by which its model was computed is not on record`;
  if (seed === null) return { config, model: undefined };
  const { start_id: id, start_sha256: sha256, start_bytes: sizeBytes, start_fit: fit } = original;
  if (id === null || sha256 === null || sizeBytes === null || fit !== true)
    return `the model of ${seed} that it started from is no longer stored`;
  return { config, model: { id, name: seed, sha256, sizeBytes } };
}

async function configOf(
  trx: Tx,
  configs: RunConfigs,
  workflow: WorkflowState,
  expansion: number | null,
): Promise<RunConfig | string> {
  try {
    return await configs.ofStart(trx, workflow, expansion);
  } catch (error) {
    if (error instanceof Refusal) return `the configuration of its start can no longer be read: ${error.message}`;
    throw error;
  }
}
