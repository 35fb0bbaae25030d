import { recordAudit } from '@almagest/accounts';
import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '@almagest/service-kit/refusal';
import { countAllPoints } from '../../domain/points/lattice.ts';
import { HARD_EDDINGTON_PARAMETER } from '../../domain/points/difficulty.ts';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import { countAllAboveEddington } from '../../domain/points/workflow-points.ts';
import type { AssetFolder } from '../../files/asset-folder.ts';
import { listPinsOfRun } from '../../persistence/assets/asset-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { forgetDurations } from '../../persistence/tasks/duration-repository.ts';
import {
  findWorkflow,
  lockWorkflowByName,
  markStarted,
  readRunConfig,
  setWorkflowStatus,
  type WorkflowState,
} from '../../persistence/workflows/workflow-repository.ts';
import { requireSeeds } from './require-seeds.ts';
import { unknownWorkflow } from './require-workflow.ts';
import { parseConfig } from './parse-config.ts';

export interface RunDeps {
  readonly db: Db;
  readonly assets: AssetFolder;
  readonly maxGridPoints: number;
  /** Enqueues the expansion of a started workflow. */
  readonly requestInitialise: (workflowId: number) => void;
  readonly onWorkflowChange: (name: string) => void;
}

/**
 * Starts a run of an idle or completed workflow, or resumes a paused workflow. Returns immediately. The worker expands
 * the workflow.
 *
 * Locks the workflow's row, so only one of several simultaneous starts succeeds.
 */
export async function startWorkflow(deps: RunDeps, name: string): Promise<{ warnings: string[] }> {
  const known = await findWorkflow(deps.db, name);
  // Checked before locking, because an import often holds the lock and a refusal does not need the lock.
  if (known !== undefined) await requireSeeds(deps.db, known);
  const { id, warnings } = await deps.db.transaction().execute(async (trx) => {
    const workflow = await lockWorkflowByName(trx, name);
    if (workflow === undefined) throw unknownWorkflow(name);
    if (workflow.status === 'running') throw new Refusal('malformed', `workflow ${name} is already running`);
    if (workflow.status === 'initializing') throw new Refusal('conflict', `workflow ${name} is already being started`);
    if (workflow.config_yaml === '')
      throw new Refusal(
        'malformed',
        `workflow ${name} only keeps imported results and has no configuration: add a configuration with PUT /api/workflows/${name}`,
      );
    const config = parseConfig(workflow.config_yaml, deps.maxGridPoints);
    const resumes = workflow.status === 'paused' && workflow.run > 0;
    const run = resumes ? workflow.run : workflow.run + 1;
    await recordAudit(trx, { object: `workflow ${name}`, detail: { run } });
    return { id: workflow.id, warnings: await beginStart(trx, deps, workflow, { config, run }) };
  });
  deps.requestInitialise(id);
  deps.onWorkflowChange(name);
  return { warnings };
}

/**
 * Marks a locked workflow as started with a configuration. Returns warnings about it. `run`: the current run, which
 * continues with its assets, or the next run.
 */
export async function beginStart(
  trx: Tx,
  { assets }: Pick<RunDeps, 'assets'>,
  workflow: WorkflowState & { readonly config_yaml: string },
  { config, run }: { readonly config: WorkflowConfig; readonly run: number },
): Promise<string[]> {
  await requireSeeds(trx, workflow);
  const continues = run === workflow.run;
  const pinned = continues ? await listPinsOfRun(trx, workflow.id, run) : new Map();
  await requireAssets(
    assets,
    workflow.name,
    config.assets.filter((path) => !pinned.has(path)),
  );
  // A resumed run keeps the grid with which it was started.
  if (!continues) await forgetOtherDurations(trx, workflow.id, config);
  const warnings = warningsAbout(config);
  await markStarted(trx, workflow, { config, warnings, run, expansion: workflow.expansion + 1 });
  return warnings;
}

/** Refuses a start if nodes could not download its assets. The worker copies the files afterwards. */
async function requireAssets(folder: AssetFolder, name: string, paths: readonly string[]): Promise<void> {
  const missing: string[] = [];
  for (const path of paths) if ((await folder.find(path)) === undefined) missing.push(path);
  if (missing.length === 0) return;
  const shown = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ` and ${missing.length - 10} more` : '');
  throw new Refusal(
    'malformed',
    `workflow ${name} needs assets that are missing from the coordinator's assets folder (ASSETS_DIR): ${shown}. Add them and start the workflow again`,
  );
}

/** Deletes measured times if the new run has different waves or stages, because they would not apply. */
async function forgetOtherDurations(trx: Tx, id: number, config: WorkflowConfig): Promise<void> {
  const before = await readRunConfig(trx, id);
  const compared = ({ grid, chain, difficulty }: WorkflowConfig): unknown =>
    JSON.parse(JSON.stringify({ grid, chain, difficulty }));
  if (before !== null && !isDeepStrictEqual(compared(before), compared(config))) await forgetDurations(trx, id);
}

/** Pauses a workflow: it gets no more claims. Running tasks finish and are recorded. */
export async function stopWorkflow(deps: Pick<RunDeps, 'db' | 'onWorkflowChange'>, name: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const workflow = await lockWorkflowByName(trx, name);
    if (workflow === undefined) throw unknownWorkflow(name);
    if (workflow.status === 'completed') throw new Refusal('conflict', `workflow ${name} is already completed`);
    if (workflow.status !== 'paused') await setWorkflowStatus(trx, workflow.id, 'paused');
    await recordAudit(trx, { object: `workflow ${name}` });
  });
  deps.onWorkflowChange(name);
}

function warningsAbout(config: WorkflowConfig): string[] {
  const hard = countAllAboveEddington(config, HARD_EDDINGTON_PARAMETER);
  if (hard === 0) return [];
  return [`${hard} of ${countAllPoints(config)} points above Gamma_e ${HARD_EDDINGTON_PARAMETER}: expect failures`];
}
