import { readFileSync } from 'node:fs';

export function peakMemoryMb(pid: number): number {
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(peak ?? Number.NaN) / 1024;
}
