import { DATABASE, startCoordinator } from '../coordinator/coordinator.ts';
import { latticeOf } from '../coordinator/lattice.ts';
import { approveNodes } from '../coordinator/nodes.ts';
import { measureBullmq, measurePgBoss } from '../libraries/measure-libraries.ts';
import type { Options, Part } from '../options.ts';
import { describeMachine } from '../report/machine.ts';
import type { Report } from '../report/markdown.ts';
import type { Results } from '../report/results.ts';
import { libraryVersions } from '../report/write.ts';
import type { Site } from '../site/site.ts';
import { measureExpansion } from './expansion.ts';
import { measureClaims, measureCycles } from './handout.ts';
import { measureHeartbeats } from './heartbeats.ts';
import { measureReading } from './reading.ts';
import { measureSeedChoice } from './seed-choice.ts';
import type { Stage } from './stage.ts';

const OWN_PARTS: readonly Part[] = ['expansion', 'claims', 'cycles', 'heartbeats', 'reading', 'seeds'];
const NODES = 50;

/** Runs the chosen parts one after the other: never two systems at a time. */
export async function runGridBenchmark(site: Site, options: Options, results: Results): Promise<Report> {
  const lattice = latticeOf(options.points);
  const sql = await site.connect(DATABASE);
  await sql.query('create extension pg_stat_statements');
  const machine = await describeMachine(sql, site.folder);
  if (OWN_PARTS.some((part) => options.parts.has(part))) {
    const coordinator = await startCoordinator(site, options.apiNodeOptions);
    const nodes = await approveNodes(sql, 'node', NODES);
    await runOwnParts({ site, coordinator, sql, options, lattice, results, nodes });
    await coordinator.stop();
  }
  const place = { site, options, lattice, results };
  if (options.parts.has('bullmq')) await measureBullmq(place);
  if (options.parts.has('pgboss')) await measurePgBoss(place);
  const title = `Grid benchmark: ${lattice.points.toLocaleString('en-US')} points, ${options.seconds} s for each load`;
  return { title, machine, versions: libraryVersions() };
}

async function runOwnParts(stage: Stage): Promise<void> {
  const { parts } = stage.options;
  // The others need its points.
  await measureExpansion(stage);
  if (parts.has('claims')) await measureClaims(stage);
  if (parts.has('cycles')) await measureCycles(stage);
  if (parts.has('heartbeats')) await measureHeartbeats(stage);
  if (parts.has('reading')) await measureReading(stage);
  if (parts.has('seeds')) await measureSeedChoice(stage);
}
