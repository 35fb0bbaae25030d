import { Refusal } from '@almagest/service-kit/refusal';
import { countPoints } from '../../domain/lattice.ts';
import { countAboveEddington } from '../../domain/expansion.ts';
import { HARD_EDDINGTON_PARAMETER } from '../../domain/difficulty.ts';
import type { WorkflowConfig } from '../../domain/workflow-config.ts';
import type { Db } from '../../persistence/database.ts';
import { lockWorkflowByName, markStarted, setWorkflowStatus } from '../../persistence/workflow-repository.ts';
import { unknownWorkflow } from './manage-workflows.ts';
import { parseConfig } from './parse-config.ts';

export interface RunDeps {
  readonly db: Db;
  readonly maxGridPoints: number;
  /** Rings for the expansion of a started workflow. */
  readonly requestInitialise: (workflowId: number) => void;
  readonly onWorkflowChange: (name: string) => void;
}

/**
 * Begins a run from idle or completed, or resumes a paused one. Answers at once; the expansion goes on in the worker.
 *
 * The right to start is the row itself: of starts at the same moment one finds the state that allows it.
 */
export async function startWorkflow(deps: RunDeps, name: string): Promise<{ warnings: string[] }> {
  const { id, warnings } = await deps.db.transaction().execute(async (trx) => {
    const workflow = await lockWorkflowByName(trx, name);
    if (workflow === undefined) throw unknownWorkflow(name);
    if (workflow.status === 'running') throw new Refusal('malformed', `workflow ${name} is already running`);
    if (workflow.status === 'initializing') throw new Refusal('conflict', `workflow ${name} is being started already`);
    if (workflow.config_yaml === '')
      throw new Refusal(
        'malformed',
        `workflow ${name} keeps imported results and has no configuration; give it one with PUT /api/workflows/${name}`,
      );
    const config = parseConfig(workflow.config_yaml, deps.maxGridPoints);
    const warnings = warningsAbout(config);
    const resumes = workflow.status === 'paused' && workflow.run > 0;
    await markStarted(trx, workflow.id, {
      config,
      warnings,
      run: resumes ? workflow.run : workflow.run + 1,
      expansion: workflow.expansion + 1,
    });
    return { id: workflow.id, warnings };
  });
  deps.requestInitialise(id);
  deps.onWorkflowChange(name);
  return { warnings };
}

/** Pauses a workflow: no task is handed out any more, running ones finish and count. */
export async function stopWorkflow(deps: Pick<RunDeps, 'db' | 'onWorkflowChange'>, name: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const workflow = await lockWorkflowByName(trx, name);
    if (workflow === undefined) throw unknownWorkflow(name);
    if (workflow.status === 'completed')
      throw new Refusal('conflict', `workflow ${name} is completed; there is nothing to stop`);
    if (workflow.status !== 'paused') await setWorkflowStatus(trx, workflow.id, 'paused');
  });
  deps.onWorkflowChange(name);
}

function warningsAbout(config: WorkflowConfig): string[] {
  const hard = countAboveEddington(config.grid, HARD_EDDINGTON_PARAMETER);
  if (hard === 0) return [];
  return [`${hard} of ${countPoints(config.grid)} points above Gamma_e ${HARD_EDDINGTON_PARAMETER}: expect failures`];
}
