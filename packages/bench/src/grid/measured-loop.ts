import { driveLoop } from '../load/drive.ts';
import type { ClosedLoop, LoopOutcome } from '../load/plan.ts';
import type { Latencies } from '../latencies.ts';
import { cpuSecondsOf, cpuSecondsOfTree } from '../site/cpu-clock.ts';
import { settle } from '../coordinator/stage-set.ts';
import { CALLERS, warmUpSeconds, type Stage } from './stage.ts';

type LoopPlan = Pick<ClosedLoop, 'kind' | 'nodes'> & Partial<Pick<ClosedLoop, 'seedEvery' | 'summaries'>>;

/** A closed loop with what it cost. */
export interface MeasuredLoop {
  readonly outcome: LoopOutcome;
  readonly perSecond: number;
  readonly detail: string;
}

interface Cpu {
  readonly api: number;
  readonly worker: number;
  readonly postgres: number;
}

export async function measureLoop(
  stage: Stage,
  plan: LoopPlan,
  { onBegin = async () => {} }: { onBegin?: () => Promise<void> } = {},
): Promise<MeasuredLoop> {
  const { site, coordinator, options, sql } = stage;
  await settle(sql);
  let before: Cpu | undefined;
  const outcome = await driveLoop(
    site,
    {
      seedEvery: 0,
      summaries: false,
      ...plan,
      port: coordinator.port,
      connections: CALLERS,
      warmUpSeconds: warmUpSeconds(options),
      seconds: options.seconds,
    },
    async () => {
      before = readCpu(stage);
      await onBegin();
    },
  );
  const after = readCpu(stage);
  const perSecond = outcome.done / outcome.seconds;
  return { outcome, perSecond, detail: describe(outcome, before ?? after, after) };
}

function readCpu({ coordinator, site }: Stage): Cpu {
  return {
    api: cpuSecondsOf(coordinator.api.pid),
    worker: cpuSecondsOf(coordinator.worker.pid),
    postgres: cpuSecondsOfTree(site.postgres.pid),
  };
}

function describe({ latencies, done, cpuSeconds, ranDry, seconds }: LoopOutcome, before: Cpu, after: Cpu): string {
  const each = (cpu: number) => ((cpu * 1_000) / Math.max(1, done)).toFixed(3);
  const parts = [
    latencyText(latencies),
    `processor ms for each: API ${each(after.api - before.api)}, PostgreSQL ${each(after.postgres - before.postgres)}, load ${each(cpuSeconds)}`,
  ];
  if (ranDry) parts.push(`nothing was left after ${seconds.toFixed(1)} s`);
  return parts.join('; ');
}

export function latencyText({ p50, p95, p99 }: Latencies): string {
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;
}
