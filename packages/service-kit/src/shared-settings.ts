import type { Settings } from './setting.ts';

const DATABASE_TIMEOUT = { unit: 'ms' } as const;

/** The variables that both services read. */
export const SHARED_SETTINGS = {
  host: {
    name: 'HOST',
    fallback: '127.0.0.1',
    usedBy: ['api', 'worker'],
    meaning: 'address that the API listens on, and the worker for scrapes. `0.0.0.0`: every one of the machine',
  },
  metricsPort: {
    name: 'METRICS_PORT',
    fallback: 0,
    defaultText: 'no port',
    max: 65_535,
    usedBy: ['worker'],
    meaning: 'where the worker answers `/metrics`; the API does so at its own port',
  },
  drainMs: {
    name: 'DRAIN_MS',
    fallback: 0,
    max: 8_000,
    unit: 'ms',
    usedBy: ['api'],
    meaning:
      'how long the API goes on answering after SIGTERM, not ready any more, so that a balancer takes it out first',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    defaultText: 'required',
    secret: true,
    protocols: ['postgres:', 'postgresql:'],
    usedBy: ['api', 'worker', 'migrate'],
    meaning: 'PostgreSQL 17 or newer',
  },
  redisUrl: {
    name: 'REDIS_URL',
    secret: true,
    protocols: ['redis:', 'rediss:'],
    usedBy: ['api', 'worker', 'migrate'],
    meaning: 'set: background jobs and rate limits use Redis instead of PostgreSQL',
  },
  tlsCertFile: {
    name: 'TLS_CERT_FILE',
    usedBy: ['api'],
    meaning: 'file of the certificate to serve HTTPS with; needs `TLS_KEY_FILE`',
  },
  tlsKeyFile: { name: 'TLS_KEY_FILE', usedBy: ['api'], meaning: 'file of its private key' },
  trustProxy: {
    name: 'TRUST_PROXY',
    defaultText: 'off',
    usedBy: ['api'],
    meaning: 'Express’s `trust proxy`, as the number of proxies in front, so that limits see the real address',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    usedBy: ['api', 'worker'],
    meaning: 'the least severe events that are logged',
  },
  sweepEveryMs: {
    name: 'SWEEP_EVERY_MS',
    fallback: 5_000,
    min: 50,
    unit: 'ms',
    usedBy: ['worker'],
    meaning:
      'how often the worker looks for what was left behind: silent nodes, lost tasks, forgotten starts, stopped batches',
  },
  watchdogSec: {
    name: 'WATCHDOG_SEC',
    fallback: 60,
    max: 86_400,
    unit: 's',
    usedBy: ['api', 'worker'],
    meaning: 'how long a process may stand still before it ends itself, to be started afresh; 0: for ever',
  },
  databaseStatementTimeoutMs: {
    ...DATABASE_TIMEOUT,
    name: 'DATABASE_STATEMENT_TIMEOUT_MS',
    fallback: 60_000,
    usedBy: ['api', 'worker'],
    meaning: 'time limit of a statement of a request; 0: none',
  },
  databaseJobStatementTimeoutMs: {
    ...DATABASE_TIMEOUT,
    name: 'DATABASE_JOB_STATEMENT_TIMEOUT_MS',
    fallback: 900_000,
    usedBy: ['worker'],
    meaning: 'time limit of a statement of a background job; 0: none',
  },
  databaseLockTimeoutMs: {
    ...DATABASE_TIMEOUT,
    name: 'DATABASE_LOCK_TIMEOUT_MS',
    fallback: 30_000,
    usedBy: ['api', 'worker'],
    meaning: 'how long a statement waits for a row or table that other work has locked; 0: for ever',
  },
  databaseIdleTimeoutMs: {
    ...DATABASE_TIMEOUT,
    name: 'DATABASE_IDLE_TIMEOUT_MS',
    fallback: 120_000,
    usedBy: ['api', 'worker'],
    meaning: 'after which a transaction in which nothing happens is ended; 0: never',
  },
  databaseConnectionTimeoutMs: {
    ...DATABASE_TIMEOUT,
    name: 'DATABASE_CONNECTION_TIMEOUT_MS',
    fallback: 10_000,
    min: 1,
    usedBy: ['api', 'worker'],
    meaning: 'how long to wait for a free connection to the database',
  },
} as const satisfies Settings;
