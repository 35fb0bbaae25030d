import { DEFAULT_ARTIFACTS } from '../domain/artifact-policy.ts';
import type { WorkflowConfig } from '../domain/workflow-config.ts';
import { seedMetric, type SeedMetric } from '../domain/seed-distance.ts';
import type { Db } from '../persistence/database.ts';
import { readRunConfig } from '../persistence/workflow-repository.ts';

/** A run's configuration and the seed metric that follows from it. */
export interface RunConfig extends WorkflowConfig {
  readonly metric: SeedMetric;
}

/** The defaults of keys that the stored configuration of a run of an earlier version lacks. */
const ADDED_LATER = {
  artifacts: DEFAULT_ARTIFACTS,
  assets: [],
  endOverruns: false,
  learnedTimeout: null,
  rules: [],
} as const;

/** Caches the configurations of running workflows. The configuration of a started run never changes. */
export class RunConfigs {
  readonly #kept = new Map<number, { expansion: number; config: RunConfig }>();

  async of(db: Db, workflow: { readonly id: number; readonly expansion: number }): Promise<RunConfig> {
    const kept = this.#kept.get(workflow.id);
    if (kept?.expansion === workflow.expansion) return kept.config;
    const config = await readRunConfig(db, workflow.id);
    if (config === null) throw new Error(`workflow ${workflow.id} has points but was never started`);
    const run = { ...ADDED_LATER, ...config, metric: seedMetric(config.grid, config.difficulty) };
    this.#kept.set(workflow.id, { expansion: workflow.expansion, config: run });
    return run;
  }
}
