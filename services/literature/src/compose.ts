import { OidcProvider, type AccountDeps } from '@almagest/accounts';
import { LibraryReader, StyleFormatter } from '@almagest/bibliography';
import { PageParser } from '@almagest/latexml-markdown';
import { TextSeal } from '@almagest/durable-files';
import { openDatabase, requireMigrated } from '@almagest/service-kit/database';
import { Drain } from '@almagest/service-kit/drain';
import { FaultLog } from '@almagest/service-kit/fault-log';
import { JobWatch } from '@almagest/service-kit/job-watch';
import type { Started } from '@almagest/service-kit/process';
import { listen, type RunningServer } from '@almagest/service-kit/http-server';
import { JobQueue, startWorker } from '@almagest/service-kit/jobs';
import { RENEW_EVERY_MS } from '@almagest/service-kit/lease';
import { openLog } from '@almagest/service-kit/log';
import { MailSender } from '@almagest/service-kit/mail-sender';
import { openMetrics, openWorkerMetrics, type Registry } from '@almagest/service-kit/metrics';
import { observeService } from '@almagest/service-kit/observe-service';
import { PostgresRateLimitStore } from '@almagest/service-kit/rate-limit';
import { RunningHandlers } from '@almagest/service-kit/running-handlers';
import { serveMetrics } from '@almagest/service-kit/serve-metrics';
import { startTracing } from '@almagest/tracing/start';
import { agentFeed } from './application/agent/agent-feed.ts';
import { AgentRunner } from './application/agent/agent-runner.ts';
import { ToolBox } from './application/agent/tool-box.ts';
import { agentTools } from './application/agent-tools/agent-tools.ts';
import type { CheckDeps } from './application/alerts/check-alert.ts';
import { TextCache } from './application/bibliographies/text-cache.ts';
import { readAssetBatch, readMetaSync } from './application/batches/batch-status.ts';
import { batchSteps } from './application/batches/batch-steps.ts';
import type { BatchDeps } from './application/batches/leased-batch.ts';
import type { ImportLinkedDeps } from './application/linked/import-linked.ts';
import { drawSvg } from './application/figures/draw-svg.ts';
import { FullTextReader } from './application/reading/document-reader.ts';
import { RenderedPapers } from './application/reading/rendered-papers.ts';
import { BUILT_IN_NAME, findViewer } from './application/people/find-viewer.ts';
import { followGroups } from './application/people/follow-groups.ts';
import { keepSharedWork } from './application/people/leave-service.ts';
import { ObjectFinder } from './application/targets/object-finder.ts';
import { ChunkEmbedder } from './application/retrieval/embed-chunks.ts';
import { VectorSearch } from './application/retrieval/vector-search.ts';
import type { Config } from './config.ts';
import { AGENT_LIMITS } from './domain/agent/limits.ts';
import { LibraryStore } from './files/library-store.ts';
import { AgentStreams } from './http/agent-stream.ts';
import { AnswerStreams } from './http/answer-stream.ts';
import { createApp } from './http/app.ts';
import { SESSION_COOKIE } from './http/authentication.ts';
import { ProgressStream } from './http/event-stream.ts';
import { ON_DEMAND_JOBS, ON_DEMAND_QUEUE, TIMED_QUEUE, timedJobs } from './jobs/catalogue.ts';
import { onDemandProcessors, timedProcessors } from './jobs/processors.ts';
import { countRenderings, countUpstream, observeLibrary, observeRenderings } from './metrics.ts';
import type { BatchEnd } from './persistence/batches/batch-repository.ts';
import type { BatchKind, Database, Db } from './persistence/database.ts';
import { migrations } from './persistence/migrations/index.ts';
import { openUpstream } from './upstream.ts';
import type pg from 'pg';

const JOB_OF: Readonly<Record<BatchKind, 'runMetaSync' | 'runAssetBatch'>> = {
  meta: 'runMetaSync',
  asset: 'runAssetBatch',
};

/** Opens the resources that the API and the worker use. Resources are closed in reverse order. */
async function composeShared(config: Config, process: 'api' | 'worker', registry: Registry) {
  // Tracing must start before the database is opened, so that the statements are traced.
  const stopTracing = await startTracing(`literature-${process}`, config.tracesUrl);
  const log = openLog(`literature-${process}`, config.logLevel);
  const faults = new FaultLog(log);
  const onFault = (error: unknown, job?: string) => faults.report('fault', error, job === undefined ? {} : { job });
  const files = await LibraryStore.open(config.libraryDir);
  const { db, pool } = openDatabase<Database>(config.database, { max: 16, onFault, forJobs: process === 'worker' });
  const timedKinds = timedJobs(config.sweepEveryMs);
  const at = { database: config.database, redisUrl: config.redisUrl };
  const timed = new JobQueue(TIMED_QUEUE, timedKinds, at, onFault);
  const onDemand = new JobQueue(ON_DEMAND_QUEUE, ON_DEMAND_JOBS, at, onFault);
  // Two processes are used, so that the classification of a downloaded page does not wait for the parse of a paper.
  const pages = new PageParser({ processes: 2 });
  const maxWait = process === 'api' ? 'interactive' : 'batch';
  const upstream = openUpstream(config, db, { maxWait, pages }, countUpstream(registry));
  observeService(registry, { db, queues: [timed, onDemand], folder: config.libraryDir });
  const { catalog } = upstream;
  const reader = new FullTextReader(upstream.fetchFigure, pages);
  return {
    log,
    onFault,
    db,
    pool,
    files,
    timedKinds,
    at,
    timed,
    catalog,
    sources: [catalog, upstream.preprint],
    exportFromCatalog:
      config.catalog.apiKey === undefined ? undefined : (bibcodes: readonly string[]) => catalog.exportBibtex(bibcodes),
    fetcher: upstream.fullText,
    models: upstream.models,
    zotero: upstream.zotero,
    scix: catalog,
    seal: await TextSeal.open(config.libraryDir, 'libraries'),
    vectors: new VectorSearch(db),
    objects: new ObjectFinder(db, upstream.names),
    translation: config.translation,
    retention: config.retention,
    auditDays: config.auditDays,
    findViewer: (accountId: string | null) => findViewer({ db }, accountId),
    drawSvg,
    reader,
    pages,
    requestBatch: (kind: BatchKind, run: number, name = String(run)) => onDemand.enqueue(JOB_OF[kind], name, { run }),
    requestAgent: (name: string) => onDemand.enqueue('runAgent', name, {}),
    requestAlert: (alert: number, name: string) => onDemand.enqueue('checkAlert', name, { alert }),
    requestLinked: (library: number, name: string) => onDemand.enqueue('importLinked', name, { library }),
    close: async () => {
      await Promise.all([timed.stop(), onDemand.stop()]);
      await pages.close();
      await upstream.models.close();
      await upstream.close();
      await db.destroy();
      await stopTracing();
    },
  };
}

/**
 * Composes the accounts of people. Event streams poll the database to find out whether their caller still has access.
 */
function composeAccounts(
  config: Config,
  { db, pool }: { readonly db: Db; readonly pool: pg.Pool },
): AccountDeps['accounts'] {
  const { hasPasswords, oidc } = config.signIn;
  return {
    db,
    service: 'l',
    builtInName: BUILT_IN_NAME,
    hasBuiltIn: config.authConfig.apiToken !== undefined,
    linkUrl: (token) => `${config.publicUrl}/#/link?token=${token}`,
    publicUrl: config.publicUrl,
    signIn: {
      hasPasswords,
      provider: oidc && new OidcProvider(oidc, config.publicUrl),
      onGroups: followGroups,
    },
    cookieName: SESSION_COOKIE,
    secureCookies: config.publicUrl.startsWith('https:'),
    hits: new PostgresRateLimitStore(pool),
    onEnded: () => undefined,
    onRemove: keepSharedWork,
  };
}

/** Starts the API process, which answers requests. */
export async function startApi(config: Config): Promise<Started & { readonly server: RunningServer }> {
  const { registry, requests } = openMetrics();
  const shared = await composeShared(config, 'api', registry);
  const { db, log, onFault } = shared;
  observeLibrary(registry, db);
  const progress = new ProgressStream(
    { meta: () => readMetaSync({ db }), asset: () => readAssetBatch({ db }) },
    onFault,
  );
  const agentStreams = new AgentStreams(agentFeed(db), onFault);
  const answerStreams = new AnswerStreams();
  const drain = new Drain(config.drainMs);
  const libraries = new LibraryReader();
  const styles = new StyleFormatter();
  const rendered = new RenderedPapers(shared.files, countRenderings(registry), config.render);
  observeRenderings(registry, rendered);
  const deps = {
    ...shared,
    accounts: composeAccounts(config, shared),
    publicUrl: config.publicUrl,
    hasMail: config.mail !== undefined,
    registry,
    progress,
    agentStreams,
    answerStreams,
    rendered,
    libraries,
    styles,
    groupTexts: new TextCache(),
    preprintWebUrl: config.fullTextUrls.preprint_web,
    checkReady: async () => {
      drain.check();
      await requireMigrated(db, migrations);
    },
  };
  const running = new RunningHandlers();
  const app = createApp({ ...config, deps, log, running, requests });
  const server = await listen(app, { host: config.host, port: config.port, tls: config.tls });
  log.info({ host: config.host, port: server.port }, 'listening');
  return {
    log,
    server,
    watchdogSec: config.watchdogSec,
    stop: async () => {
      await drain.run();
      await Promise.all([progress.stop(), agentStreams.stop(), answerStreams.stop()]);
      await server.stop();
      await running.idle();
      await rendered.close();
      await libraries.close();
      await styles.close();
      await shared.close();
    },
  };
}

function isWhole({ outcome }: BatchEnd): boolean {
  return outcome === 'completed' || outcome === 'stopped';
}

/** Starts the worker process, which runs batches, resumes abandoned batches and cleans up. */
export async function startWorkerProcess(config: Config): Promise<Started> {
  const { registry, durations } = openWorkerMetrics();
  const shared = await composeShared(config, 'worker', registry);
  await shared.timed.schedule();
  const leases = openDatabase<Database>(config.database, { max: 2, onFault: shared.onFault }).db;
  const limits = { ...AGENT_LIMITS, ...config.agent };
  const agents = new AgentRunner({ ...shared, tools: new ToolBox(agentTools(shared)), limits }, leases);
  const mail = config.mail && new MailSender(config.mail);
  const embedder = new ChunkEmbedder({ ...shared, now: () => performance.now() });
  const deps = {
    ...shared,
    // Tests shorten the sweep interval. The renewal interval must not be longer.
    renewEveryMs: Math.min(RENEW_EVERY_MS, config.sweepEveryMs),
    reportEnd: (end: Parameters<BatchDeps['reportEnd']>[0]) =>
      shared.log[isWhole(end) ? 'info' : 'warn'](end, 'a batch ended'),
    reportCheck: (check: Parameters<CheckDeps['reportCheck']>[0]) =>
      shared.log[check.failures.length === 0 ? 'info' : 'warn'](check, 'checked an alert'),
    reportLinked: (end: Parameters<ImportLinkedDeps['reportLinked']>[0]) =>
      shared.log[end.failure === '' ? 'info' : 'warn'](end, 'imported a linked library'),
    steps: batchSteps(shared),
    agents,
    embedder,
    mail,
    publicUrl: config.publicUrl,
  };
  const common = { at: shared.at, concurrency: 4, durations, onFault: shared.onFault };
  const watch = new JobWatch();
  const stopTimed = startWorker({
    ...common,
    name: TIMED_QUEUE,
    kinds: shared.timedKinds,
    onTaken: watch.taken,
    processors: timedProcessors(deps),
  });
  const stopOnDemand = startWorker({
    ...common,
    name: ON_DEMAND_QUEUE,
    kinds: ON_DEMAND_JOBS,
    processors: onDemandProcessors(deps),
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
      await Promise.all([stopTimed(), stopOnDemand(), agents.stop()]);
      mail?.close();
      await leases.destroy();
      await shared.close();
    },
  };
}
