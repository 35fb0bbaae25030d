import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of /proc/<pid>/stat; the kernel's USER_HZ is 100 on every architecture we run on. */
const TICKS_PER_SECOND = 100;

interface Times {
  readonly parent: number;
  readonly seconds: number;
}

function timesOf(pid: number | string): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces: fields are counted behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0);
    return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

/** Processor time a process has used, that of its ended children included; 0 where /proc is missing. */
export function cpuSecondsOf(pid: number): number {
  return timesOf(pid)?.seconds ?? 0;
}

/** Likewise with the children that run: a PostgreSQL server with its backends. */
export function cpuSecondsOfTree(pid: number): number {
  let seconds = cpuSecondsOf(pid);
  let entries: string[];
  try {
    entries = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  } catch {
    return 0;
  }
  for (const entry of entries) {
    const times = timesOf(entry);
    if (times?.parent === pid) seconds += times.seconds;
  }
  return seconds;
}
