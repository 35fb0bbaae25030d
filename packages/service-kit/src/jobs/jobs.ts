import { compile, type Check } from '@almagest/contracts/validate';
import { currentSpan, inSpan } from '@almagest/tracing';
import {
  createPostgresBackend,
  Queue as RedisQueue,
  runMigrations,
  UnrecoverableError,
  withBackend,
  Worker as RedisWorker,
  type JobsOptions,
  type PgQueryable,
  type PostgresConnectionOptions,
} from 'bullmq';
import pg from 'pg';
import type { Static, TObject } from 'typebox';
import { responseTimeoutMs, DATABASE_LIMITS, limitOptions } from '../database/database-limits.ts';
import { explainSchema, SESSION_OPTIONS, type DatabaseLocation } from '../database/database.ts';
import { tooFarAheadMs } from './job-schedule.ts';
import { QueueSockets } from './queue-sockets.ts';
import type { Histogram } from '../process/metrics.ts';

const { Queue: PostgresQueue, Worker: PostgresWorker } = withBackend(createPostgresBackend);

/** A kind of background job, with its payload and retries. The state is in the rows that the payload names. */
export interface JobKind<S extends TObject = TObject> {
  readonly payload: S;
  readonly options: JobsOptions;
  /** The interval of a scheduled job. */
  readonly everyMs?: number;
}

export function defineJob<const S extends TObject>(kind: JobKind<S>): JobKind<S> {
  return kind;
}

export type JobKinds = Readonly<Record<string, JobKind>>;

/** One processor for each kind. A missing processor is a compile error. */
export type Processors<K extends JobKinds> = {
  readonly [N in keyof K]: (payload: Static<K[N]['payload']>, signal: AbortSignal | undefined) => Promise<unknown>;
};

/** Where jobs are stored: in Redis if it is configured, otherwise in a separate PostgreSQL schema. */
export interface JobsLocation {
  readonly database: DatabaseLocation;
  readonly redisUrl: string | undefined;
}

function jobsSchema(at: JobsLocation): string {
  return `${at.database.schema}_jobs`;
}

function postgresConnection(at: JobsLocation, sockets: QueueSockets): PostgresConnectionOptions {
  const { limits = DATABASE_LIMITS } = at.database;
  // Pass a config object, not a pool. Only a config object honours `schema` and gives LISTEN its own connection.
  return {
    connectionString: at.database.url,
    schema: jobsSchema(at),
    max: 3,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: sockets.create,
    connectionTimeoutMillis: limits.connectionMs,
    query_timeout: responseTimeoutMs(limits.statementMs),
    options: `${SESSION_OPTIONS} ${limitOptions(limits, limits.statementMs)}`,
  };
}

function redisConnection(redisUrl: string) {
  return { url: redisUrl, maxRetriesPerRequest: null };
}

/** Creates BullMQ's tables. Does nothing for Redis. */
export async function migrateJobs(at: JobsLocation): Promise<void> {
  if (at.redisUrl !== undefined) return;
  const schema = jobsSchema(at);
  await withSetUpLock(at, async (client) => {
    const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schema]);
    if (rowCount === 0) await client.query(`create schema ${pg.escapeIdentifier(schema)}`).catch(explainSchema(schema));
    await runMigrations(withoutCreatingSchemas(client), schema);
  });
}

/** Skips BullMQ's `create schema if not exists`, which needs CREATE on the database even if the schema exists. */
function withoutCreatingSchemas(client: pg.Client): PgQueryable {
  const query = async (text: string, values?: unknown[]) =>
    text.startsWith('CREATE SCHEMA ') ? { rows: [], rowCount: 0 } : await client.query(text, values);
  return { query } as PgQueryable;
}

/** Serialises BullMQ's set-up of PostgreSQL, which fails if two processes start at the same moment. */
async function withSetUpLock(at: JobsLocation, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const unlimited = limitOptions({ ...DATABASE_LIMITS, lockMs: 0, idleTransactionMs: 0 }, 0);
  const client = new pg.Client({ connectionString: at.database.url, options: `${SESSION_OPTIONS} ${unlimited}` });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [`jobs ${jobsSchema(at)}`]);
    await work(client);
  } finally {
    await client.end();
  }
}

export interface QueueState {
  readonly counts: Readonly<Record<string, number>>;
  /** How late a scheduled job is, or by how much its next run is scheduled too far ahead. */
  readonly overdueMs: Readonly<Record<string, number>>;
}

/** How often to check for schedules that are missing or too far ahead. */
const LOOK_FOR_SCHEDULE_MS = 15_000;

interface Scheduled {
  readonly name: string;
  readonly everyMs: number;
  readonly options: JobsOptions;
}

/** A job queue of a service. Its jobs notify workers of rows that wait for background work. */
export class JobQueue<K extends JobKinds> {
  // The queue uses the common methods of both classes. Their type arguments differ only in the connection settings.
  readonly #queue: Pick<
    RedisQueue,
    'add' | 'getJobCounts' | 'getJobScheduler' | 'upsertJobScheduler' | 'removeJobScheduler' | 'close'
  >;
  readonly #at: JobsLocation;
  readonly #kinds: K;
  readonly #onFault: (error: unknown) => void;
  #watch: NodeJS.Timeout | undefined;
  #looking = false;
  #stopped = false;

  constructor(name: string, kinds: K, at: JobsLocation, onFault: (error: unknown) => void) {
    this.#kinds = kinds;
    this.#at = at;
    const sockets = new QueueSockets();
    this.#onFault = (error) => {
      sockets.leaveServerAfter(error);
      onFault(error);
    };
    if (at.redisUrl === undefined) {
      const queue = new PostgresQueue(name, { connection: postgresConnection(at, sockets) });
      queue.on('error', this.#onFault);
      this.#queue = queue;
    } else {
      const queue = new RedisQueue(name, { connection: redisConnection(at.redisUrl), prefix: jobsSchema(at) });
      queue.on('error', this.#onFault);
      this.#queue = queue;
    }
  }

  /**
   * Enqueues a job for a row, unless a job for that row is already waiting or running. Never fails, and callers don't
   * wait for it. If a job is lost, the sweep finds its row.
   */
  enqueue<N extends keyof K & string>(kind: N, row: string, payload: Static<K[N]['payload']>): void {
    const span = currentSpan();
    this.#queue
      .add(kind, payload, {
        ...this.#kinds[kind]?.options,
        deduplication: { id: `${kind}-${row}` },
        ...(span === undefined ? {} : { telemetry: { metadata: span.traceparent } }),
      })
      .catch(this.#onFault);
  }

  /**
   * Installs all schedules, and reinstalls schedules that are missing or too far ahead. Idempotent. Many processes may
   * call this at once.
   *
   * Redis has no schedules after it has lost its data. A clock that is ahead schedules the next run far in the future.
   * Without its schedule, the sweep would not run and no lost job would be enqueued again.
   */
  async schedule(lookEveryMs = LOOK_FOR_SCHEDULE_MS): Promise<void> {
    await this.#install(this.#scheduled());
    this.#watch ??= setInterval(() => void this.#look(), lookEveryMs).unref();
  }

  #scheduled(): Scheduled[] {
    return Object.entries(this.#kinds).flatMap(([name, { everyMs, options }]) =>
      everyMs === undefined ? [] : [{ name, everyMs, options }],
    );
  }

  /** Runs one check at a time, because each check blocks during a Redis outage. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      await this.#installBroken();
    } catch (error) {
      if (!this.#stopped) this.#onFault(error);
    } finally {
      this.#looking = false;
    }
  }

  async #installBroken(): Promise<void> {
    const broken: Scheduled[] = [];
    for (const kind of this.#scheduled()) {
      const known = await this.#queue.getJobScheduler(kind.name);
      if (known === undefined || tooFarAheadMs(known.next, kind.everyMs, Date.now()) > 0) broken.push(kind);
    }
    if (broken.length > 0) await this.#install(broken);
  }

  async #install(kinds: readonly Scheduled[]): Promise<void> {
    const install = async () => {
      for (const kind of kinds) await this.#installOne(kind);
    };
    if (this.#at.redisUrl === undefined) await withSetUpLock(this.#at, install);
    else await install();
  }

  async #installOne({ name, everyMs: every, options: opts }: Scheduled): Promise<void> {
    const known = await this.#queue.getJobScheduler(name);
    // Remove the schedule first, because BullMQ would keep the time of the next run, no matter how far ahead.
    const isFar = known !== undefined && tooFarAheadMs(known.next, every, Date.now()) > 0;
    if (known !== undefined && (known.every !== every || isFar)) await this.#queue.removeJobScheduler(name);
    await this.#queue.upsertJobScheduler(name, { every }, { name, data: {}, opts });
  }

  /** Returns the number of jobs, and how late the scheduled jobs are. 0 means that the next run is on time. */
  async state(): Promise<QueueState> {
    const now = Date.now();
    const overdueMs: Record<string, number> = {};
    for (const [name, { everyMs }] of Object.entries(this.#kinds)) {
      const scheduler = everyMs === undefined ? undefined : await this.#queue.getJobScheduler(name);
      if (scheduler?.next !== undefined && everyMs !== undefined)
        overdueMs[name] = Math.max(0, now - scheduler.next, tooFarAheadMs(scheduler.next, everyMs, now));
    }
    return { counts: await this.#queue.getJobCounts('waiting', 'active', 'delayed', 'failed'), overdueMs };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#watch);
    await this.#queue.close();
  }
}

export interface WorkerOptions<K extends JobKinds> {
  readonly name: string;
  readonly kinds: K;
  readonly processors: Processors<K>;
  readonly at: JobsLocation;
  readonly concurrency: number;
  /** Observes the duration of each attempt. */
  readonly durations?: Histogram<'kind' | 'outcome'>;
  readonly onFault: (error: unknown, job?: string) => void;
  readonly onTaken?: () => void;
}

interface TakenJob {
  readonly name: string;
  readonly data: unknown;
  readonly opts: Pick<JobsOptions, 'telemetry'>;
}

/**
 * Starts running jobs. The returned function stops taking jobs, signals running jobs to skip their remaining work, and
 * waits for them.
 */
export function startWorker<K extends JobKinds>(options: WorkerOptions<K>): () => Promise<void> {
  const { name, kinds, processors, at, concurrency, durations, onFault, onTaken } = options;
  const checks = new Map<string, Check<unknown>>(
    Object.entries(kinds).map(([key, kind]) => [key, compile(kind.payload)]),
  );
  // BullMQ may still start a job that it was taking when the worker began to stop.
  const stopping = new AbortController();
  const process = async (job: TakenJob) => {
    onTaken?.();
    const processor = processors[job.name];
    const checked = checks.get(job.name)?.(job.data);
    // A payload that breaks its contract will break it again, so don't retry.
    if (processor === undefined || checked === undefined)
      throw new UnrecoverableError(`unknown kind of job: ${job.name}`);
    if (!checked.ok) throw new UnrecoverableError(`payload of ${job.name}: ${checked.fault}`);
    const stopClock = durations?.startTimer({ kind: job.name });
    try {
      // A job without a request begins its own trace.
      const { metadata = '' } = job.opts.telemetry ?? {};
      await inSpan(`job ${job.name}`, { kind: 'consumer', remote: metadata }, async () => {
        await processor(checked.value as never, stopping.signal);
      });
      stopClock?.({ outcome: 'done' });
    } catch (error) {
      stopClock?.({ outcome: 'failed' });
      throw error;
    }
  };
  const settings = {
    concurrency,
    // Another worker takes over the job and the schedule of a killed worker within about 20 s.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    maxStalledCount: 1_000,
    // Delay after a database or Redis error. BullMQ's default is 15 s.
    runRetryDelay: 1_000,
  };
  const sockets = new QueueSockets();
  const worker =
    at.redisUrl === undefined
      ? new PostgresWorker(name, process, { connection: postgresConnection(at, sockets), ...settings })
      : new RedisWorker(name, process, {
          connection: redisConnection(at.redisUrl),
          prefix: jobsSchema(at),
          ...settings,
        });
  worker.on('error', (error) => {
    sockets.leaveServerAfter(error);
    onFault(error);
  });
  worker.on('failed', (job, error) => {
    // The sweep finds what a stopped job leaves undone.
    if (worker.closing === undefined || error.name !== 'AbortError') onFault(error, job?.name);
  });
  return async () => {
    stopping.abort();
    await worker.close();
  };
}
