import { resolve } from 'node:path';
import { readSignIn, type SignInSettings } from '@almagest/accounts';
import { Environment } from '@almagest/service-kit/environment';
import type { DatabaseLocation } from '@almagest/service-kit/database';
import { readDatabaseLimits } from '@almagest/service-kit/database-limits';
import { readDrainMs } from '@almagest/service-kit/drain';
import { readTls, type ListenOptions } from '@almagest/service-kit/http-server';
import type { MailSettings } from '@almagest/service-kit/mail-sender';
import { readMail } from '@almagest/service-kit/mail-settings';
import { readWatchdogSec } from '@almagest/service-kit/watchdog';
import { readMetricsPort } from '@almagest/service-kit/serve-metrics';
import { SETTINGS } from './settings.ts';

/**
 * The configuration of both processes, from the environment and the command line. `settings.ts` names the variables.
 */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseLocation;
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
  readonly assetsDir: string;
  /** The folder of the agent's archives. If undefined, the output folder of `npm run build:agent` is used. */
  readonly agentDir: string | undefined;
  readonly adminToken: string | undefined;
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly tls: ListenOptions['tls'];
  readonly heartbeatTimeoutSec: number;
  readonly nodeLostGraceSec: number;
  readonly reportGraceSec: number;
  readonly workflowStuckSec: number;
  /** Undefined if mail is not configured. */
  readonly mail: MailSettings | undefined;
  readonly maxSeedBytes: number;
  readonly maxArchiveBytes: number;
  readonly maxGridPoints: number;
  readonly maxArtifactBytes: number;
  readonly logRetentionDays: number;
  readonly signIn: SignInSettings;
  readonly auditDays: number;
  readonly loginRatePerMin: number;
  readonly mcpRatePerMin: number;
  readonly registerRatePerMin: number;
  /** Whether anyone may read published grids. */
  readonly publicReleases: boolean;
  readonly publicRatePerMin: number;
  /** The public address of the service. If undefined, the address in each request is used. */
  readonly publicUrl: string | undefined;
  readonly trustProxy: string | undefined;
  /** The address to which traces are sent. If undefined, no traces are sent. */
  readonly tracesUrl: string | undefined;
  readonly logLevel: string;
  /** The interval at which the sweep looks for lost tasks and silent nodes. */
  readonly sweepEveryMs: number;
  /**
   * The port of the worker metrics. Undefined if the worker does not serve metrics. The API serves its metrics on its
   * own port.
   */
  readonly metricsPort: number | undefined;
  /** How long a process may hang before it exits, in seconds. 0 means forever. */
  readonly watchdogSec: number;
  /** How long the API continues to answer after a stop signal, while load balancers remove it. */
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
    agentDir: env.optional(SETTINGS.agentDir),
    adminToken,
    adminUser: env.text(SETTINGS.adminUser),
    adminPassword: env.secret(SETTINGS.adminPassword) ?? adminToken,
    tls: readTls(env),
    heartbeatTimeoutSec: env.integer(SETTINGS.heartbeatTimeoutSec),
    nodeLostGraceSec: env.integer(SETTINGS.nodeLostGraceSec),
    reportGraceSec: env.integer(SETTINGS.reportGraceSec),
    workflowStuckSec: env.integer(SETTINGS.workflowStuckSec),
    mail: readMail(env),
    maxSeedBytes: env.integer(SETTINGS.maxSeedBytes),
    maxArchiveBytes: env.integer(SETTINGS.maxArchiveBytes),
    maxGridPoints: env.integer(SETTINGS.maxGridPoints),
    maxArtifactBytes: env.integer(SETTINGS.maxArtifactBytes),
    logRetentionDays: env.integer(SETTINGS.logRetentionDays),
    signIn: readSignIn(env, ['viewer', 'operator', 'administrator']),
    auditDays: env.integer(SETTINGS.auditDays),
    loginRatePerMin: env.integer(SETTINGS.loginRatePerMin),
    mcpRatePerMin: env.integer(SETTINGS.mcpRatePerMin),
    registerRatePerMin: env.integer(SETTINGS.registerRatePerMin),
    publicReleases: env.integer(SETTINGS.publicReleases) === 1,
    publicRatePerMin: env.integer(SETTINGS.publicRatePerMin),
    publicUrl: env.match(SETTINGS.publicUrl) || undefined,
    trustProxy: env.optional(SETTINGS.trustProxy),
    tracesUrl: env.optionalUrl(SETTINGS.tracesUrl),
    logLevel: env.oneOf(SETTINGS.logLevel),
    sweepEveryMs: env.integer(SETTINGS.sweepEveryMs),
    metricsPort: readMetricsPort(env),
    watchdogSec: readWatchdogSec(env),
    drainMs: readDrainMs(env),
  };
  env.finish();
  return config;
}
