import { workflowSchemaDocument } from '@almagest/contracts/grid';
import { formatted } from './checkout.ts';

export const WORKFLOW_SCHEMA_FILE = 'docs/schemas/workflow.json';

/** Returns the JSON Schema of a workflow's configuration as it is committed. */
export async function renderWorkflowSchema(): Promise<string> {
  return await formatted(WORKFLOW_SCHEMA_FILE, JSON.stringify(workflowSchemaDocument(), undefined, 2));
}
