/** The start of a point's next seed step. */
export interface PreparedSeedTable {
  workflow_id: number;
  point_name: string;
  run: number;
  attempts: number;
  status: 'wanted' | 'interpolated' | 'nearest';
  model_id: number | null;
  reason: string | null;
}
