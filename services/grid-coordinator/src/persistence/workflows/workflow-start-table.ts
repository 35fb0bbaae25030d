import type { ColumnType } from 'kysely';

/** A start of a workflow with its configuration. It outlives the workflow, as models do. */
export interface WorkflowStartTable {
  workflow_id: number;
  expansion: number;
  workflow_name: string;
  run: number;
  config_yaml: string;
  started_at: ColumnType<Date, never, never>;
}
