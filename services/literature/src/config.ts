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
import type { Retention } from './application/papers/clean-up.ts';
import { SETTINGS } from './settings.ts';
import { FULL_TEXT_SOURCES, type FullTextSourceName, type FullTextUrls } from './sources/full-text/sources.ts';
import { readTranslation, type TranslationConfig } from './translation-config.ts';

/**
 * The configuration of the API and the worker, from the environment and the command line. `settings.ts` names the
 * variables.
 */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseLocation;
  readonly redisUrl: string | undefined;
  readonly tls: ListenOptions['tls'];
  /** The address of the reader for links, without a slash at the end. */
  readonly publicUrl: string;
  /** Undefined if mail is not configured. */
  readonly mail: MailSettings | undefined;
  readonly signIn: SignInSettings;
  readonly auditDays: number;
  readonly loginRatePerMin: number;
  readonly mcpRatePerMin: number;
  readonly libraryDir: string;
  readonly authConfig: {
    readonly apiToken: string | undefined;
    /** Whether to serve requests without a token on any address and under any host name. */
    readonly allowOpen: boolean;
  };
  readonly catalog: {
    readonly apiUrl: string;
    readonly apiKey: string | undefined;
    /** The address of the gateway that links to full texts and needs no key. Only the public catalog has a gateway. */
    readonly gatewayUrl: string | undefined;
  };
  readonly preprintApiUrl: string;
  readonly fullTextUrls: FullTextUrls;
  /**
   * The models of an OpenAI-compatible provider. Operations that need a model fail if the model's name or the
   * provider's address is not configured.
   */
  readonly models: {
    readonly baseUrl: string | undefined;
    readonly apiKey: string | undefined;
    readonly chatModel: string | undefined;
    readonly visionModel: string | undefined;
    readonly embeddingModel: string | undefined;
    /** Time limits in milliseconds: for silence of the provider, and for a whole call. */
    readonly idleMs: number;
    readonly totalMs: number;
  };
  readonly translation: TranslationConfig;
  readonly agent: { readonly runMs: number; readonly toolMs: number };
  readonly retention: Retention;
  /** Limits on rendering one paper for the reader. */
  readonly render: { readonly timeoutMs: number };
  readonly nameResolverUrl: string;
  readonly zoteroApiUrl: string;
  readonly maxUploadBytes: number;
  readonly maxDownloadBytes: number;
  /** Replaces the interval between requests for all hosts. 0 disables rate limiting. */
  readonly upstreamMinIntervalMs: number | undefined;
  /** How long a host may be silent before or during its response. */
  readonly upstreamTimeoutMs: number;
  readonly trustProxy: string | undefined;
  /** The address to which traces are sent. Undefined if traces are disabled. */
  readonly tracesUrl: string | undefined;
  readonly logLevel: string;
  readonly sweepEveryMs: number;
  /**
   * The port for metrics of the worker. Undefined if the worker does not serve metrics. The API serves its metrics on
   * `port`.
   */
  readonly metricsPort: number | undefined;
  /** How long the event loop may be blocked before the process exits. 0 means no limit. */
  readonly watchdogSec: number;
  /** How long the API continues to serve after a stop signal, so that balancers can remove it. */
  readonly drainMs: number;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

type Address = (typeof SETTINGS)[
  | 'catalogApiUrl'
  | 'preprintApiUrl'
  | FullTextSourceName
  | 'nameResolverUrl'
  | 'zoteroApiUrl'];

export function readConfig(values: Readonly<Record<string, string | undefined>>, argv: readonly string[]): Config {
  const env = new Environment(values, argv);
  const address = (setting: Address) => (env.optionalUrl(setting) ?? setting.fallback).replace(/(?<!\/)\/+$/, '');
  const apiToken = env.secret(SETTINGS.apiToken);
  const host = env.text(SETTINGS.host);
  const port = env.integer(SETTINGS.port);
  const tls = readTls(env);
  const allowOpen = env.optional(SETTINGS.allowOpen) === '1';
  if (apiToken === undefined && !LOOPBACK.has(host) && !allowOpen)
    env.refuse(
      `HOST is ${host}, and API_TOKEN is not set: anyone could use the library. Set API_TOKEN, or ALLOW_OPEN=1`,
    );
  const config: Config = {
    port,
    host,
    database: {
      url: env.url(SETTINGS.databaseUrl),
      schema: env.match(SETTINGS.databaseSchema),
      limits: readDatabaseLimits(env),
    },
    redisUrl: env.optionalUrl(SETTINGS.redisUrl),
    tls,
    publicUrl: env.match(SETTINGS.publicUrl) || `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    mail: readMail(env),
    signIn: readSignIn(env, ['reader', 'member', 'administrator'], env.optional(SETTINGS.oidcGroupClaim)),
    auditDays: env.integer(SETTINGS.auditDays),
    loginRatePerMin: env.integer(SETTINGS.loginRatePerMin),
    mcpRatePerMin: env.integer(SETTINGS.mcpRatePerMin),
    libraryDir: resolve(env.text(SETTINGS.libraryDir)),
    authConfig: { apiToken, allowOpen },
    catalog: {
      apiUrl: address(SETTINGS.catalogApiUrl),
      apiKey: env.secret(SETTINGS.catalogApiKey),
      gatewayUrl:
        env.optional(SETTINGS.catalogApiUrl) === undefined ? 'https://ui.adsabs.harvard.edu/link_gateway' : undefined,
    },
    preprintApiUrl: address(SETTINGS.preprintApiUrl),
    fullTextUrls: Object.fromEntries(
      FULL_TEXT_SOURCES.map(({ name }) => [name, address(SETTINGS[name])]),
    ) as FullTextUrls,
    models: readModels(env),
    translation: readTranslation(env),
    agent: readAgent(env),
    retention: readRetention(env),
    render: { timeoutMs: env.integer(SETTINGS.pageTimeoutMs) },
    nameResolverUrl: address(SETTINGS.nameResolverUrl),
    zoteroApiUrl: address(SETTINGS.zoteroApiUrl),
    ...readTransferLimits(env),
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

function readTransferLimits(env: Environment) {
  const interval = env.optional(SETTINGS.upstreamMinIntervalMs);
  return {
    maxUploadBytes: env.integer(SETTINGS.maxUploadBytes),
    maxDownloadBytes: env.integer(SETTINGS.maxDownloadBytes),
    upstreamMinIntervalMs: interval === undefined ? undefined : env.integer(SETTINGS.upstreamMinIntervalMs),
    upstreamTimeoutMs: env.integer(SETTINGS.upstreamTimeoutMs),
  };
}

function readModels(env: Environment): Config['models'] {
  return {
    baseUrl: env.optionalUrl(SETTINGS.openaiBaseUrl)?.replace(/(?<!\/)\/+$/, ''),
    apiKey: env.secret(SETTINGS.openaiApiKey),
    chatModel: env.optional(SETTINGS.chatModel),
    visionModel: env.optional(SETTINGS.visionModel),
    embeddingModel: env.optional(SETTINGS.embeddingModel),
    idleMs: env.integer(SETTINGS.modelIdleTimeoutMs),
    totalMs: env.integer(SETTINGS.modelTimeoutMs),
  };
}

function readAgent(env: Environment): Config['agent'] {
  return { runMs: env.integer(SETTINGS.agentRunTimeoutMs), toolMs: env.integer(SETTINGS.agentToolTimeoutMs) };
}

function readRetention(env: Environment): Retention {
  return {
    eventDays: env.integer(SETTINGS.agentEventDays),
    deletedSessionDays: env.integer(SETTINGS.deletedSessionDays),
    translationDays: env.integer(SETTINGS.translationMemoryDays),
  };
}
