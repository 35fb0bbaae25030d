import type { COUNT_TABLES } from '@almagest/contracts/grid';

/** Tables whose rows an archive holds as they are. */
export type KeptTable = 'workflow_start' | 'judgement' | 'reproduction' | (typeof COUNT_TABLES)[number];
export type ArchivedTable = 'point' | 'task' | 'model' | 'artifact' | KeptTable;

const OF_TABLES: Partial<Readonly<Record<ArchivedTable, readonly string[]>>> = {
  point: ['doubted_node', 'changed'],
  task: ['start_model_id', 'deadline', 'redelivered_at', 'reproduction_id'],
  model: ['id', 'parent_id', 'parent_lineage'],
  judgement: ['id'],
  reproduction: ['id', 'model_sha256', 'found_spectra'],
};

/**
 * Columns that mean something only in the database that they stand in, or only while a fleet computes. No archive has
 * them: an export leaves them out, an import refuses them.
 */
export function localColumns(table: ArchivedTable): readonly string[] {
  return ['workflow_id', ...(OF_TABLES[table] ?? [])];
}
