import { readFileSync, writeFileSync } from 'node:fs';
import type { Coordinator } from './coordinator.ts';

export interface Phase {
  readonly seconds: number;
  /** The largest resident memory of each process in this time. */
  readonly peakMb: { readonly api: number; readonly worker: number };
}

/** Measures the duration of some work and the coordinator's memory during it. */
export async function measured({ apiPid, workerPid }: Coordinator, work: () => Promise<unknown>): Promise<Phase> {
  for (const pid of [apiPid, workerPid]) forgetPeak(pid);
  const from = performance.now();
  await work();
  const seconds = (performance.now() - from) / 1_000;
  return { seconds, peakMb: { api: peakMemoryMb(apiPid), worker: peakMemoryMb(workerPid) } };
}

/** Resets the recorded peak to the current memory of the process (Linux, proc(5): clear_refs). */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function peakMemoryMb(pid: number): number {
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(peak ?? Number.NaN) / 1024;
}
