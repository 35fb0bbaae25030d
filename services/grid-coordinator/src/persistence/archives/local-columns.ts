import type { COUNT_TABLES } from '@almagest/contracts/grid';

/** Tables whose rows an archive contains unchanged. */
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
 * Returns the columns that are only meaningful in their own database or while a fleet computes. Exports omit these
 * columns, and imports refuse them.
 */
export function localColumns(table: ArchivedTable): readonly string[] {
  return ['workflow_id', ...(OF_TABLES[table] ?? [])];
}
