import { resolve } from 'node:path';
import { Environment } from '@almagest/service-kit/environment';
import type { DatabaseAt } from '@almagest/service-kit/database';
import { readDatabaseLimits } from '@almagest/service-kit/database-limits';
import { readDrainMs } from '@almagest/service-kit/drain';
import { readTls, type ListenAt } from '@almagest/service-kit/http-server';
import { readWatchdogSec } from '@almagest/service-kit/watchdog';
import { readMetricsPort } from '@almagest/service-kit/serve-metrics';
import type { Retention } from './application/papers/clean-up.ts';
import { AGENT_LIMITS } from './domain/agent/limits.ts';
import { readTranslation, type TranslationConfig } from './translation-config.ts';

/** Everything the two processes read from the environment and the command line; nothing else names a variable. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseAt;
  readonly redisUrl: string | undefined;
  readonly tls: ListenAt['tls'];
  readonly libraryDir: string;
  readonly entrance: {
    readonly apiToken: string | undefined;
    /** Without a token: on any address, under any name. */
    readonly allowOpen: boolean;
  };
  readonly catalog: {
    readonly apiUrl: string;
    readonly apiKey: string | undefined;
    /** The way to full texts without a key; only of the public catalog. */
    readonly gatewayUrl: string | undefined;
  };
  readonly preprint: { readonly apiUrl: string; readonly webUrl: string; readonly mirrorUrl: string };
  /** Any OpenAI-compatible provider; without an address or a model's name, what needs it refuses. */
  readonly models: {
    readonly baseUrl: string | undefined;
    readonly apiKey: string | undefined;
    readonly chatModel: string | undefined;
    readonly visionModel: string | undefined;
    readonly embeddingModel: string | undefined;
    /** How long the provider may be silent, and how long a call may take in all. */
    readonly idleMs: number;
    readonly totalMs: number;
  };
  readonly translation: TranslationConfig;
  readonly agent: { readonly runMs: number; readonly toolMs: number };
  readonly retention: Retention;
  /** What typesetting one paper for the reader may take. */
  readonly render: { readonly timeoutMs: number };
  readonly nameResolverUrl: string;
  readonly maxUploadBytes: number;
  readonly maxDownloadBytes: number;
  /** Replaces the pace of every host; 0 switches it off. */
  readonly upstreamMinIntervalMs: number | undefined;
  /** How long a host may be silent: before its answer, and in the midst of it. */
  readonly upstreamTimeoutMs: number;
  readonly trustProxy: string | undefined;
  readonly logLevel: string;
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
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const WEB = ['https:', 'http:'];

export function readConfig(values: Readonly<Record<string, string | undefined>>, argv: readonly string[]): Config {
  const env = new Environment(values, argv);
  const address = (variable: string, fallback: string) =>
    (env.optionalUrl(variable, WEB) ?? fallback).replace(/(?<!\/)\/+$/, '');
  const apiToken = env.secret('API_TOKEN');
  const host = env.text('HOST', '127.0.0.1');
  const allowOpen = env.optional('ALLOW_OPEN') === '1';
  if (apiToken === undefined && !LOOPBACK.has(host) && !allowOpen)
    env.refuse(
      `HOST is ${host}, and API_TOKEN is not set: anyone could use the library. Set API_TOKEN, or ALLOW_OPEN=1`,
    );
  const interval = env.optional('UPSTREAM_MIN_INTERVAL_MS');
  const config: Config = {
    port: env.integer('PORT', 8000, { max: 65_535 }),
    host,
    database: {
      url: env.url('DATABASE_URL', ['postgres:', 'postgresql:']),
      schema: env.match('DATABASE_SCHEMA', /^[a-z_][a-z0-9_]{0,40}$/, 'a lower-case SQL name', 'literature'),
      limits: readDatabaseLimits(env),
    },
    redisUrl: env.optionalUrl('REDIS_URL', ['redis:', 'rediss:']),
    tls: readTls(env),
    libraryDir: resolve(env.text('LIBRARY_DIR', './data/literature')),
    entrance: { apiToken, allowOpen },
    catalog: {
      apiUrl: address('CATALOG_API_URL', 'https://api.adsabs.harvard.edu/v1'),
      apiKey: env.secret('CATALOG_API_KEY'),
      gatewayUrl:
        env.optional('CATALOG_API_URL') === undefined ? 'https://ui.adsabs.harvard.edu/link_gateway' : undefined,
    },
    preprint: {
      apiUrl: address('PREPRINT_API_URL', 'https://export.arxiv.org/api/query'),
      webUrl: address('PREPRINT_WEB_URL', 'https://arxiv.org'),
      mirrorUrl: address('PREPRINT_MIRROR_URL', 'https://ar5iv.labs.arxiv.org'),
    },
    models: readModels(env),
    translation: readTranslation(env),
    agent: {
      runMs: env.integer('AGENT_RUN_TIMEOUT_MS', AGENT_LIMITS.runMs, { min: 1 }),
      toolMs: env.integer('AGENT_TOOL_TIMEOUT_MS', AGENT_LIMITS.toolMs, { min: 1 }),
    },
    retention: readRetention(env),
    render: { timeoutMs: env.integer('PAGE_TIMEOUT_MS', 60_000, { min: 1 }) },
    nameResolverUrl: address('NAME_RESOLVER_URL', 'https://cds.unistra.fr/cgi-bin/nph-sesame'),
    maxUploadBytes: env.integer('MAX_UPLOAD_BYTES', 100 * MIB, { min: 1 }),
    maxDownloadBytes: env.integer('MAX_DOWNLOAD_BYTES', 100 * MIB, { min: 1 }),
    upstreamMinIntervalMs: interval === undefined ? undefined : env.integer('UPSTREAM_MIN_INTERVAL_MS', 0),
    upstreamTimeoutMs: env.integer('UPSTREAM_TIMEOUT_MS', 60_000, { min: 1 }),
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

function readModels(env: Environment): Config['models'] {
  return {
    baseUrl: env.optionalUrl('OPENAI_BASE_URL', WEB)?.replace(/(?<!\/)\/+$/, ''),
    apiKey: env.secret('OPENAI_API_KEY'),
    chatModel: env.optional('CHAT_MODEL'),
    visionModel: env.optional('VISION_MODEL'),
    embeddingModel: env.optional('EMBEDDING_MODEL'),
    idleMs: env.integer('MODEL_IDLE_TIMEOUT_MS', 120_000, { min: 1 }),
    totalMs: env.integer('MODEL_TIMEOUT_MS', 600_000, { min: 1 }),
  };
}

function readRetention(env: Environment): Retention {
  return {
    eventDays: env.integer('AGENT_EVENT_DAYS', 7, { min: 1 }),
    putAwayDays: env.integer('DELETED_SESSION_DAYS', 30, { min: 1 }),
    translationDays: env.integer('TRANSLATION_MEMORY_DAYS', 365, { min: 1 }),
  };
}
