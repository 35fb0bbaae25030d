import { recordAudit } from '@almagest/accounts';
import type { CreateWorkflowRequest, WorkflowItem, WorkflowSummary } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { changedScheduling, DEFAULT_SCHEDULING, type Scheduling } from '../../domain/tasks/fair-share.ts';
import { readCounts, sumCounts } from '../../persistence/workflows/count-repository.ts';
import { cancelRunning } from '../../persistence/tasks/cancelled-task-repository.ts';
import type { Db } from '../../persistence/database.ts';
import {
  deleteWorkflow as removeWorkflow,
  findWorkflow,
  insertWorkflow,
  listWorkflows,
  lockWorkflowByName,
  saveConfig,
} from '../../persistence/workflows/workflow-repository.ts';
import { changeScheduling } from '../../persistence/tasks/scheduling-repository.ts';
import { changesOfText } from './compare-config.ts';
import { parseConfig } from './parse-config.ts';
import { unknownWorkflow } from './require-workflow.ts';

export interface WorkflowDeps {
  readonly db: Db;
  readonly maxGridPoints: number;
  readonly onWorkflowChange: (name: string) => void;
  readonly onNodeChange: (nodeId: string) => void;
  readonly requestPurge: () => void;
}

export async function summarizeWorkflows({ db }: Pick<WorkflowDeps, 'db'>): Promise<WorkflowSummary[]> {
  const [workflows, counts] = [
    await listWorkflows(db),
    Map.groupBy(await readCounts(db, undefined), ({ workflow_id }) => workflow_id),
  ];
  return workflows.map((workflow) => {
    const stats = sumCounts(counts.get(workflow.id) ?? []);
    const { pending: _pending, queued: _queued, ...listed } = stats;
    return {
      name: workflow.name,
      description: workflow.description,
      status: workflow.status,
      created_at: workflow.created_at.toISOString(),
      updated_at: workflow.updated_at.toISOString(),
      stats: listed.total === 0 ? null : listed,
    };
  });
}

export async function readWorkflow({ db }: Pick<WorkflowDeps, 'db'>, name: string): Promise<WorkflowItem> {
  const workflow = await findWorkflow(db, name);
  if (workflow === undefined) throw unknownWorkflow(name);
  return {
    name: workflow.name,
    description: workflow.description,
    config_yaml: workflow.config_yaml,
    status: workflow.status,
    created_at: workflow.created_at.toISOString(),
    updated_at: workflow.updated_at.toISOString(),
  };
}

export async function createWorkflow(
  deps: WorkflowDeps,
  { name, description, config_yaml }: CreateWorkflowRequest,
): Promise<void> {
  const { scheduling } = parseConfig(config_yaml, deps.maxGridPoints);
  const configYaml = config_yaml;
  await inTransaction(deps.db, async (trx) => {
    const id = await insertWorkflow(trx, { name, description: description ?? null, configYaml, scheduling });
    if (id === undefined)
      throw new Refusal(
        'conflict',
        `workflow ${name} already exists: choose another name, or change that workflow (PUT /api/workflows/${name})`,
      );
    await recordAudit(trx, { object: `workflow ${name}` });
  });
  deps.onWorkflowChange(name);
}

/**
 * Saves a new configuration, which takes effect at the next start. Changed values in `scheduling` take effect
 * immediately. An unchanged value does not replace a value that an operator has set.
 */
export async function updateWorkflow(
  deps: WorkflowDeps,
  name: string,
  { name: bodyName, description, config_yaml }: CreateWorkflowRequest,
): Promise<void> {
  if (bodyName !== name)
    throw new Refusal(
      'malformed',
      `the body names workflow ${bodyName}, but the path names ${name}: a workflow cannot be renamed`,
    );
  const { scheduling } = parseConfig(config_yaml, deps.maxGridPoints);
  await deps.db.transaction().execute(async (trx) => {
    const workflow = await lockWorkflowByName(trx, name);
    if (workflow === undefined) throw unknownWorkflow(name);
    if (workflow.status === 'initializing')
      throw new Refusal('conflict', `workflow ${name} is initializing: change it when it is running`);
    await saveConfig(trx, workflow.id, description ?? null, config_yaml);
    const before = schedulingOf(workflow.config_yaml, deps.maxGridPoints);
    await changeScheduling(trx, name, changedScheduling(before, scheduling));
    const changes = changesOfText(workflow.config_yaml, config_yaml);
    await recordAudit(trx, { object: `workflow ${name}`, detail: { changes } });
  });
  deps.onWorkflowChange(name);
}

/** Deletes a workflow. Cancels its running tasks on the nodes, because their results would be discarded. */
export async function deleteWorkflow(deps: WorkflowDeps, name: string): Promise<void> {
  const nodes = await deps.db.transaction().execute(async (trx) => {
    const id = await removeWorkflow(trx, name);
    if (id === undefined) throw unknownWorkflow(name);
    await recordAudit(trx, { object: `workflow ${name}` });
    return await cancelRunning(trx, id);
  });
  for (const node of nodes) deps.onNodeChange(node);
  deps.requestPurge();
  deps.onWorkflowChange(name);
}

/**
 * Returns the scheduling of a saved configuration, or the defaults for a workflow without configuration, such as an
 * import.
 */
function schedulingOf(yaml: string, maxGridPoints: number): Scheduling {
  try {
    return parseConfig(yaml, maxGridPoints).scheduling;
  } catch (error) {
    if (error instanceof Refusal) return DEFAULT_SCHEDULING;
    throw error;
  }
}
