import { join } from 'node:path';
import { latencyText } from '../grid/measured-loop.ts';
import { CALLERS, warmUpSeconds, WORKFLOW } from '../grid/stage.ts';
import { pointAt, type Lattice } from '../coordinator/lattice.ts';
import { settle } from '../coordinator/stage-set.ts';
import type { Options } from '../options.ts';
import type { Results } from '../report/results.ts';
import type { RowName } from '../report/rows.ts';
import { cpuSecondsOfTree } from '../site/cpu-clock.ts';
import type { Site } from '../site/site.ts';
import { fillBullmq, openBullmq } from './bullmq.ts';
import { fillPgBoss, openPgBoss } from './pg-boss.ts';
import type { Payload, QueueLibrary } from './queue-library.ts';
import { runCallers } from './run-callers.ts';
import { SeedFiles } from './seed-files.ts';

/** Connections for a hundred callers: the best of 5, 10, 20, 50 and 100 on a machine of two cores. */
const POOL = 20;

interface Place {
  readonly site: Site;
  readonly options: Options;
  readonly lattice: Lattice;
  readonly results: Results;
}

export async function measureBullmq(place: Place): Promise<void> {
  const at = await prepare(place, 'bullmq', fillBullmq);
  const durable = await openBullmq(at, POOL, { relaxed: false });
  await measureHandout(place, 'bullmq', durable);
  const relaxed = await openBullmq(at, POOL, { relaxed: true });
  await measure(place, 'bullmq', 'claimsRelaxed', async (caller) => (await relaxed.claim(caller)) !== undefined);
  const ours = place.results.figures.get('claims')?.almagest;
  if (ours !== undefined) place.results.put('claimsRelaxed', 'almagest', ours.value, 'durable, as above');
  await relaxed.close();
}

export async function measurePgBoss(place: Place): Promise<void> {
  const at = await prepare(place, 'pgboss', fillPgBoss);
  await measureHandout(place, 'pgboss', await openPgBoss(at, POOL));
}

async function prepare(
  place: Place,
  system: 'bullmq' | 'pgboss',
  fill: (at: ReturnType<Site['postgres']['config']>, jobs: readonly Payload[]) => Promise<void>,
) {
  const { site, lattice, results } = place;
  await site.postgres.exec(`create database ${system}`);
  const at = site.postgres.config(system);
  const jobs = Array.from({ length: lattice.points }, (_, index) => payloadOf(lattice, index));
  const start = performance.now();
  await fill(at, jobs);
  const seconds = (performance.now() - start) / 1_000;
  results.put('expansion', system, jobs.length / seconds, `${jobs.length} jobs in ${seconds.toFixed(1)} s`);
  const sql = await site.connect(system);
  await sql.query('vacuum (analyze)');
  await settle(sql);
  return at;
}

function payloadOf(lattice: Lattice, index: number): Payload {
  const { name, params } = pointAt(lattice, index);
  return { point_name: name, params, task_type: 'cold_run', workflow_name: WORKFLOW };
}

async function measureHandout(place: Place, system: 'bullmq' | 'pgboss', library: QueueLibrary): Promise<void> {
  const files = new SeedFiles(join(place.site.folder, `seeds-${system}`));
  let turn = 0;
  await measure(place, system, 'claims', async (caller) => (await library.claim(caller)) !== undefined);
  await measure(place, system, 'cycles', async (caller) => await library.cycle(caller, async () => {}));
  await measure(place, system, 'cyclesWithSeeds', async (caller) =>
    await library.cycle(caller, async () => {
      if ((turn += 1) % 2 === 0) await files.store();
    }),
  );
  await library.close();
}

async function measure(
  { site, options, results }: Place,
  system: 'bullmq' | 'pgboss',
  row: RowName,
  call: (caller: number) => Promise<boolean>,
): Promise<void> {
  await site.postgres.exec('checkpoint', system);
  const spent = () => ({ own: process.cpuUsage(), postgres: cpuSecondsOfTree(site.postgres.pid) });
  let before = spent();
  const plan = { callers: CALLERS, warmUpSeconds: warmUpSeconds(options), seconds: options.seconds };
  const outcome = await runCallers(plan, call, () => (before = spent()));
  const after = spent();
  const ownMs = (after.own.user + after.own.system - before.own.user - before.own.system) / 1_000;
  const each = (ms: number) => (ms / Math.max(1, outcome.done)).toFixed(3);
  const cpu = `processor ms for each: library ${each(ownMs)}, PostgreSQL ${each((after.postgres - before.postgres) * 1_000)}`;
  const dry = outcome.ranDry ? `; nothing was left after ${outcome.seconds.toFixed(1)} s` : '';
  results.put(row, system, outcome.done / outcome.seconds, `${latencyText(outcome.latencies)}; ${cpu}${dry}`, outcome);
}
