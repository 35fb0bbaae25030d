import type { Settings } from '@almagest/service-kit/setting';
import { MAIL_SETTINGS } from '@almagest/service-kit/mail-settings';
import { SHARED_SETTINGS, SIGN_IN_SETTINGS } from '@almagest/service-kit/shared-settings';
import { AGENT_LIMITS } from './domain/agent/limits.ts';
import { FULL_TEXT_SETTINGS } from './sources/full-text/sources.ts';

const MIB = 1024 * 1024;
const WEB = ['https:', 'http:'] as const;
const BOTH = ['api', 'worker'] as const;

/** The settings of the catalog, the preprint server and the name resolver. */
const SOURCE_SETTINGS = {
  catalogApiKey: {
    name: 'CATALOG_API_KEY',
    secret: true,
    usedBy: BOTH,
    meaning: 'the catalog’s key. Without it, the catalog is not queried and BibTeX cannot be exported',
  },
  catalogApiUrl: {
    name: 'CATALOG_API_URL',
    fallback: 'https://api.adsabs.harvard.edu/v1',
    protocols: WEB,
    usedBy: BOTH,
    meaning: 'the catalog’s API. The public catalog’s full-text links are used only if this is not set',
  },
  preprintApiUrl: {
    name: 'PREPRINT_API_URL',
    fallback: 'https://export.arxiv.org/api/query',
    protocols: WEB,
    usedBy: BOTH,
    meaning: 'the preprint server’s query interface',
  },
  ...FULL_TEXT_SETTINGS,
  nameResolverUrl: {
    name: 'NAME_RESOLVER_URL',
    fallback: 'https://cds.unistra.fr/cgi-bin/nph-sesame',
    protocols: WEB,
    usedBy: BOTH,
    meaning: 'the CDS name resolver, up to `/nph-sesame`',
  },
  zoteroApiUrl: {
    name: 'ZOTERO_API_URL',
    fallback: 'https://api.zotero.org',
    protocols: WEB,
    usedBy: BOTH,
    meaning: 'Zotero’s web API',
  },
  maxUploadBytes: {
    name: 'MAX_UPLOAD_BYTES',
    fallback: 100 * MIB,
    min: 1,
    unit: 'bytes',
    usedBy: ['api'],
    meaning: 'larger uploads get 413',
  },
  maxDownloadBytes: {
    name: 'MAX_DOWNLOAD_BYTES',
    fallback: 100 * MIB,
    min: 1,
    unit: 'bytes',
    usedBy: BOTH,
    meaning: 'larger downloads get the diagnosis `too_large`',
  },
  upstreamMinIntervalMs: {
    name: 'UPSTREAM_MIN_INTERVAL_MS',
    fallback: 0,
    defaultText: 'in ms: 3000 for the preprint API, 1000 for web sites, 250 for the name resolver, 100 for the catalog',
    unit: 'ms',
    usedBy: BOTH,
    meaning: 'pause between requests to a source, for all sources and shared by all processes. 0: no pause',
  },
  upstreamTimeoutMs: {
    name: 'UPSTREAM_TIMEOUT_MS',
    fallback: 60_000,
    min: 1,
    unit: 'ms',
    usedBy: BOTH,
    meaning: 'how long a source may be silent',
  },
} as const satisfies Settings;

const MODEL_SETTINGS = {
  openaiBaseUrl: {
    name: 'OPENAI_BASE_URL',
    protocols: WEB,
    usedBy: BOTH,
    meaning:
      'an OpenAI-compatible provider, as in `https://host/v1`. Without one, operations that need a model are refused',
  },
  openaiApiKey: {
    name: 'OPENAI_API_KEY',
    secret: true,
    usedBy: BOTH,
    meaning: 'the provider’s key. A local provider may need none',
  },
  chatModel: { name: 'CHAT_MODEL', usedBy: BOTH, meaning: 'the provider’s model for text' },
  visionModel: {
    name: 'VISION_MODEL',
    defaultText: 'the model for text',
    usedBy: BOTH,
    meaning: 'the provider’s model for figures',
  },
  embeddingModel: {
    name: 'EMBEDDING_MODEL',
    usedBy: BOTH,
    meaning:
      'the provider’s model for vectors, the same for all processes. Without one, passages are found only by their words',
  },
  modelIdleTimeoutMs: {
    name: 'MODEL_IDLE_TIMEOUT_MS',
    fallback: 120_000,
    min: 1,
    unit: 'ms',
    usedBy: BOTH,
    meaning: 'how long the provider may be silent',
  },
  modelTimeoutMs: {
    name: 'MODEL_TIMEOUT_MS',
    fallback: 600_000,
    min: 1,
    unit: 'ms',
    usedBy: BOTH,
    meaning: 'how long a call of a model may take, including retries',
  },
  translationLanguage: {
    name: 'TRANSLATION_LANGUAGE',
    fallback: 'zh-CN',
    usedBy: BOTH,
    meaning: 'the language of translations, as a tag (BCP 47)',
  },
  glossaryFile: {
    name: 'GLOSSARY_FILE',
    defaultText: 'the glossary that ships for `zh-CN`',
    usedBy: BOTH,
    meaning: 'a custom glossary: CSV of `term,translation`. Lines that begin with `#` are comments',
  },
} as const satisfies Settings;

const AGENT_SETTINGS = {
  agentRunTimeoutMs: {
    name: 'AGENT_RUN_TIMEOUT_MS',
    fallback: AGENT_LIMITS.runMs,
    min: 1,
    unit: 'ms',
    usedBy: ['worker'],
    meaning: 'how long a run of the agent may take, not counting the time it waits for the user',
  },
  agentToolTimeoutMs: {
    name: 'AGENT_TOOL_TIMEOUT_MS',
    fallback: AGENT_LIMITS.toolMs,
    min: 1,
    unit: 'ms',
    usedBy: ['worker'],
    meaning: 'how long one call of a tool may take',
  },
  agentEventDays: {
    name: 'AGENT_EVENT_DAYS',
    fallback: 7,
    min: 1,
    unit: 'days',
    usedBy: ['worker'],
    meaning: 'how long the events of a session are kept',
  },
  deletedSessionDays: {
    name: 'DELETED_SESSION_DAYS',
    fallback: 30,
    min: 1,
    unit: 'days',
    usedBy: ['worker'],
    meaning: 'how long a deleted session is kept',
  },
  translationMemoryDays: {
    name: 'TRANSLATION_MEMORY_DAYS',
    fallback: 365,
    min: 1,
    unit: 'days',
    usedBy: ['worker'],
    meaning: 'how long an unused cached translation is kept',
  },
} as const satisfies Settings;

/** Every environment variable of the literature service's processes. */
export const SETTINGS = {
  port: { name: 'PORT', fallback: 8000, max: 65_535, usedBy: ['api'], meaning: 'port that the API listens on' },
  host: SHARED_SETTINGS.host,
  metricsPort: SHARED_SETTINGS.metricsPort,
  drainMs: SHARED_SETTINGS.drainMs,
  databaseUrl: SHARED_SETTINGS.databaseUrl,
  databaseSchema: {
    name: 'DATABASE_SCHEMA',
    fallback: 'literature',
    pattern: /^[a-z_][a-z0-9_]{0,40}$/,
    expected: 'a lower-case SQL name',
    usedBy: ['api', 'worker', 'migrate'],
    meaning: 'schema of the service. Its jobs are in `<schema>_jobs`',
  },
  redisUrl: SHARED_SETTINGS.redisUrl,
  libraryDir: {
    name: 'LIBRARY_DIR',
    fallback: './data/literature',
    usedBy: BOTH,
    meaning: 'the folder of full texts, Markdown and figures, shared by all processes',
  },
  apiToken: {
    name: 'API_TOKEN',
    secret: true,
    usedBy: ['api'],
    meaning:
      'if set, every API call needs it. If not, the API is open to programs and its own pages, and only on loopback unless `ALLOW_OPEN=1`',
  },
  publicUrl: SHARED_SETTINGS.publicUrl,
  ...MAIL_SETTINGS,
  ...SIGN_IN_SETTINGS,
  oidcGroupClaim: {
    name: 'OIDC_GROUP_CLAIM',
    usedBy: ['api'],
    meaning: 'claim that lists the groups of a person',
  },
  auditDays: SHARED_SETTINGS.auditDays,
  mcpRatePerMin: SHARED_SETTINGS.mcpRatePerMin,
  loginRatePerMin: {
    name: 'LOGIN_RATE_PER_MIN',
    fallback: 10,
    min: 1,
    unit: 'requests',
    usedBy: ['api'],
    meaning: 'attempts to sign in or to use a link per minute and client address',
  },
  allowOpen: {
    name: 'ALLOW_OPEN',
    defaultText: 'off',
    usedBy: ['api'],
    meaning: '`1`: listen on addresses other than loopback even without `API_TOKEN`',
  },
  ...SOURCE_SETTINGS,
  pageTimeoutMs: {
    name: 'PAGE_TIMEOUT_MS',
    fallback: 60_000,
    min: 1,
    unit: 'ms',
    usedBy: ['api'],
    meaning: 'limit on the processor time for converting one paper to HTML',
  },
  ...MODEL_SETTINGS,
  ...AGENT_SETTINGS,
  tlsCertFile: SHARED_SETTINGS.tlsCertFile,
  tlsKeyFile: SHARED_SETTINGS.tlsKeyFile,
  trustProxy: SHARED_SETTINGS.trustProxy,
  tracesUrl: SHARED_SETTINGS.tracesUrl,
  logLevel: SHARED_SETTINGS.logLevel,
  sweepEveryMs: SHARED_SETTINGS.sweepEveryMs,
  watchdogSec: SHARED_SETTINGS.watchdogSec,
  databaseStatementTimeoutMs: SHARED_SETTINGS.databaseStatementTimeoutMs,
  databaseJobStatementTimeoutMs: SHARED_SETTINGS.databaseJobStatementTimeoutMs,
  databaseLockTimeoutMs: SHARED_SETTINGS.databaseLockTimeoutMs,
  databaseIdleTimeoutMs: SHARED_SETTINGS.databaseIdleTimeoutMs,
  databaseConnectionTimeoutMs: SHARED_SETTINGS.databaseConnectionTimeoutMs,
} as const satisfies Settings;
