import type { Environment } from './environment.ts';

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
}

export const DATABASE_LIMITS: DatabaseLimits = {
  statementMs: 60_000,
  jobStatementMs: 900_000,
  lockMs: 30_000,
  idleTransactionMs: 120_000,
};

export function readDatabaseLimits(env: Environment): DatabaseLimits {
  return {
    statementMs: env.integer('DATABASE_STATEMENT_TIMEOUT_MS', DATABASE_LIMITS.statementMs),
    jobStatementMs: env.integer('DATABASE_JOB_STATEMENT_TIMEOUT_MS', DATABASE_LIMITS.jobStatementMs),
    lockMs: env.integer('DATABASE_LOCK_TIMEOUT_MS', DATABASE_LIMITS.lockMs),
    idleTransactionMs: env.integer('DATABASE_IDLE_TIMEOUT_MS', DATABASE_LIMITS.idleTransactionMs),
  };
}

/** The same as options of a connection. */
export function limitOptions({ lockMs, idleTransactionMs }: DatabaseLimits, statementMs: number): string {
  return [
    `-c statement_timeout=${statementMs}`,
    `-c lock_timeout=${lockMs}`,
    `-c idle_in_transaction_session_timeout=${idleTransactionMs}`,
  ].join(' ');
}

/** A server that is frozen or cut off heeds no limit of its own. */
const GRACE_MS = 10_000;

/** How long an answer is waited for: what the server would have ended by itself never gets as far. */
export function answerLimitMs(statementMs: number): number {
  return statementMs === 0 ? 0 : statementMs + GRACE_MS;
}
