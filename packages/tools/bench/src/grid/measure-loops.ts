import { driveLoop } from '../load/drive.ts';
import type { ClosedLoop, LoadNode, LoopOutcome } from '../load/plan.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import type { Latencies } from '../latencies.ts';
import { WARM_UP_SECONDS } from '../warm-up.ts';
import type { Coordinator } from './coordinator.ts';

export const CONNECTIONS = 100;

/** Measures heartbeats, and how many writing statements they cause. */
export async function measureHeartbeats(
  site: Site,
  coordinator: Coordinator,
  nodes: readonly LoadNode[],
  seconds: number,
): Promise<Row[]> {
  let before = 0;
  const length = { seconds, warmUpSeconds: WARM_UP_SECONDS };
  const { done, ...outcome } = await runLoop(site, coordinator, { kind: 'heartbeats', nodes, ...length }, async () => {
    before = await countWrites(coordinator);
  });
  const writes = (await countWrites(coordinator)) - before;
  return [
    {
      what: 'heartbeats over HTTP',
      value: done / outcome.seconds,
      unit: 'beats/s',
      detail: `${nodes.length} nodes; ${percentiles(outcome.latencies)}`,
      goal: { atLeast: 2_000 },
    },
    {
      what: 'database writes they cause',
      value: writes / outcome.seconds,
      unit: 'writes/s',
      detail: "statements that insert, update or delete in the service's schema (pg_stat_statements)",
      goal: { atMost: 20 },
    },
  ];
}

/**
 * Returns the number of writing statements so far. Leaves out the job queue's schema, whose statements run with or
 * without nodes.
 */
async function countWrites({ sql }: Coordinator): Promise<number> {
  const { rows } = await sql.query<{ calls: string }>(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and query ~* '\\m(insert|update|delete)\\M' and query !~* 'for (no key )?update'
       and query !~* 'grid_jobs|bullmq'`,
  );
  return Number(rows[0]?.calls ?? 0);
}

type Loop = Omit<ClosedLoop, 'port' | 'connections' | 'seedEvery' | 'summaries'> &
  Partial<Pick<ClosedLoop, 'seedEvery'>>;

/** Runs a load against the coordinator. Calls `onBegin` when the warm-up is over. */
export async function runLoop(
  site: Site,
  { port }: Coordinator,
  loop: Loop,
  onBegin = () => Promise.resolve(),
): Promise<LoopOutcome> {
  return await driveLoop(site, { seedEvery: 0, summaries: false, ...loop, port, connections: CONNECTIONS }, onBegin);
}

export function percentiles({ p50, p95, p99 }: Latencies): string {
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;
}
