import { driveLoop } from '../load/drive.ts';
import type { ClosedLoop, LoadNode, LoopOutcome } from '../load/plan.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import type { Latencies } from '../latencies.ts';
import { WARM_UP_SECONDS } from '../warm-up.ts';
import type { Coordinator } from './coordinator.ts';

const CONNECTIONS = 100;

export interface LoopRun {
  readonly row: Row;
  readonly perSecond: number;
}

/** Claims alone, over HTTP. */
export async function measureClaims(
  site: Site,
  coordinator: Coordinator,
  nodes: readonly LoadNode[],
  seconds: number,
): Promise<LoopRun> {
  const outcome = await run(site, coordinator, { kind: 'claims', nodes, seconds });
  return loopRun(
    'claims over HTTP',
    outcome,
    'claims/s',
    `${CONNECTIONS} connections; ${percentiles(outcome.latencies)}`,
  );
}

/** A claim and its report, every second one with a 45 kB seed. */
export async function measureCycles(
  site: Site,
  coordinator: Coordinator,
  nodes: readonly LoadNode[],
  seconds: number,
): Promise<LoopRun> {
  const outcome = await run(site, coordinator, { kind: 'cycles', nodes, seconds, seedEvery: 2 });
  const detail = `${CONNECTIONS} connections, every second report with a 45 kB seed; cycle ${percentiles(outcome.latencies)}`;
  return loopRun('claim-to-report cycles over HTTP', outcome, 'cycles/s', detail);
}

/** Heartbeats, and the statements that write because of them. */
export async function measureHeartbeats(
  site: Site,
  coordinator: Coordinator,
  nodes: readonly LoadNode[],
  seconds: number,
): Promise<Row[]> {
  let before = 0;
  const outcome = await run(site, coordinator, { kind: 'heartbeats', nodes, seconds }, async () => {
    before = await countWrites(coordinator);
  });
  const writes = (await countWrites(coordinator)) - before;
  const rate = loopRun(
    'heartbeats over HTTP',
    outcome,
    'beats/s',
    `${nodes.length} nodes; ${percentiles(outcome.latencies)}`,
  );
  return [
    { ...rate.row, goal: { atLeast: 2_000 } },
    {
      what: 'database writes they cause',
      value: writes / outcome.seconds,
      unit: 'writes/s',
      detail: "statements that insert, update or delete in the service's schema (pg_stat_statements)",
      goal: { atMost: 20 },
    },
  ];
}

/** Calls of writing statements so far, those of the job queue's own schema left out: they run with or without nodes. */
async function countWrites({ sql }: Coordinator): Promise<number> {
  const { rows } = await sql.query<{ calls: string }>(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and query ~* '\\m(insert|update|delete)\\M' and query !~* 'for (no key )?update'
       and query !~* 'grid_jobs|bullmq'`,
  );
  return Number(rows[0]?.calls ?? 0);
}

type Loop = Pick<ClosedLoop, 'kind' | 'nodes' | 'seconds'> & Partial<Pick<ClosedLoop, 'seedEvery'>>;

async function run(
  site: Site,
  { port }: Coordinator,
  loop: Loop,
  onBegin = () => Promise.resolve(),
): Promise<LoopOutcome> {
  const plan: ClosedLoop = {
    seedEvery: 0,
    summaries: false,
    ...loop,
    port,
    connections: CONNECTIONS,
    warmUpSeconds: WARM_UP_SECONDS,
  };
  const outcome = await driveLoop(site, plan, onBegin);
  if (outcome.ranDry && outcome.done === 0)
    throw new Error(`nothing was left to claim for the ${loop.kind}: give more --points or fewer --seconds`);
  return outcome;
}

function loopRun(what: string, { done, seconds, ranDry }: LoopOutcome, unit: string, detail: string): LoopRun {
  const perSecond = done / seconds;
  return {
    perSecond,
    row: { what, value: perSecond, unit, detail: ranDry ? `${detail}; ended early, all points were claimed` : detail },
  };
}

export function percentiles({ p50, p95, p99 }: Latencies): string {
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;
}
