import { resolve } from 'node:path';
import { Environment } from '@almagest/service-kit/environment';
import type { DatabaseAt } from '@almagest/service-kit/database';
import { readDatabaseLimits } from '@almagest/service-kit/database-limits';
import { readDrainMs } from '@almagest/service-kit/drain';
import { readTls, type ListenAt } from '@almagest/service-kit/http-server';
import { readWatchdogSec } from '@almagest/service-kit/watchdog';
import { readMetricsPort } from '@almagest/service-kit/serve-metrics';

/** Everything the two processes read from the environment and the command line; nothing else names a variable. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseAt;
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
  readonly assetsDir: string;
  readonly adminToken: string | undefined;
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly tls: ListenAt['tls'];
  readonly heartbeatTimeoutSec: number;
  readonly nodeLostGraceSec: number;
  readonly reportGraceSec: number;
  readonly maxSeedBytes: number;
  readonly maxGridPoints: number;
  readonly loginRatePerMin: number;
  readonly registerRatePerMin: number;
  readonly trustProxy: string | undefined;
  readonly logLevel: string;
  /** How often lost tasks and silent nodes are looked for. */
  readonly sweepEveryMs: number;
  /** Where a worker answers scrapes, which the API answers at its own port; undefined: nowhere. */
  readonly metricsPort: number | undefined;
  /** How long a process may stand still before it ends itself; 0: for ever. */
  readonly watchdogSec: number;
  /** How long the API goes on answering after a signal to stop, while balancers take it out. */
  readonly drainMs: number;
}

const MIB = 1024 * 1024;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export function readConfig(values: Readonly<Record<string, string | undefined>>, argv: readonly string[]): Config {
  const env = new Environment(values, argv);
  const adminToken = env.secret('ADMIN_TOKEN');
  const config: Config = {
    port: env.integer('PORT', 8090, { max: 65_535 }),
    host: env.text('HOST', '127.0.0.1'),
    database: {
      url: env.url('DATABASE_URL', ['postgres:', 'postgresql:']),
      schema: env.match('DATABASE_SCHEMA', /^[a-z_][a-z0-9_]{0,40}$/, 'a lower-case SQL name', 'grid'),
      limits: readDatabaseLimits(env),
    },
    redisUrl: env.optionalUrl('REDIS_URL', ['redis:', 'rediss:']),
    dataDir: resolve(env.text('DATA_DIR', './data/grid')),
    assetsDir: resolve(env.text('ASSETS_DIR', './assets')),
    adminToken,
    adminUser: env.text('ADMIN_USER', 'admin'),
    adminPassword: env.secret('ADMIN_PASSWORD') ?? adminToken,
    tls: readTls(env),
    heartbeatTimeoutSec: env.integer('HEARTBEAT_TIMEOUT_SEC', 90, { min: 1 }),
    nodeLostGraceSec: env.integer('NODE_LOST_GRACE_SEC', 300),
    reportGraceSec: env.integer('REPORT_GRACE_SEC', 120),
    maxSeedBytes: env.integer('MAX_SEED_BYTES', 64 * MIB, { min: 1 }),
    maxGridPoints: env.integer('MAX_GRID_POINTS', 5_000_000, { min: 1, max: 50_000_000 }),
    loginRatePerMin: env.integer('LOGIN_RATE_PER_MIN', 10, { min: 1 }),
    registerRatePerMin: env.integer('REGISTER_RATE_PER_MIN', 30, { min: 1 }),
    trustProxy: env.optional('TRUST_PROXY'),
    logLevel: env.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    sweepEveryMs: env.integer('SWEEP_EVERY_MS', 5_000, { min: 50 }),
    metricsPort: readMetricsPort(env),
    watchdogSec: readWatchdogSec(env),
    drainMs: readDrainMs(env),
  };
  env.finish();
  return config;
}
