import { Gauge, type Registry } from '@almagest/service-kit/metrics';
import { readCounts } from './persistence/count-repository.ts';
import type { Db } from './persistence/database.ts';
import { listNodeOverviews } from './persistence/node-repository.ts';
import { listWorkflows } from './persistence/workflow-repository.ts';

/** Gauges of the grid, read from the database at each scrape: every replica tells the same. */
export function observeGrid(registry: Registry, db: Db): void {
  const points = new Gauge({
    name: 'grid_points',
    help: 'Grid points by workflow and status.',
    labelNames: ['workflow', 'status'] as const,
    registers: [registry],
    collect: async () => {
      const names = new Map((await listWorkflows(db)).map(({ id, name }) => [id, name]));
      const counts = await readCounts(db, undefined);
      points.reset();
      for (const { workflow_id, status, n } of counts) {
        const workflow = names.get(workflow_id);
        if (workflow !== undefined) points.inc({ workflow, status }, n);
      }
    },
  });
  const nodes = new Gauge({
    name: 'grid_nodes',
    help: 'Nodes by status.',
    labelNames: ['status'] as const,
    registers: [registry],
    collect: async () => {
      const overviews = await listNodeOverviews(db);
      nodes.reset();
      for (const { status } of overviews) nodes.inc({ status });
      slots.set(
        overviews.filter(({ status }) => status === 'online').reduce((sum, { active_slots }) => sum + active_slots, 0),
      );
      throttled.set(overviews.filter(({ allowance }) => allowance !== null).length);
    },
  });
  const slots = new Gauge({ name: 'grid_active_slots', help: 'Slots in use on online nodes.', registers: [registry] });
  const throttled = new Gauge({
    name: 'grid_throttled_nodes',
    help: 'Nodes that fail what others finish.',
    registers: [registry],
  });
}
