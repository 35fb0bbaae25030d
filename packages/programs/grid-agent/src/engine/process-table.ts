import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Identifies a process uniquely, even if its pid is reused. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process (proc_pid_stat(5), field 22). */
  readonly start_ticks: number;
  readonly boot_id: string;
}

interface Stat {
  readonly state: string;
  readonly group: number;
  readonly startTicks: number;
}

/** Returns the identity of a running process, or undefined if no process has this pid. */
export function identify(pid: number): ProcessIdentity | undefined {
  const stat = readStat(pid);
  return stat && { pid, start_ticks: stat.startTicks, boot_id: ownBootId() };
}

/** Returns whether the same process still runs. A zombie counts as ended. */
export function isSameProcess(known: ProcessIdentity): boolean {
  const stat = readStat(known.pid);
  return stat !== undefined && stat.state !== 'Z' && isOf(known, stat);
}

function isOf(known: ProcessIdentity, { startTicks }: Stat): boolean {
  return startTicks === known.start_ticks && ownBootId() === known.boot_id;
}

/**
 * Returns the members of the process group that this process led. If the leader has ended, the group's number may have
 * been reused, so each member must have the task's marker in its environment.
 */
export function membersOfGroup(leader: ProcessIdentity, mark: string): number[] {
  if (ownBootId() !== leader.boot_id) return [];
  const atLeader = readStat(leader.pid);
  if (atLeader && !isOf(leader, atLeader)) return [];
  return pids().filter((pid) => {
    const stat = readStat(pid);
    if (stat?.group !== leader.pid || stat.state === 'Z') return false;
    return atLeader !== undefined || hasInEnvironment(pid, mark);
  });
}

/** Signals a process group. Returns false if the group has no members left. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Parses an identity from a file. Returns undefined if the text is malformed. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const found = JSON.parse(text) as Partial<ProcessIdentity> | null;
    const isWhole = Number.isInteger(found?.pid) && Number.isInteger(found?.start_ticks);
    return isWhole && typeof found?.boot_id === 'string' ? (found as ProcessIdentity) : undefined;
  } catch {
    return undefined;
  }
}

function readStat(pid: number): Stat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Parses `/proc/<pid>/stat`. The program's name is in brackets and may contain brackets and spaces, so the fields are
 * counted from the last bracket.
 */
export function parseStat(text: string): Stat | undefined {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, group, startTicks] = [fields[0], Number(fields[2]), Number(fields[19])];
  return state && Number.isInteger(group) && Number.isInteger(startTicks) ? { state, group, startTicks } : undefined;
}

function pids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function hasInEnvironment(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
  } catch {
    return false;
  }
}

/** Returns the name of the PID namespace of this process. The PIDs of another one, such as a container's, mean nothing here. */
export function ownPidNamespace(): string {
  return readlinkSync('/proc/self/ns/pid');
}

let knownBootId: string | undefined;

/** Returns the id of the machine's current boot. */
export function ownBootId(): string {
  knownBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return knownBootId;
}
