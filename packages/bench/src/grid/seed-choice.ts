import { latencyText } from './measured-loop.ts';
import { randomPoint } from '../coordinator/lattice.ts';
import { sowSeeds, type Seeding } from '../coordinator/stage-set.ts';
import { driveReading } from '../load/drive.ts';
import { summarise } from '../latencies.ts';
import { WORKFLOW, type Stage } from './stage.ts';

const SEEDINGS = [
  ['first 60 % in wave order', 'seedsInOrder'],
  ['any 60 %', 'seedsAnywhere'],
  ['1,000 of all', 'seedsRare'],
] as const satisfies [Seeding, string][];

/**
 * Times the choice of a seed through the operation that explains a point: the choice, and six small look-ups and an HTTP
 * exchange besides. What the server spent on the choice alone is told beside it.
 */
export async function measureSeedChoice(stage: Stage): Promise<void> {
  const { site, coordinator, options, results, sql, lattice } = stage;
  const rounds = Math.max(20, Math.round(options.seconds * 40));
  for (const [seeding, row] of SEEDINGS) {
    const seeds = await sowSeeds(sql, seeding);
    const explain = () => ({
      label: 'explain',
      path: `/api/workflows/${WORKFLOW}/points/${randomPoint(lattice).name}/explain`,
    });
    const plan = { kind: 'reading', port: coordinator.port, token: coordinator.adminToken } as const;
    await driveReading(site, { ...plan, requests: Array.from({ length: 10 }, explain) });
    await sql.query('select pg_stat_statements_reset()');
    const times = await driveReading(site, { ...plan, requests: Array.from({ length: rounds }, explain) });
    const latencies = summarise(times['explain'] ?? []);
    results.put(row, 'almagest', latencies.p95, `${seeds} seeds; ${latencyText(latencies)}; ${await choiceText(stage, rounds)}`, latencies);
  }
}

async function choiceText({ sql }: Stage, rounds: number): Promise<string> {
  const { rows } = await sql.query<{ calls: number; total: number; max: number }>(
    `select sum(calls)::int as calls, sum(total_exec_time) as total, max(max_exec_time) as max
     from pg_stat_statements where query ~ 'from seed\\s+where fit'`,
  );
  const { calls = 0, total = 0, max = 0 } = rows[0] ?? {};
  return `in PostgreSQL ${((total ?? 0) / rounds).toFixed(2)} ms for each choice, in ${((calls ?? 0) / rounds).toFixed(1)} searches, the longest ${(max ?? 0).toFixed(1)} ms`;
}
