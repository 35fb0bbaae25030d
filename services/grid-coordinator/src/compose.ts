import { mkdir } from 'node:fs/promises';
import { OidcProvider, type AccountDeps } from '@almagest/accounts';
import { join, resolve } from 'node:path';
import { QueueCursors } from './application/tasks/queue-cursors.ts';
import { ClaimLoads } from './application/tasks/claim-loads.ts';
import type { ClaimReply, ReportReply } from '@almagest/contracts/grid';
import { openDatabase, requireMigrated } from '@almagest/service-kit/database';
import { Drain } from '@almagest/service-kit/drain';
import { FaultLog } from '@almagest/service-kit/fault-log';
import { JobWatch } from '@almagest/service-kit/job-watch';
import type { Started } from '@almagest/service-kit/process';
import { listen, type RunningServer } from '@almagest/service-kit/http-server';
import { JobQueue, startWorker } from '@almagest/service-kit/jobs';
import { openLog } from '@almagest/service-kit/log';
import { MailSender } from '@almagest/service-kit/mail-sender';
import { openMetrics, openWorkerMetrics } from '@almagest/service-kit/metrics';
import { observeService } from '@almagest/service-kit/observe-service';
import { PostgresRateLimitStore, RedisRateLimitStore, type RateLimitStore } from '@almagest/service-kit/rate-limit';
import { RunningHandlers } from '@almagest/service-kit/running-handlers';
import { serveMetrics } from '@almagest/service-kit/serve-metrics';
import { startTracing } from '@almagest/tracing/start';
import { PreparationLimit } from './application/archives/preparation-limit.ts';
import { AssetPins } from './application/assets/asset-pins.ts';
import { Coalescer } from './application/coalesce.ts';
import { NodeAuthCache } from './application/nodes/node-auth-cache.ts';
import { HeartbeatBuffer } from './application/nodes/heartbeat-buffer.ts';
import { openPointCaches } from './application/points/point-caches.ts';
import { ReproductionComparer } from './application/reproductions/compare-reproductions.ts';
import { ResidualMeasurer } from './application/models/measure-residuals.ts';
import { RunConfigs } from './application/run-configs.ts';
import { LearnedFactors } from './application/seeds/learned-factors.ts';
import { SeedPreparer } from './application/seeds/prepare-seeds.ts';
import { SeedReleaser } from './application/seeds/release-seeds.ts';
import { Sessions } from './application/service/sessions.ts';
import { claimTasks, type Claim } from './application/tasks/claim-task.ts';
import { DurationSummaries } from './application/tasks/expected-durations.ts';
import { admitReports, type Admission, type ReportOf } from './application/tasks/admit-report.ts';
import type { ReceivedReport } from './application/tasks/accepted-report.ts';
import { recordReports } from './application/tasks/report-task.ts';
import type { Config } from './config.ts';
import { ArtifactStore } from './files/artifact-store.ts';
import { AssetFolder } from './files/asset-folder.ts';
import { AssetStore } from './files/asset-store.ts';
import { ContentFolder } from './files/content-folder.ts';
import { ImportStore } from './files/archive/import-store.ts';
import { Diagnostics } from './files/diagnostics.ts';
import { SeedStore } from './files/seed-store.ts';
import { StructureReader } from './files/structure-reader.ts';
import { createApp } from './http/app.ts';
import { SESSION_COOKIE } from './http/authentication.ts';
import { listWorkflowCounts } from './application/workflows/list-workflow-counts.ts';
import { EventStream } from './http/event-stream.ts';
import { ON_DEMAND_JOBS, ON_DEMAND_QUEUE, TIMED_QUEUE, timedJobs } from './jobs/catalogue.ts';
import { jobRequests } from './jobs/job-requests.ts';
import { onDemandProcessors, timedProcessors } from './jobs/processors.ts';
import { countDeliveries, countReports, observeArtifacts, observeGrid } from './metrics.ts';
import { ChangeFeed, publishChange, type Change } from './persistence/service/change-feed.ts';
import type { Database } from './persistence/database.ts';
import { migrations } from './persistence/migrations/index.ts';
import { TextSeal } from '@almagest/durable-files';
import { WebhookSender } from './senders/webhook-sender.ts';

/**
 * The maximum number of claims per transaction. In a larger batch, the first claim would wait too long for the last
 * claim.
 */
const CLAIM_BATCH = 100;
const REPORT_BATCH = 64;

/** The folder into which `npm run build:agent` writes the archives. The relative path is the same from src and dist. */
const BUILT_AGENT = join(import.meta.dirname, '../dist/agent');

const FLUSH_EVERY_MS = 1_000;

const CONNECTIONS = { api: 10, worker: 8 } as const;

/** Opens the resources that both processes use. The resources are closed in reverse order. */
async function composeShared(config: Config, process: 'api' | 'worker') {
  // Must run before the database is opened, so that statements are traced.
  const stopTracing = await startTracing(`grid-${process}`, config.tracesUrl);
  const log = openLog(`grid-${process}`, config.logLevel);
  const faults = new FaultLog(log);
  const onFault = (error: unknown, job?: string) => faults.report('fault', error, job === undefined ? {} : { job });
  await mkdir(config.dataDir, { recursive: true });
  const seeds = await SeedStore.open(config.dataDir, config.maxSeedBytes);
  const inData = (name: string) => join(config.dataDir, name);
  const structures = new StructureReader([inData('seeds'), inData('artifacts')]);
  // Anyone may request spectra of releases, so a separate process keeps operators from waiting for them.
  const releasedSpectra = new StructureReader([inData('releases')]);
  const { db, pool } = openDatabase<Database>(config.database, {
    max: CONNECTIONS[process],
    onFault,
    forJobs: process === 'worker',
  });
  const timedKinds = timedJobs(config.sweepEveryMs);
  const at = { database: config.database, redisUrl: config.redisUrl };
  const timed = new JobQueue(TIMED_QUEUE, timedKinds, at, onFault);
  const onDemand = new JobQueue(ON_DEMAND_QUEUE, ON_DEMAND_JOBS, at, onFault);
  const tell = (change: Change): void => {
    publishChange(pool, config.database, change).catch(onFault);
  };
  return {
    log,
    onFault,
    db,
    pool,
    timedKinds,
    at,
    timed,
    queues: [timed, onDemand],
    configs: new RunConfigs(),
    seeds,
    structures,
    releasedSpectra,
    diagnostics: await Diagnostics.open(config.dataDir),
    artifacts: await ArtifactStore.open(config.dataDir),
    assets: new AssetFolder(config.assetsDir),
    assetStore: await AssetStore.open(config.dataDir),
    imports: await ImportStore.open(config.dataDir),
    releases: await ContentFolder.open(inData('releases')),
    dataDir: config.dataDir,
    preparations: new PreparationLimit(),
    maxGridPoints: config.maxGridPoints,
    maxArtifactBytes: config.maxArtifactBytes,
    sessions: new Sessions(db, config.adminUser, config.adminPassword),
    ...jobRequests(onDemand),
    notificationSeal: await TextSeal.open(config.dataDir, 'notifications'),
    onWorkflowChange: (name: string) => tell({ kind: 'workflow', name }),
    onNodeChange: (name: string) => tell({ kind: 'node', name }),
    onEnded: (tags: readonly string[]) => tags.forEach((name) => tell({ kind: 'ended', name })),
    close: async () => {
      await Promise.all([timed.stop(), onDemand.stop()]);
      await db.destroy();
      await Promise.all([structures.close(), releasedSpectra.close()]);
      await stopTracing();
    },
  };
}

type Shared = Awaited<ReturnType<typeof composeShared>>;

export async function startApi(config: Config): Promise<Started & { readonly server: RunningServer }> {
  const shared = await composeShared(config, 'api');
  const nodeAuth = new NodeAuthCache(shared.db);
  const events = new EventStream(
    {
      listCounts: () => listWorkflowCounts(shared.db),
      listEnded: (tags) => shared.sessions.listEnded(tags),
    },
    shared.onFault,
  );
  const onNodeChange = (name: string) => {
    nodeAuth.forget(name);
    shared.onNodeChange(name);
  };
  const heartbeats = new HeartbeatBuffer({
    db: shared.db,
    flushEveryMs: FLUSH_EVERY_MS,
    heartbeatTimeoutSec: config.heartbeatTimeoutSec,
    onOnline: (nodeIds) => nodeIds.forEach(onNodeChange),
    onFault: shared.onFault,
  });
  const feed = new ChangeFeed(config.database, {
    onChange: (change) => {
      if (change.kind === 'node') nodeAuth.forget(change.name);
      if (change.kind === 'ended') events.closeTagged([change.name]);
      else events.send(change.kind, change);
    },
    onListening: (listening) => {
      nodeAuth.listening = listening;
      if (listening) events.closeEnded();
    },
  });
  await feed.start();
  const drain = new Drain(config.drainMs);
  const { app, running, close } = await composeApp(config, {
    ...shared,
    nodeAuth,
    events,
    heartbeats,
    onNodeChange,
    drain,
  });
  const server = await listen(app, { host: config.host, port: config.port, tls: config.tls });
  shared.log.info({ host: config.host, port: server.port, tls: config.tls !== undefined }, 'listening');
  return {
    log: shared.log,
    server,
    watchdogSec: config.watchdogSec,
    stop: async () => {
      await drain.run();
      await events.stop();
      await server.stop();
      await running.idle();
      await heartbeats.stop();
      await feed.stop();
      await close();
      await shared.close();
    },
  };
}

type ApiParts = Shared & { nodeAuth: NodeAuthCache; events: EventStream; heartbeats: HeartbeatBuffer; drain: Drain };

/**
 * Composes claims and reports. Their database handle plans each statement once, because the statements are frequent and
 * always find their rows through an index.
 */
function composeTaskFlow(config: Config, parts: ApiParts, counted: ReturnType<typeof countReports>) {
  const { onFault } = parts;
  const { reportGraceSec } = config;
  const { db } = openDatabase<Database>(config.database, { max: 8, onFault, plans: 'once' });
  const cursors = new QueueCursors();
  const assetPins = new AssetPins();
  const loads = new ClaimLoads();
  const durations = new DurationSummaries();
  const seedFactors = new LearnedFactors();
  const claims = new Coalescer<Claim, ClaimReply>(
    (batch) => claimTasks({ ...parts, db, cursors, loads, assetPins, seedFactors, durations, reportGraceSec }, batch),
    CLAIM_BATCH,
  );
  const admissions = new Coalescer<ReportOf, Admission>((batch) => admitReports(db, batch), REPORT_BATCH);
  const reports = new Coalescer<ReceivedReport, ReportReply>(
    (batch) => counted(batch, recordReports({ ...parts, db, cursors, assetPins }, batch)),
    REPORT_BATCH,
  );
  return { claims, admissions, reports, steady: db };
}

function localAddress({ tls, port }: Config): string {
  return `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
}

/**
 * Composes the accounts of people. When a session, an API key or a person's access ends, this process ends the event
 * streams immediately. Other processes end their streams when they get the notification.
 */
function composeAccounts(
  config: Config,
  { db, events, onEnded }: ApiParts,
  hits: RateLimitStore,
): AccountDeps['accounts'] {
  const publicUrl = config.publicUrl ?? localAddress(config);
  const { hasPasswords, oidc } = config.signIn;
  return {
    db,
    service: 'g',
    builtInName: config.adminUser,
    hasBuiltIn: config.adminToken !== undefined,
    linkUrl: (token) => `${publicUrl}/#/link?token=${token}`,
    publicUrl,
    cookieName: SESSION_COOKIE,
    signIn: { hasPasswords, provider: oidc && new OidcProvider(oidc, publicUrl) },
    secureCookies: config.tls !== undefined || publicUrl.startsWith('https:'),
    hits,
    onEnded: (tags) => {
      events.closeTagged(tags);
      onEnded(tags);
    },
  };
}

async function composeApp(config: Config, parts: ApiParts) {
  const { db, log, onFault, pool } = parts;
  const { registry, requests } = openMetrics();
  const flow = composeTaskFlow(config, parts, countReports(registry));
  observeService(registry, { db, queues: parts.queues, folder: config.dataDir });
  observeGrid(registry, db, parts.configs);
  observeArtifacts(registry, db, config.maxArtifactBytes);
  const redisHits =
    config.redisUrl === undefined
      ? undefined
      : new RedisRateLimitStore(config.redisUrl, `${config.database.schema}_hits`, onFault);
  const hits = redisHits ?? new PostgresRateLimitStore(pool);
  const deps = {
    ...parts,
    accounts: composeAccounts(config, parts, hits),
    seal: await TextSeal.open(config.dataDir, 'tokens'),
    hasMail: config.mail !== undefined,
    ...flow,
    ...openPointCaches(db, pool),
    registry,
    publicReleases: config.publicReleases,
    agentDir: resolve(config.agentDir ?? BUILT_AGENT),
    publicUrl: config.publicUrl,
    reportGraceSec: config.reportGraceSec,
    heartbeatTimeoutSec: config.heartbeatTimeoutSec,
    maxArchiveBytes: config.maxArchiveBytes,
    adminToken: config.adminToken,
    adminUser: config.adminUser,
    checkReady: async () => {
      parts.drain.check();
      await requireMigrated(db, migrations);
    },
  };
  const running = new RunningHandlers();
  const app = createApp({
    deps,
    log,
    running,
    requests,
    hits,
    loginRatePerMin: config.loginRatePerMin,
    mcpRatePerMin: config.mcpRatePerMin,
    registerRatePerMin: config.registerRatePerMin,
    publicRatePerMin: config.publicRatePerMin,
    trustProxy: config.trustProxy,
  });
  return {
    app,
    running,
    close: async () => {
      await redisHits?.stop();
      await flow.steady.destroy();
    },
  };
}

export async function startWorkerProcess(config: Config): Promise<Started> {
  const shared = await composeShared(config, 'worker');
  await shared.timed.schedule();
  const { registry, durations } = openWorkerMetrics();
  observeService(registry, { db: shared.db, queues: shared.queues, folder: config.dataDir });
  const { nodeLostGraceSec, heartbeatTimeoutSec, logRetentionDays, auditDays, workflowStuckSec } = config;
  const deps = { ...shared, nodeLostGraceSec, heartbeatTimeoutSec, logRetentionDays, auditDays, workflowStuckSec };
  const webhooks = new WebhookSender();
  const mail = config.mail && new MailSender(config.mail);
  // Periodic jobs have separate connections, because expansions can take all other connections.
  const { db: timedDb } = openDatabase<Database>(config.database, { max: 3, onFault: shared.onFault, forJobs: true });
  const common = { at: shared.at, concurrency: 4, durations, onFault: shared.onFault };
  const watch = new JobWatch();
  const stopTimed = startWorker({
    ...common,
    name: TIMED_QUEUE,
    kinds: shared.timedKinds,
    onTaken: watch.taken,
    processors: timedProcessors({ ...deps, db: timedDb }),
  });
  const stopOnDemand = startWorker({
    ...common,
    name: ON_DEMAND_QUEUE,
    kinds: ON_DEMAND_JOBS,
    processors: onDemandProcessors({
      ...deps,
      releaser: new SeedReleaser(deps),
      residuals: new ResidualMeasurer(deps),
      comparer: new ReproductionComparer(deps),
      seedPreparer: new SeedPreparer(deps),
      webhooks,
      mail,
      countDelivery: countDeliveries(registry),
    }),
  });
  const { host, metricsPort: port } = config;
  const scrapes = port === undefined ? undefined : await serveMetrics(registry, { host, port });
  watch.start(shared.timed, config.watchdogSec, shared.log);
  shared.log.info('working');
  return {
    log: shared.log,
    watchdogSec: config.watchdogSec,
    stop: async () => {
      watch.stop();
      await scrapes?.stop();
      await Promise.all([stopTimed(), stopOnDemand()]);
      await webhooks.close();
      mail?.close();
      await timedDb.destroy();
      await shared.close();
    },
  };
}
