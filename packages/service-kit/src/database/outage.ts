export type Dependency = 'database' | 'Redis' | 'disk';

/** Why a valid request could not be served. The same request will succeed later. */
export interface Outage {
  readonly dependency: Dependency;
  /** The state of the dependency, such as 'the disk for files is full'. */
  readonly condition: string;
  /** False if the dependency works but was too slow. */
  readonly isAway: boolean;
}

const outageCauses = new WeakMap<Error, Dependency>();

/** Records which dependency caused an error, because the message doesn't say. Returns the error. */
export function markOutage<E>(dependency: Dependency, error: E): E {
  if (error instanceof Error) outageCauses.set(error, dependency);
  return error;
}

/** Returns the message for the client. */
export function adviceOn({ condition }: Outage): string {
  return `${condition}. Try again in a while`;
}

/** read_only_sql_transaction: after a failover, an old connection leads to a standby. */
export const READ_ONLY = '25006';

/** Conditions by SQLSTATE. Source: PostgreSQL's documentation, appendix A. */
const STATES: readonly (readonly [RegExp, string, boolean])[] = [
  [/^53100$/, 'the disk of the database is full', true],
  [/^53300$/, 'the database has no connections left', true],
  [/^(08|57P0[123])/, 'the database does not answer', true],
  [/^53/, 'the database does not have enough resources', true],
  [new RegExp(`^${READ_ONLY}$`), 'the database is read-only', true],
  [/^58030$/, 'the disk of the database is failing', true],
  [/^57014$/, "the statement exceeded the database's time limit", false],
  [/^(55P03|25P03)$/, 'a database lock was held for too long', false],
];

const DISK: Readonly<Record<string, string>> = {
  ENOSPC: 'full',
  EDQUOT: 'full: the quota is used up',
  EROFS: 'read-only',
  EIO: 'failing',
};

const AWAY: Readonly<Record<Dependency, string>> = {
  database: 'the database does not answer',
  Redis: 'Redis does not answer',
  disk: 'the disk for files does not answer',
};

const MOST_CAUSES = 5;

/**
 * Returns the outage that caused an error: a dependency is unreachable, full or read-only. Returns undefined for other
 * errors.
 */
export function outageOf(error: unknown): Outage | undefined {
  let one: unknown = error;
  for (let depth = 0; depth < MOST_CAUSES && one instanceof Error; depth += 1) {
    const outage = outageOfOne(one);
    if (outage !== undefined) return outage;
    one = one.cause;
  }
  return undefined;
}

function outageOfOne(error: Error): Outage | undefined {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (typeof code === 'string' && severity !== undefined) {
    const state = STATES.find(([states]) => states.test(code));
    return state && { dependency: 'database', condition: state[1], isAway: state[2] };
  }
  const dependency = outageCauses.get(error);
  if (dependency !== undefined) return { dependency, condition: AWAY[dependency], isAway: true };
  const condition = typeof code === 'string' ? DISK[code] : undefined;
  return condition === undefined
    ? undefined
    : { dependency: 'disk', condition: `the disk for files is ${condition}`, isAway: true };
}
