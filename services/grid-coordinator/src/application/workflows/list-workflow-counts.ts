import type { WorkflowStatus } from '@almagest/contracts/grid';
import { readCounts, sumCounts } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { listWorkflows } from '../../persistence/workflows/workflow-repository.ts';

export type WorkflowCounts = { readonly name: string; readonly status: WorkflowStatus } & ReturnType<typeof sumCounts>;

export async function listWorkflowCounts(db: Db): Promise<WorkflowCounts[]> {
  const counts = Map.groupBy(await readCounts(db, undefined), ({ workflow_id }) => workflow_id);
  const workflows = await listWorkflows(db);
  return workflows.map(({ id, name, status }) => ({ name, status, ...sumCounts(counts.get(id) ?? []) }));
}
