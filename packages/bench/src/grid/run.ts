import type { Options, Part } from '../options.ts';
import { openBullmq } from '../libraries/bullmq.ts';
import type { Library } from '../libraries/task-queue.ts';
import { openPgBoss } from '../libraries/pg-boss.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { addNodes, startCoordinator } from './coordinator.ts';
import { measureExpansion } from './measure-expansion.ts';
import { measureClaims, measureCycles } from './compare-queues.ts';
import { measureHeartbeats } from './measure-loops.ts';
import { measureReading } from './measure-reading.ts';
import { measureSharing } from './measure-sharing.ts';
import { measureSeeds } from './measure-seeds.ts';
import { sampleGrid } from './sample-grid.ts';

const WORKING_NODES = 50;
const BEATING_NODES = 2_000;

/**
 * Runs the parts one after the other, never two at a time: they share the cores. `print` hears each row as it comes.
 */
export async function runGridBenchmark(site: Site, options: Options, print: (row: Row) => void): Promise<Row[]> {
  const rows: Row[] = [];
  const add = (...some: readonly Row[]) => {
    rows.push(...some);
    for (const row of some) print(row);
  };
  const wants = (part: Part) => options.parts.has(part);
  const { points, seconds } = options;
  const grid = sampleGrid(points);
  const coordinator = await startCoordinator(site, options.apiNodeOptions);
  const nodes = await addNodes(coordinator, 'worker', WORKING_NODES);
  const [first] = nodes;
  if (first === undefined) throw new Error('a benchmark without nodes');
  // The other parts need its points, wanted or not.
  const expansion = await measureExpansion(coordinator, grid, first);
  if (wants('expansion')) add(...expansion);
  const libraries: Library[] = [];
  if (wants('bullmq')) libraries.push(await openBullmq(site, grid.points));
  if (wants('pgboss')) libraries.push(await openPgBoss(site, grid.points));
  const compared = { site, coordinator, nodes, libraries };
  if (wants('claims')) add(...(await measureClaims(compared, seconds)));
  if (wants('sharing')) add(...(await measureSharing(compared, seconds)));
  if (wants('cycles')) add(...(await measureCycles(compared, seconds)));
  if (wants('heartbeats')) {
    const beating = await addNodes(coordinator, 'beat', BEATING_NODES);
    add(...(await measureHeartbeats(site, coordinator, beating, seconds)));
  }
  if (wants('reading')) add(...(await measureReading(site, coordinator, grid.points)));
  if (wants('seeds')) add(...(await measureSeeds(site, coordinator)));
  return rows;
}
