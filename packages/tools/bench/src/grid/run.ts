import { pathToFileURL } from 'node:url';
import type { Options, Part } from '../options.ts';
import { openBullmq } from '../libraries/bullmq.ts';
import type { Library } from '../libraries/task-queue.ts';
import { openGraphileWorker } from '../libraries/graphile-worker.ts';
import { openPgBoss } from '../libraries/pg-boss.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { addNodes, THIS_CHECKOUT } from './coordinator.ts';
import { measureArtifacts } from './measure-artifacts.ts';
import { measureClaims, measureCycles } from './compare-queues.ts';
import { measureCosts } from './measure-costs.ts';
import { measureIdle } from './measure-idle.ts';
import { measureInterpolation } from './measure-interpolation.ts';
import { measureHeartbeats } from './measure-loops.ts';
import { measureForecast } from './measure-forecast.ts';
import { measureLearning } from './measure-learning.ts';
import { measureReading } from './measure-reading.ts';
import { measureSharing } from './measure-sharing.ts';
import { measureSeeds } from './measure-seeds.ts';
import { measureViews } from './measure-views.ts';
import { openGrid } from './open-grid.ts';
import { sampleGrid } from './sample-grid.ts';

const BEATING_NODES = 2_000;

/** Parts that need no grid of points. */
const WITHOUT_GRID: ReadonlySet<Part> = new Set(['learning', 'forecast', 'artifacts', 'interpolation', 'idle']);

/**
 * Runs the parts one after the other, because they share the cores. Calls `print` with each row as soon as it is
 * measured.
 */
export async function runGridBenchmark(site: Site, options: Options, print: (row: Row) => void): Promise<Row[]> {
  const rows: Row[] = [];
  const add = (...some: readonly Row[]) => {
    rows.push(...some);
    for (const row of some) print(row);
  };
  add(...(await runSimulations(options)));
  if ([...options.parts].some((part) => !WITHOUT_GRID.has(part))) await measureGrid(site, options, add);
  if (options.parts.has('artifacts')) await measureArtifacts(site, options, add);
  if (options.parts.has('idle')) {
    const { apiNodeOptions, seconds } = options;
    add(...(await measureIdle(site, { checkout: THIS_CHECKOUT, database: 'bench_idle', apiNodeOptions }, seconds)));
  }
  return rows;
}

async function measureGrid(site: Site, options: Options, add: (...rows: readonly Row[]) => void): Promise<void> {
  const wants = (part: Part) => options.parts.has(part);
  const { points, seconds } = options;
  const grid = sampleGrid(points);
  const { apiNodeOptions } = options;
  const here = { checkout: THIS_CHECKOUT, database: 'bench_grid', apiNodeOptions };
  const { coordinator, nodes, expansion } = await openGrid(site, grid, here);
  if (wants('expansion')) add(...expansion);
  const other = options.against && {
    checkout: pathToFileURL(`${options.against}/`),
    database: 'bench_against',
    apiNodeOptions,
  };
  const against = other ? await openGrid(site, grid, other) : undefined;
  const libraries = await openLibraries(site, grid.points, options);
  const compared = { site, coordinator, nodes, against, libraries };
  if (wants('claims')) add(...(await measureClaims(compared, seconds)));
  if (wants('sharing')) add(...(await measureSharing(compared, seconds)));
  if (wants('cycles')) add(...(await measureCycles(compared, seconds)));
  if (wants('costs')) add(...(await measureCosts(compared, seconds)));
  if (wants('heartbeats')) {
    const beating = await addNodes(coordinator, 'beat', BEATING_NODES);
    add(...(await measureHeartbeats(site, coordinator, beating, seconds)));
  }
  if (wants('reading')) add(...(await measureReading(site, coordinator, grid.points)));
  if (wants('seeds')) add(...(await measureSeeds(site, coordinator)));
  // Measured last, because it fills the grid.
  if (wants('views')) add(...(await measureViews(site, coordinator, nodes)));
}

async function openLibraries(site: Site, points: number, { parts }: Options): Promise<Library[]> {
  return [
    ...(parts.has('bullmq') ? [await openBullmq(site, points)] : []),
    ...(parts.has('pgboss') ? [await openPgBoss(site, points)] : []),
    ...(parts.has('graphile') ? await openGraphileWorker(site, points) : []),
  ];
}

async function runSimulations({ parts }: Options): Promise<Row[]> {
  return [
    ...(parts.has('learning') ? await measureLearning() : []),
    ...(parts.has('forecast') ? await measureForecast() : []),
    ...(parts.has('interpolation') ? await measureInterpolation() : []),
  ];
}
