import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { findWorkflow, type WorkflowRow } from '../../persistence/workflows/workflow-repository.ts';

export async function requireWorkflow(db: Db, name: string): Promise<WorkflowRow> {
  const workflow = await findWorkflow(db, name);
  if (workflow === undefined) throw unknownWorkflow(name);
  return workflow;
}

export function unknownWorkflow(name: string): Refusal {
  return new Refusal('unknown', `no workflow is named ${name}`);
}
