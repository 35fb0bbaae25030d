import type { Settings } from './setting.ts';

const DATABASE_TIMEOUT = { unit: 'ms' } as const;

export const SHARED_SETTINGS = {
  host: {
    name: 'HOST',
    fallback: '127.0.0.1',
    usedBy: ['api', 'worker'],
    meaning: 'listen address of the API and of the worker’s metrics. `0.0.0.0`: all addresses of the machine',
  },
  metricsPort: {
    name: 'METRICS_PORT',
    fallback: 0,
    defaultText: 'no port',
    max: 65_535,
    usedBy: ['worker'],
    meaning: 'port of the worker’s `/metrics`. The API serves its metrics on `PORT`',
  },
  drainMs: {
    name: 'DRAIN_MS',
    fallback: 0,
    max: 8_000,
    unit: 'ms',
    usedBy: ['api'],
    meaning:
      'how long the API answers after SIGTERM while reporting not ready, so that a load balancer removes it first',
  },
  mcpRatePerMin: {
    name: 'MCP_RATE_PER_MIN',
    fallback: 300,
    min: 1,
    unit: 'requests',
    usedBy: ['api'],
    meaning: 'requests of MCP clients per minute and client address',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: '',
    defaultText: 'the port on 127.0.0.1',
    pattern: /^(?:https?:\/\/[^\s/?#]+)?$/,
    expected: 'an address without a path, such as https://grid.example.org',
    usedBy: ['api', 'worker'],
    meaning:
      'address of the service for browsers. Invitations, mail, releases and passkeys use it. With `https:`, cookies are only sent over HTTPS',
  },
  auditDays: {
    name: 'AUDIT_DAYS',
    fallback: 400,
    min: 30,
    max: 36_500,
    unit: 'days',
    usedBy: ['worker'],
    meaning: 'how long rows of the audit log are kept',
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
    meaning: 'if set, background jobs and rate limits use Redis instead of PostgreSQL',
  },
  tlsCertFile: {
    name: 'TLS_CERT_FILE',
    usedBy: ['api'],
    meaning: 'certificate file for HTTPS. Requires `TLS_KEY_FILE`',
  },
  tlsKeyFile: { name: 'TLS_KEY_FILE', usedBy: ['api'], meaning: 'private key file of the certificate' },
  trustProxy: {
    name: 'TRUST_PROXY',
    defaultText: 'off',
    usedBy: ['api'],
    meaning: 'Express’s `trust proxy`, such as the number of proxies, so that rate limits see the client’s address',
  },
  tracesUrl: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    protocols: ['http:', 'https:'],
    usedBy: ['api', 'worker'],
    meaning: 'where to send traces (OTLP over HTTP, JSON), such as http://collector:4318. If unset, tracing is off',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    usedBy: ['api', 'worker'],
    meaning: 'least severe level that is logged',
  },
  sweepEveryMs: {
    name: 'SWEEP_EVERY_MS',
    fallback: 5_000,
    min: 50,
    unit: 'ms',
    usedBy: ['worker'],
    meaning: 'how often the worker looks for silent nodes, lost tasks, missed starts and interrupted batches',
  },
  watchdogSec: {
    name: 'WATCHDOG_SEC',
    fallback: 60,
    max: 86_400,
    unit: 's',
    usedBy: ['api', 'worker'],
    meaning: 'how long a process may hang before it exits, so that its supervisor restarts it. 0: no limit',
  },
  databaseStatementTimeoutMs: {
    ...DATABASE_TIMEOUT,
    name: 'DATABASE_STATEMENT_TIMEOUT_MS',
    fallback: 60_000,
    usedBy: ['api', 'worker'],
    meaning: 'time limit for a database statement of a request. 0: no limit',
  },
  databaseJobStatementTimeoutMs: {
    ...DATABASE_TIMEOUT,
    name: 'DATABASE_JOB_STATEMENT_TIMEOUT_MS',
    fallback: 900_000,
    usedBy: ['worker'],
    meaning: 'time limit for a database statement of a background job. 0: no limit',
  },
  databaseLockTimeoutMs: {
    ...DATABASE_TIMEOUT,
    name: 'DATABASE_LOCK_TIMEOUT_MS',
    fallback: 30_000,
    usedBy: ['api', 'worker'],
    meaning: 'how long a statement waits for a locked row or table. 0: no limit',
  },
  databaseIdleTimeoutMs: {
    ...DATABASE_TIMEOUT,
    name: 'DATABASE_IDLE_TIMEOUT_MS',
    fallback: 120_000,
    usedBy: ['api', 'worker'],
    meaning: 'how long a transaction may be idle before it is ended. 0: no limit',
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

/** How people sign in to both services. */
export const SIGN_IN_SETTINGS = {
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    protocols: ['https:', 'http:'],
    usedBy: ['api'],
    meaning: 'address of the OpenID Connect provider',
  },
  oidcClientId: { name: 'OIDC_CLIENT_ID', usedBy: ['api'], meaning: 'client id of the service' },
  oidcClientSecret: { name: 'OIDC_CLIENT_SECRET', secret: true, usedBy: ['api'], meaning: 'client secret' },
  oidcName: {
    name: 'OIDC_NAME',
    defaultText: 'the host of the provider',
    usedBy: ['api'],
    meaning: 'provider name on the sign-in page',
  },
  oidcScope: {
    name: 'OIDC_SCOPE',
    fallback: 'openid profile email',
    usedBy: ['api'],
    meaning: 'requested scopes',
  },
  oidcRoleClaim: {
    name: 'OIDC_ROLE_CLAIM',
    usedBy: ['api'],
    meaning: 'claim that decides the role',
  },
  oidcRoleMap: {
    name: 'OIDC_ROLE_MAP',
    usedBy: ['api'],
    meaning: 'role of each value: `staff=administrator;*=ROLE`',
  },
  localAccounts: {
    name: 'LOCAL_ACCOUNTS',
    fallback: 'on',
    values: ['on', 'off'],
    usedBy: ['api'],
    meaning: 'whether people can sign in with passwords',
  },
} as const satisfies Settings;
