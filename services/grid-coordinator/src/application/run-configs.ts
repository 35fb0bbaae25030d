import type { WorkflowConfig } from '../domain/workflows/workflow-config.ts';
import { seedMetric, type SeedMetric } from '../domain/seeds/seed-distance.ts';
import type { Db } from '../persistence/database.ts';
import { readRunConfig } from '../persistence/workflows/workflow-repository.ts';
import { findStartConfig } from '../persistence/workflows/workflow-start-repository.ts';
import { parseConfig } from './workflows/parse-config.ts';

/** The configuration of a run, with the seed metric derived from this configuration. */
export interface RunConfig extends WorkflowConfig {
  readonly metric: SeedMetric;
}

/** The number of configurations of earlier starts that are cached. */
const MOST_STARTS = 50;

/** Caches the configurations of running workflows. The configuration of a started run never changes. */
export class RunConfigs {
  readonly #kept = new Map<number, { expansion: number; config: RunConfig }>();
  readonly #ofStarts = new Map<string, RunConfig>();

  async of(db: Db, workflow: { readonly id: number; readonly expansion: number }): Promise<RunConfig> {
    const kept = this.#kept.get(workflow.id);
    if (kept?.expansion === workflow.expansion) return kept.config;
    const config = await readRunConfig(db, workflow.id);
    if (config === null) throw new Error(`workflow ${workflow.id} has points but was never started`);
    const run = { ...config, metric: seedMetric(config.grid, config.difficulty) };
    this.#kept.set(workflow.id, { expansion: workflow.expansion, config: run });
    return run;
  }

  /**
   * Returns the configuration of an earlier start. Returns the current configuration if the start is not recorded, as
   * for attempts of early versions or archives.
   *
   * @throws {Refusal} `malformed` if this version cannot read the configuration
   */
  async ofStart(
    db: Db,
    workflow: { readonly id: number; readonly expansion: number },
    expansion: number | null,
  ): Promise<RunConfig> {
    if (expansion === null || expansion === workflow.expansion) return await this.of(db, workflow);
    const key = `${workflow.id} ${expansion}`;
    const kept = this.#ofStarts.get(key);
    if (kept !== undefined) return kept;
    const yaml = await findStartConfig(db, workflow.id, expansion);
    if (yaml === undefined) return await this.of(db, workflow);
    // No limit here: the configuration was within the limit at its start.
    const config = parseConfig(yaml, Infinity);
    const run = { ...config, metric: seedMetric(config.grid, config.difficulty) };
    if (this.#ofStarts.size >= MOST_STARTS) this.#ofStarts.clear();
    this.#ofStarts.set(key, run);
    return run;
  }
}
