import type { Environment } from '../process/environment.ts';
import { SHARED_SETTINGS } from '../process/shared-settings.ts';

/** Time limits for PostgreSQL. Milliseconds. 0 means no limit. */
export interface DatabaseLimits {
  readonly statementMs: number;
  readonly jobStatementMs: number;
  /** How long a statement may wait for a locked row or table. */
  readonly lockMs: number;
  /** How long a transaction may be idle. The process of an idle transaction hangs, and its locks must be released. */
  readonly idleTransactionMs: number;
  /** How long to wait for a free connection. */
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

export function limitOptions({ lockMs, idleTransactionMs }: DatabaseLimits, statementMs: number): string {
  return [
    `-c statement_timeout=${statementMs}`,
    `-c lock_timeout=${lockMs}`,
    `-c idle_in_transaction_session_timeout=${idleTransactionMs}`,
  ].join(' ');
}

/** Extra time that the client waits. A frozen or unreachable server cannot apply its own limits. */
const GRACE_MS = 10_000;

/** Returns how long to wait for a response: longer than the server's own limit. */
export function responseTimeoutMs(statementMs: number): number {
  return statementMs === 0 ? 0 : statementMs + GRACE_MS;
}
