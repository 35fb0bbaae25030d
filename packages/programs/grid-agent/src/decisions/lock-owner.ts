/** The content of the lock file: who uses the work dir, and when the owner was last active. */
export interface LockOwner {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process. */
  readonly start_ticks: number;
  readonly boot_id: string;
  /** Agents of earlier versions store only the fields above. */
  readonly host?: string;
  readonly pid_namespace?: string;
  readonly started_at?: string;
  readonly beat_at?: string;
}

/** The identity of a process and its machine. */
interface Observer {
  readonly bootId: string;
  readonly pidNamespace: string;
  /** Whether the owner's process still runs. Only meaningful within one PID namespace of one boot. */
  readonly runs: (owner: LockOwner) => boolean;
}

/**
 * Returns whether the owner of a lock still runs. `unknown` means that only the owner's signs of life can show this.
 * The owner may run on another machine or in another container, or this machine was restarted. A copied disk has the
 * same host name.
 */
export function fateOf(owner: LockOwner | undefined, here: Observer): 'running' | 'gone' | 'unknown' {
  if (owner?.boot_id !== here.bootId) return 'unknown';
  if (owner.pid_namespace !== undefined && owner.pid_namespace !== here.pidNamespace) return 'unknown';
  if (here.runs(owner)) return 'running';
  return owner.pid_namespace === undefined ? 'unknown' : 'gone';
}

/** Returns whether two texts of a lock file name the same owner. Ignores the owner's signs of life. */
export function isSameOwner(one: LockOwner | undefined, other: LockOwner | undefined): boolean {
  const identity = (owner: LockOwner | undefined) =>
    owner && JSON.stringify([owner.pid, owner.start_ticks, owner.boot_id, owner.pid_namespace, owner.started_at]);
  return one !== undefined && identity(one) === identity(other);
}

export function describeOwner(owner: LockOwner | undefined): string {
  if (owner === undefined) return 'an unknown agent (the lock file is damaged)';
  const { pid, host = 'unknown', started_at: started = 'unknown', beat_at: beat = 'none' } = owner;
  return `another agent (host ${host}, pid ${pid}, started ${started}, last active ${beat})`;
}

export function parseOwner(text: string): LockOwner | undefined {
  try {
    const found = JSON.parse(text) as Partial<Record<keyof LockOwner, unknown>> | null;
    const isWhole = Number.isInteger(found?.pid) && Number.isInteger(found?.start_ticks);
    const areTexts = [found?.host, found?.pid_namespace, found?.started_at, found?.beat_at].every(
      (value) => value === undefined || typeof value === 'string',
    );
    return isWhole && areTexts && typeof found?.boot_id === 'string' ? (found as LockOwner) : undefined;
  } catch {
    return undefined;
  }
}
