import type { Environment } from './environment.ts';
import { SHARED_SETTINGS } from './shared-settings.ts';

/** How long PostgreSQL works or waits for this service. Milliseconds; 0: without a limit. */
export interface DatabaseLimits {
  /** A statement of a request. */
  readonly statementMs: number;
  /** A statement of a background job. */
  readonly jobStatementMs: number;
  /** The wait for a row or table that other work has locked. */
  readonly lockMs: number;
  /** A transaction in which nothing happens: its process hangs, and its locks go. */
  readonly idleTransactionMs: number;
  /** The wait for a free connection. */
  readonly connectionMs: number;
}

export const DATABASE_LIMITS: DatabaseLimits = {
  statementMs: SHARED_SETTINGS.databaseStatementTimeoutMs.fallback,
  jobStatementMs: SHARED_SETTINGS.databaseJobStatementTimeoutMs.fallback,
  lockMs: SHARED_SETTINGS.databaseLockTimeoutMs.fallback,
  idleTransactionMs: SHARED_SETTINGS.databaseIdleTimeoutMs.fallback,
  connectionMs: SHARED_SETTINGS.databaseConnectionTimeoutMs.fallback,
};

export function readDatabaseLimits(env: Environment): DatabaseLimits {
  return {
    statementMs: env.integer(SHARED_SETTINGS.databaseStatementTimeoutMs),
    jobStatementMs: env.integer(SHARED_SETTINGS.databaseJobStatementTimeoutMs),
    lockMs: env.integer(SHARED_SETTINGS.databaseLockTimeoutMs),
    idleTransactionMs: env.integer(SHARED_SETTINGS.databaseIdleTimeoutMs),
    connectionMs: env.integer(SHARED_SETTINGS.databaseConnectionTimeoutMs),
  };
}

/** These limits as options of a connection. */
export function limitOptions({ lockMs, idleTransactionMs }: DatabaseLimits, statementMs: number): string {
  return [
    `-c statement_timeout=${statementMs}`,
    `-c lock_timeout=${lockMs}`,
    `-c idle_in_transaction_session_timeout=${idleTransactionMs}`,
  ].join(' ');
}

/** Extra time on the client's side, for a server that is frozen or cut off and so does not apply its own limits. */
const GRACE_MS = 10_000;

/** How long to wait for a response: longer than the limit that the server applies itself. */
export function responseTimeoutMs(statementMs: number): number {
  return statementMs === 0 ? 0 : statementMs + GRACE_MS;
}
