import { cpus, freemem, totalmem } from 'node:os';

export interface MachineLoad {
  /** Percentage of all cores, measured since the last call. */
  readonly cpu_usage: number;
  readonly memory_usage: number;
}

/** Returns a function that measures the machine's load since its last call. */
export function watchMachine(): () => MachineLoad {
  let before = cpuTimes();
  return () => {
    const now = cpuTimes();
    const total = now.total - before.total;
    const share = total > 0 ? (now.busy - before.busy) / total : 0;
    before = now;
    return { cpu_usage: percent(share), memory_usage: percent(1 - freemem() / totalmem()) };
  };
}

function cpuTimes(): { total: number; busy: number } {
  let total = 0;
  let busy = 0;
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.idle + times.irq;
    total += all;
    busy += all - times.idle;
  }
  return { total, busy };
}

function percent(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10;
}
