import { Refusal } from '@almagest/service-kit/refusal';
import type { SpectrumProduct } from '../../domain/workflows/workflow-config.ts';
import type { Tx } from '../../persistence/database.ts';
import type { ModelVersion } from '../../persistence/models/model-repository.ts';
import type { OriginalModel } from '../../persistence/reproductions/reproduction-repository.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import { type ComparedSpectrum } from '../../persistence/database.ts';
import { findTasks } from '../../persistence/tasks/task-repository.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';

/** How a model was computed. */
export interface OriginalStart {
  /**
   * The configuration with which the model was computed, even if the workflow has been started again with another
   * configuration.
   */
  readonly config: RunConfig;
  /** The model from which the attempt was started. */
  readonly model: ModelVersion | undefined;
}

/** Returns how a model was computed, or why it cannot be reproduced. */
export async function startOrReason(
  trx: Tx,
  configs: RunConfigs,
  workflow: WorkflowState,
  original: OriginalModel & { readonly spectra: readonly ComparedSpectrum[] },
): Promise<OriginalStart | string> {
  const { rule, seed_point_name: seed } = original;
  const ofModel = await configOf(trx, configs, workflow, original.expansion);
  if (typeof ofModel === 'string') return ofModel;
  const config = await withSpectra(trx, configs, workflow, { config: ofModel, spectra: original.spectra });
  if (typeof config === 'string') return config;
  if (config.signature !== original.signature || !config.atmosphere.enabled)
    return 'the chain of stages that computed its model is not recorded';
  if (rule !== null && !config.rules.some(({ name }) => name === rule))
    return `the rule ${rule} that was used to compute its model is not recorded`;
  if (seed === null) return { config, model: undefined };
  const { start_id: id, start_sha256: sha256, start_bytes: sizeBytes, start_fit: fit } = original;
  if (id === null || sha256 === null || sizeBytes === null || fit !== true)
    return `the model of ${seed} that it started from is no longer stored`;
  return { config, model: { id, name: seed, sha256, sizeBytes } };
}

/**
 * Returns the configuration with the spectra that the model has, each with the parameters of the start that computed
 * it. Later starts may have added some of these spectra.
 */
async function withSpectra(
  trx: Tx,
  configs: RunConfigs,
  workflow: WorkflowState,
  { config, spectra }: { readonly config: RunConfig; readonly spectra: readonly ComparedSpectrum[] },
): Promise<RunConfig | string> {
  const tasks = await findTasks(
    trx,
    spectra.flatMap(({ task_id: id }) => id ?? []),
  );
  const expansionOf = new Map(tasks.map(({ id, expansion }) => [id, expansion]));
  const products: SpectrumProduct[] = [];
  let latest = config;
  for (const { product, task_id: id = '' } of spectra) {
    if (!expansionOf.has(id)) continue;
    const start = await configOf(trx, configs, workflow, expansionOf.get(id) ?? null);
    if (typeof start === 'string') return start;
    latest = start;
    const found = start.spectrum.products?.find(({ name }) => name === product);
    if (found !== undefined && !products.some(({ name }) => name === product))
      products.push({ ...start.spectrumParams, ...found });
  }
  const { spectrum, spectrumParams } = latest;
  return {
    ...config,
    spectrumParams,
    spectrum: { ...spectrum, ...(products.length === 0 ? {} : { products }) },
  };
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
