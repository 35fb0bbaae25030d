import type { AdminNode, GridPointRow, WorkflowStats } from '@almagest/contracts/grid';

export const node = (over: Partial<AdminNode> = {}): AdminNode => ({
  node_id: 'node-01',
  status: 'online',
  token_status: 'active',
  token_issued_at: '2026-01-31T12:00:00.000Z',
  admin_max_slots: null,
  max_slots: 16,
  last_heartbeat: '2026-01-31T12:30:00.000Z',
  running_tasks: 3,
  allowance: null,
  paused_until: null,
  message: null,
  ...over,
});

export const point = (over: Partial<GridPointRow> = {}): GridPointRow => ({
  name: 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0',
  teff: 20000,
  logg: 5,
  loghe: -1,
  logc: -4,
  logn: -4,
  logo: -4,
  cno_sum: -12,
  wave: 2,
  status: 'converged',
  success_method: 'cold_run',
  attempt_count: 1,
  last_max_relc: 0.00032,
  last_task_type: 'cold_run',
  seed_point_name: null,
  node_id: 'node-01',
  last_completed_at: '2026-01-31 12:34:56',
  last_error: null,
  ...over,
});

export const stats = (over: Partial<WorkflowStats> = {}): WorkflowStats => ({
  name: 'sdb',
  status: 'running',
  total: 100,
  pending: 60,
  queued: 20,
  running: 4,
  converged: 12,
  failed: 4,
  cold_run_converged: 10,
  seed_step_converged: 2,
  waves: [
    { wave: 0, total: 1, converged: 1, failed: 0 },
    { wave: 1, total: 99, converged: 11, failed: 4 },
  ],
  avg_point_sec: 125.5,
  eta_sec: 7500,
  warnings: ['41 points above Gamma_e 0.7: expect failures'],
  ...over,
});
