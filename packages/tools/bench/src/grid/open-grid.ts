import type { Site } from '../site/site.ts';
import { addNodes, startCoordinator, type CoordinatorVersion } from './coordinator.ts';
import { measureExpansion } from './measure-expansion.ts';
import type { sampleGrid } from './sample-grid.ts';

const WORKING_NODES = 50;

/** Opens a coordinator with nodes and a workflow with queued points. All parts except the expansion need this setup. */
export async function openGrid(site: Site, grid: ReturnType<typeof sampleGrid>, version: CoordinatorVersion) {
  const coordinator = await startCoordinator(site, version);
  const nodes = await addNodes(coordinator, 'worker', WORKING_NODES);
  const [first] = nodes;
  if (first === undefined) throw new Error('the benchmark has no nodes');
  const expansion = await measureExpansion(coordinator, grid, first);
  return { coordinator, nodes, expansion };
}
