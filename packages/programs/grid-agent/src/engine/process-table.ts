import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Identifies a process uniquely, even if its pid is reused. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process (proc_pid_stat(5), field 22). */
  readonly start_ticks: number;
  readonly boot_id: string;
}

interface Stat {
  readonly name: string;
  readonly state: string;
  readonly parent: number;
  readonly session: number;
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

export interface EngineProcess extends ProcessIdentity {
  readonly name: string;
}

/** Recognises the processes of an engine. */
export type IsMarked = (pid: number) => boolean;

/**
 * Returns the running processes of an engine: the session that its first process leads, all marked processes, and their
 * descendants. For example, MPI ranks run in other sessions.
 *
 * `leader`: the first process. If it has ended, another process may have its pid. A leader without the mark belongs to
 * a copy of this work dir.
 */
export function processesOfEngine(leader: ProcessIdentity | undefined, isMarked: IsMarked): EngineProcess[] {
  const running = new Map(
    pids().flatMap((pid) => {
      const stat = readStat(pid);
      return stat === undefined || stat.state === 'Z' ? [] : [[pid, stat] as const];
    }),
  );
  const first = leader && running.get(leader.pid);
  const isLeader = leader !== undefined && first !== undefined && isOf(leader, first);
  const session = isLeader && isMarked(leader.pid) ? leader.pid : undefined;
  const found = new Set<number>();
  for (const [pid, stat] of running)
    if ((session !== undefined && stat.session === session) || isMarked(pid)) found.add(pid);
  // A process may have removed the marker from its environment.
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const [pid, { parent }] of running) if (found.has(parent)) found.add(pid);
  }
  return [...found].flatMap((pid) => {
    const stat = running.get(pid);
    return stat === undefined ? [] : [{ pid, start_ticks: stat.startTicks, boot_id: ownBootId(), name: stat.name }];
  });
}

/** Signals a process unless its pid has been reused. Returns false if it has ended or may not be signalled. */
export function signalProcess(known: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!isSameProcess(known)) return false;
  try {
    process.kill(known.pid, signal);
    return true;
  } catch {
    return false;
  }
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
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const name = text.slice(text.indexOf('(') + 1, end);
  const state = fields[0];
  const [parent = NaN, session = NaN, startTicks = NaN] = [fields[1], fields[3], fields[19]].map(Number);
  if (!state || ![parent, session, startTicks].every(Number.isInteger)) return undefined;
  return { name, state, parent, session, startTicks };
}

function pids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * Returns the environment of a process as `name=value`. Returns an empty list if the process belongs to another user.
 */
export function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/**
 * Returns the name of the PID namespace of this process. The PIDs of another namespace, such as a container's, are not
 * valid here.
 */
export function ownPidNamespace(): string {
  return readlinkSync('/proc/self/ns/pid');
}

let knownBootId: string | undefined;

export function ownBootId(): string {
  knownBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return knownBootId;
}
