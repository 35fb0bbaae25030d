import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inSpan, isTracing } from '@almagest/tracing';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { responseTimeoutMs, DATABASE_LIMITS, limitOptions, type DatabaseLimits } from './database-limits.ts';
import { DatabasePool } from './database-pool.ts';
import { DatabaseProbe } from './database-probe.ts';
import { PipelinedDialect } from './pipelined-dialect.ts';
import { preparingClient } from './prepared-client.ts';
import { isOnline } from './online-migration.ts';
import { traceStatement } from './trace-statement.ts';
import { adviceOn, markOutage, outageOf } from './outage.ts';
import { Refusal } from '../http/refusal.ts';
import { withTimeout } from '../process/with-timeout.ts';

export interface DatabaseLocation {
  readonly url: string;
  readonly schema: string;
  /** Defaults to `DATABASE_LIMITS`. */
  readonly limits?: DatabaseLimits;
}

export interface OpenedDatabase<DB> {
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
}

/**
 * Parses bigint as a number, because counts fit a double (2^53). pg's default is text, which sorts and adds wrongly.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (...[oid, format]: Parameters<typeof pg.types.getTypeParser>) =>
    oid === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(oid, format) as unknown),
};

export interface DatabaseOptions {
  readonly max: number;
  readonly onFault: (error: Error) => void;
  /**
   * When frequent statements are planned: `each_time` for the actual values (the default), or `once` per connection for
   * all values.
   *
   * Use `once` only if every statement uses an index, whatever its values are. These statements contain the literals
   * that partial indexes require, and the planner doesn't consider their tables empty. With `once`, the `begin` of a
   * transaction is pipelined (`PipelinedDialect`).
   */
  readonly plans?: 'each_time' | 'once';
  /** Allows the longer statements of background jobs. */
  readonly forJobs?: boolean;
}

/** `once` disables scans that suit a small table, because the plan is kept when the table grows. */
const PLAN_SETTINGS = {
  each_time: '-c plan_cache_mode=force_custom_plan',
  once: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
};

/**
 * At each execution, a server with LLVM compiles the statements that the planner considers expensive. Statements with
 * disabled scans count as expensive (cost 1e10 up to PostgreSQL 17). Compiling them takes half a second per claim.
 */
const NO_JIT = '-c jit=off';

/**
 * Settings that the statements and the result parsers rely on. The role or the database may define other values.
 * `default_transaction_read_only` is left to operators, who may use it to fence a former primary.
 */
export const SESSION_OPTIONS = [
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'TimeZone=UTC',
  String.raw`default_transaction_isolation=read\ committed`,
  'default_transaction_deferrable=off',
  'idle_session_timeout=0',
  'standard_conforming_strings=on',
  'bytea_output=hex',
  'extra_float_digits=1',
  'array_nulls=on',
  'transform_null_equals=off',
  // An acknowledged result must survive a crash of the server.
  'synchronous_commit=on',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** A setting that exists only for the check that sessions have our settings. */
const MARK = 'almagest.session';
/** Differs between processes, because some poolers hand a session to several of them. */
const OWN_MARK = randomUUID();

/** Opens a pool whose connections see only the service's own schema. */
export function openDatabase<DB>(
  at: DatabaseLocation,
  { max, onFault, plans = 'each_time', forJobs = false }: DatabaseOptions,
): OpenedDatabase<DB> {
  const { limits = DATABASE_LIMITS } = at;
  const statementMs = forJobs ? limits.jobStatementMs : limits.statementMs;
  const connection = { connectionString: at.url, connectionTimeoutMillis: limits.connectionMs };
  const isPipelined = plans === 'once';
  const probe = new DatabaseProbe(connection);
  const answers = {
    limitMs: responseTimeoutMs(statementMs),
    isAnswering: () => probe.isAnswering(),
    onAnswer: () => probe.heard(),
    onReadOnly: () => pool.leaveServer(),
  };
  const pool: DatabasePool = new DatabasePool({
    Client: preparingClient(answers),
    ...connection,
    verify: (client, done) => void client.query(REQUIRE_SETTINGS).then(() => done(), done),
    pipeline: isPipelined,
    max,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: `-c search_path=${at.schema} -c ${MARK}=${OWN_MARK} ${SESSION_OPTIONS} ${PLAN_SETTINGS[plans]} ${NO_JIT} ${limitOptions(limits, statementMs)}`,
  });
  // Without a listener, this process would end when PostgreSQL closes an idle connection, for example at a restart.
  pool.on('error', (error) => onFault(error));
  // A connection in use needs a listener too. Its statement fails with the same error, which the caller handles.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const dialect = isPipelined ? new PipelinedDialect({ pool }) : new PostgresDialect({ pool });
  return { db: new Kysely<DB>(isTracing() ? { dialect, log: traceStatement } : { dialect }), pool };
}

/**
 * Applies the missing migrations.
 *
 * Each migration has its own transaction, so that no migration locks a table longer than necessary. `online` migrations
 * run without a transaction. Many processes may call this at once. Waits for a database that isn't running yet.
 */
export async function migrate(at: DatabaseLocation, migrations: Record<string, Migration>): Promise<string[]> {
  const applied: string[] = [];
  await again({ tries: AWAY_TRIES, isPassing: isAwayForNow }, () => applyMissing(at, migrations, applied)).catch(
    explainPooler,
  );
  return applied;
}

async function applyMissing(
  at: DatabaseLocation,
  migrations: Record<string, Migration>,
  applied: string[],
): Promise<void> {
  const limits = { ...DATABASE_LIMITS, statementMs: 0, lockMs: MIGRATION_LOCK_MS, idleTransactionMs: 0 };
  const { db } = openDatabase<Record<string, never>>({ ...at, limits }, { max: 3, onFault: () => undefined });
  try {
    await db.connection().execute(async (connection) => {
      await untilAlone(connection);
      await createSchema(connection, at.schema);
      const patience = { tries: MIGRATION_TRIES, isPassing: isLocked };
      for (const name of Object.keys(migrations).toSorted())
        for (const one of await again(patience, () => applyUpTo(db, at.schema, migrations, name))) applied.push(one);
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Throws a protocol_violation if a pooler dropped the session's settings. The role or the database may define the same
 * `search_path`, so only a setting of our own proves that the others arrived.
 */
const REQUIRE_SETTINGS = `
  do $$ begin
    if current_setting('${MARK}', true) is distinct from '${OWN_MARK}' then
      raise exception 'the startup parameter ${MARK} was dropped' using errcode = 'protocol_violation';
    end if;
  end $$`;

const POOLER =
  'DATABASE_URL leads to a pooler that drops session settings, as PgBouncer does. Connect to PostgreSQL directly.';

/** PgBouncer refuses session settings with a protocol_violation. */
function isPooler(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return code === '08P01' && message?.includes('startup parameter') === true;
}

function explainPooler(error: unknown): never {
  throw isPooler(error) ? new Error(POOLER, { cause: error }) : error;
}

/** Locks migrations of all services in the database, because building an index online waits for all transactions. */
const MIGRATION_TURN = 'almagest migrations';
const TURN_PAUSE_MS = 200;

/**
 * Waits until no other process migrates. Polls, because a waiting statement would hold a snapshot, and building an
 * index online waits for snapshots. Closing the connection releases the lock.
 */
async function untilAlone(db: Kysely<Record<string, never>>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ alone: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${MIGRATION_TURN}, 0)) as alone`.execute(db);
    if (rows[0]?.alone === true) return;
    await sleep(TURN_PAUSE_MS);
  }
}

async function createSchema(db: Kysely<Record<string, never>>, schema: string): Promise<void> {
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(db);
  if (rows.length === 0)
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db).catch(explainSchema(schema));
}

/** Applies the migration `name` if it is missing. Earlier migrations must have been applied. */
async function applyUpTo(
  db: Kysely<Record<string, never>>,
  schema: string,
  migrations: Record<string, Migration>,
  name: string,
): Promise<string[]> {
  const migrator = (known: Record<string, Migration>) =>
    new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(known) },
      migrationTableSchema: schema,
      disableTransactions: isOnline(migrations[name]),
    });
  const state = await migrator(migrations).getMigrations();
  if (state.find((migration) => migration.name === name)?.executedAt !== undefined) return [];
  const known = Object.fromEntries(Object.entries(migrations).filter(([other]) => other <= name));
  const { results, error } = await migrator(known).migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Explains a failed `create schema`. The statement needs the CREATE privilege on the database, which not every operator
 * grants.
 */
export function explainSchema(schema: string): (error: unknown) => never {
  return (error) => {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(
      `the role of DATABASE_URL is not allowed to create the schema ${schema}: ` +
        `let an administrator run "create schema ${schema} authorization <the role>", then start again`,
      { cause: error },
    );
  };
}

/**
 * How long a migration waits for a table lock. Later statements on the table queue up after the migration, even if they
 * don't conflict with running statements. The migration therefore soon gives up, lets them run and tries again.
 */
const MIGRATION_LOCK_MS = 2_000;
const MIGRATION_PAUSE_MS = 1_000;
/** About five minutes in total, including the waits. */
const MIGRATION_TRIES = 100;

/** Each failed attempt takes up to 2 s, in addition to the wait after it. */
const AWAY_TRIES = 10;

/** lock_not_available and deadlock_detected: another transaction holds a lock on a table. */
const LOCK_FAULTS: ReadonlySet<unknown> = new Set(['55P03', '40P01']);
/** The server isn't running yet, is starting, or has no free connection. A connection timeout has no code. */
const AWAY_FAULTS: ReadonlySet<unknown> = new Set([undefined, 'ECONNREFUSED', 'ECONNRESET', '57P03', '53300']);

function isLocked(error: unknown): boolean {
  return LOCK_FAULTS.has((error as { code?: unknown }).code);
}

/** PostgreSQL may still be starting. */
function isAwayForNow(error: unknown): boolean {
  return outageOf(error)?.isAway === true && AWAY_FAULTS.has((error as { code?: unknown }).code);
}

interface Patience {
  readonly tries: number;
  readonly isPassing: (error: unknown) => boolean;
}

/** Retries `work` after transient failures. A failed attempt must leave nothing that breaks the next attempt. */
async function again<T>({ tries, isPassing }: Patience, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === tries || !isPassing(error)) throw error;
      await sleep(MIGRATION_PAUSE_MS);
    }
  }
}

/** A working database answers sooner, and a supervisor waits longer than this. */
const READY_MS = 2_000;

/**
 * Raises SQLSTATE 25006 on a standby, as a write would, so that the pool replaces its connections to the standby.
 * Writes nothing.
 */
export const REQUIRE_PRIMARY = `
  do $$ begin
    if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
      raise exception 'the server is read-only' using errcode = 'read_only_sql_transaction';
    end if;
  end $$`;

/** Throws while the database doesn't answer, cannot write, or lacks a migration that this program knows. */
export async function requireMigrated<DB>(db: Kysely<DB>, migrations: Record<string, Migration>): Promise<void> {
  const applied = await withTimeout(
    READY_MS,
    sql
      .raw(REQUIRE_PRIMARY)
      .execute(db)
      .then(() => sql<{ name: string }>`select name from kysely_migration`.execute(db)),
  ).then(
    ({ rows }) => new Set(rows.map(({ name }) => name)),
    (error: unknown) => {
      // 42P01 undefined_table: the database is empty, but it answers.
      if ((error as { code?: unknown }).code === '42P01') return new Set<string>();
      if (isPooler(error)) throw new Refusal('unavailable', POOLER);
      const outage = outageOf(markOutage('database', error));
      throw new Refusal('unavailable', outage === undefined ? 'the database does not answer' : adviceOn(outage));
    },
  );
  if (!Object.keys(migrations).every((name) => applied.has(name)))
    throw new Refusal('unavailable', "the database's schema is not current. Run the migration");
}

/** Runs `work` in a transaction. Retries a few times if PostgreSQL aborts it because of a concurrent transaction. */
export async function inTransaction<DB, T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inSpan('transaction', {}, () => db.transaction().execute(work));
    } catch (error) {
      if (attempt >= 5 || !isRetryable(error)) throw error;
    }
  }
}

/** SQLSTATE 40001 serialization_failure and 40P01 deadlock_detected: nothing was written, and a retry may succeed. */
function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === '40001' || code === '40P01';
}
