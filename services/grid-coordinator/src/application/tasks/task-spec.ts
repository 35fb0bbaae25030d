import type { AssetVersions, EngineStageConfig, TaskSpec, TaskType } from '@almagest/contracts/grid';
import { chainUnder, ruleWithSettings, spectrumParamsUnder } from '../../domain/tasks/failure-rules.ts';
import { learnedTimeoutSec, type TaskKind } from '../../domain/tasks/task-durations.ts';
import { nextStage, nextTaskType } from '../../domain/tasks/task-lifecycle.ts';
import { productsToCompute } from '../../domain/tasks/spectrum-products.ts';
import type { Tx } from '../../persistence/database.ts';
import { paramsOf, type PointState } from '../../persistence/points/point-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import type { DurationSummaries } from './expected-durations.ts';
import { progressOf } from './point-update.ts';

/** Returns the time limit of a task that is claimed now, in seconds, or 0 for no limit. */
export async function claimTimeoutSec(
  trx: Tx,
  { durations }: { readonly durations: DurationSummaries },
  config: RunConfig,
  { workflowId, kind, wave }: { readonly workflowId: number; readonly kind: TaskKind; readonly wave: number },
): Promise<number> {
  if (config.learnedTimeout === null) return config.timeoutSec;
  return learnedTimeoutSec(await durations.of(trx, workflowId, { kind, wave }), config.learnedTimeout);
}

/** Returns the task as sent to a node: the point with its remaining strategies. */
export function specOf(
  point: PointState,
  workflow: { readonly name: string },
  config: RunConfig,
  task: {
    readonly id: string;
    readonly seedPointName: string | null;
    readonly startVersion: string | null;
    readonly timeoutSec: number;
    readonly assetVersions: AssetVersions;
  },
): TaskSpec {
  const progress = progressOf(point, config);
  const rule = ruleWithSettings(config.rules, point.next_rule);
  const spectrumOnly = isSpectrumOnly(point, config);
  return {
    ...config.extra,
    task_id: task.id,
    point_name: point.name,
    params: paramsOf(point),
    task_type: nextTaskType(progress, config),
    seed_point_name: task.seedPointName,
    timeout_sec: task.timeoutSec,
    workflow_name: workflow.name,
    wave: point.wave,
    atmosphere_config: {
      enabled: !spectrumOnly,
      policy: config.atmosphere.policy,
      strategies: [...progress.atmosphereChain],
      chain: chainUnder(rule, config.chain),
    },
    spectrum_config: spectrumOf(config, progress.spectrumChain, productsOf(point, config)),
    spectrum_params: spectrumParamsUnder(rule, config.spectrumParams),
    atmosphere_ref: spectrumOnly ? point.name : null,
    start_version: task.startVersion,
    asset_versions: task.assetVersions,
  };
}

function spectrumOf(
  { spectrum: { products, ...stage } }: RunConfig,
  strategies: readonly TaskType[],
  names: readonly string[] | null,
): EngineStageConfig {
  const wanted = products?.filter(({ name }) => names?.includes(name));
  return { ...stage, strategies: [...strategies], ...(wanted === undefined ? {} : { products: wanted }) };
}

/** Returns whether a point's next task computes only the spectrum of its finished model. */
export function isSpectrumOnly(point: PointState, config: RunConfig): boolean {
  return nextStage(progressOf(point, config), config) === 'spectrum';
}

/** Returns the named spectra that a point's next task computes, or null if the spectrum has no name. */
export function productsOf(point: PointState, config: RunConfig): readonly string[] | null {
  return productsToCompute(config, { done: point.products, isSameModel: isSpectrumOnly(point, config) });
}
