import { resolve } from 'node:path';
import { Environment } from '@almagest/service-kit/environment';
import type { DatabaseLocation } from '@almagest/service-kit/database';
import { readDatabaseLimits } from '@almagest/service-kit/database-limits';
import { readDrainMs } from '@almagest/service-kit/drain';
import { readTls, type ListenOptions } from '@almagest/service-kit/http-server';
import { readWatchdogSec } from '@almagest/service-kit/watchdog';
import { readMetricsPort } from '@almagest/service-kit/serve-metrics';
import { SETTINGS } from './settings.ts';

/** Everything the two processes read from the environment and the command line; `settings.ts` names the variables. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseLocation;
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
  readonly assetsDir: string;
  readonly adminToken: string | undefined;
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly tls: ListenOptions['tls'];
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
  /** Where a worker serves its metrics; undefined: nowhere. The API serves them on its own port. */
  readonly metricsPort: number | undefined;
  /** How long a process may hang before it ends itself. 0: for ever. */
  readonly watchdogSec: number;
  /** How long the API goes on answering after a signal to stop, while load balancers remove it. */
  readonly drainMs: number;
}

export function readConfig(values: Readonly<Record<string, string | undefined>>, argv: readonly string[]): Config {
  const env = new Environment(values, argv);
  const adminToken = env.secret(SETTINGS.adminToken);
  const config: Config = {
    port: env.integer(SETTINGS.port),
    host: env.text(SETTINGS.host),
    database: {
      url: env.url(SETTINGS.databaseUrl),
      schema: env.match(SETTINGS.databaseSchema),
      limits: readDatabaseLimits(env),
    },
    redisUrl: env.optionalUrl(SETTINGS.redisUrl),
    dataDir: resolve(env.text(SETTINGS.dataDir)),
    assetsDir: resolve(env.text(SETTINGS.assetsDir)),
    adminToken,
    adminUser: env.text(SETTINGS.adminUser),
    adminPassword: env.secret(SETTINGS.adminPassword) ?? adminToken,
    tls: readTls(env),
    heartbeatTimeoutSec: env.integer(SETTINGS.heartbeatTimeoutSec),
    nodeLostGraceSec: env.integer(SETTINGS.nodeLostGraceSec),
    reportGraceSec: env.integer(SETTINGS.reportGraceSec),
    maxSeedBytes: env.integer(SETTINGS.maxSeedBytes),
    maxGridPoints: env.integer(SETTINGS.maxGridPoints),
    loginRatePerMin: env.integer(SETTINGS.loginRatePerMin),
    registerRatePerMin: env.integer(SETTINGS.registerRatePerMin),
    trustProxy: env.optional(SETTINGS.trustProxy),
    logLevel: env.oneOf(SETTINGS.logLevel),
    sweepEveryMs: env.integer(SETTINGS.sweepEveryMs),
    metricsPort: readMetricsPort(env),
    watchdogSec: readWatchdogSec(env),
    drainMs: readDrainMs(env),
  };
  env.finish();
  return config;
}
