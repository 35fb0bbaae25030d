import {
  type agentOperations,
  type failureOperations,
  type archiveOperations,
  gridDocument,
  type artifactOperations,
  type assetOperations,
  type gridOperations,
  type lineageOperations,
  type mapOperations,
  type notificationOperations,
  type pointOperations,
  type PointsQuery,
  type provenanceOperations,
  type runningTaskOperations,
  type schedulingOperations,
  type seedOperations,
  type serviceOperations,
  type taskLogOperations,
  type taskOperations,
  type validationOperations,
  type workflowOperations,
  workflowSchemaDocument,
} from '@almagest/contracts/grid';
import { accountRoutes } from '@almagest/accounts';
import { readBuild } from '@almagest/service-kit/build';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { LINE_LIST } from '../domain/assets/asset-list.ts';
import { listAssets } from '../application/assets/list-assets.ts';
import { declareArtifacts } from '../application/artifacts/declare-artifacts.ts';
import { listArtifacts, readArtifactUse } from '../application/artifacts/list-artifacts.ts';
import { receiveArtifact } from '../application/artifacts/receive-artifact.ts';
import { readImport, receiveArchive } from '../application/archives/receive-archive.ts';
import type { NodeIdentity } from '../application/nodes/node-auth-cache.ts';
import {
  createSubscription,
  deleteSubscription,
  listDeliveries,
  listSubscriptions,
  testSubscription,
} from '../application/notifications/manage-subscriptions.ts';
import { explainPoint } from '../application/points/explain-point.ts';
import { exportPoints, listPoints, readPoint } from '../application/points/list-points.ts';
import { requireWorkflow } from '../application/workflows/require-workflow.ts';
import { readLineage } from '../application/points/read-lineage.ts';
import { readProvenance } from '../application/points/read-provenance.ts';
import { releaseHeld } from '../application/points/release-held.ts';
import { rearmPoints } from '../application/points/rearm-points.ts';
import { checkAsset } from '../application/seeds/find-download.ts';
import { cancelNodeTasks, cancelTask } from '../application/tasks/cancel-tasks.ts';
import { listRunningTasks } from '../application/tasks/list-running-tasks.ts';
import { listHeldTasks, returnTask } from '../application/tasks/return-task.ts';
import { keepTaskLog, readTaskLog } from '../application/tasks/task-logs.ts';
import { reportTask } from '../application/tasks/report-task.ts';
import { listSeeds, readSeedVersions } from '../application/seeds/list-seeds.ts';
import { importSeed } from '../application/seeds/import-seed.ts';
import { readStatus } from '../application/service/cluster-status.ts';
import {
  createWorkflow,
  deleteWorkflow,
  readWorkflow,
  summarizeWorkflows,
  updateWorkflow,
} from '../application/workflows/manage-workflows.ts';
import { addProduct } from '../application/workflows/add-product.ts';
import { extendGrid } from '../application/workflows/extend-grid.ts';
import { startWorkflow, stopWorkflow } from '../application/workflows/run-workflow.ts';
import { listFailures } from '../application/workflows/list-failures.ts';
import { readForecast } from '../application/workflows/read-forecast.ts';
import { pauseClaims, readScheduling, resumeClaims, setScheduling } from '../application/workflows/steer-claims.ts';
import { validateWorkflow } from '../application/workflows/validate-workflow.ts';
import { readProgress, readStats } from '../application/workflows/workflow-progress.ts';
import { sendAgentFile, sendArtifact, sendAsset, sendSeed } from './downloads.ts';
import { identityOf, type Caller } from './authentication.ts';
import { consoleApp } from './pages/console.ts';
import { Documentation } from '@almagest/service-kit/docs-page';
import { withImport, withReport } from './report-form.ts';
import { sendExport } from './send-export.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { nodeOf, nodeRoutes } from './node-routes.ts';
import { done, envelope } from './replies.ts';
import { releaseRoutes } from './release-routes.ts';
import { judgementRoutes, modelRoutes, proposalRoutes, reproductionRoutes } from './model-routes.ts';
import type { RoutesDeps } from './routes-deps.ts';
import { endSession, openSession, readSession, tagsOfStream } from './session-routes.ts';

/** Returns a handler for every operation of the contract. A missing handler is a compile error. */
export function routes(deps: RoutesDeps): Handlers<typeof gridOperations, Caller> {
  return {
    ...serviceRoutes(deps),
    ...nodeRoutes(deps),
    ...taskRoutes(deps),
    ...seedRoutes(deps),
    ...workflowRoutes(deps),
    ...proposalRoutes(deps),
    ...pointRoutes(deps),
    ...artifactRoutes(deps),
    ...notificationRoutes(deps),
    ...archiveRoutes(deps),
    ...schedulingRoutes(deps),
    ...runningTaskRoutes(deps),
    ...modelRoutes(deps),
    ...judgementRoutes(deps),
    ...reproductionRoutes(deps),
    ...accountRoutes<Caller>(deps, identityOf),
    ...mcpRoutes(deps),
    ...releaseRoutes(deps),
    ...agentRoutes(deps),
  };
}

function agentRoutes({ agentDir }: RoutesDeps): Handlers<typeof agentOperations, Caller> {
  return {
    readAgentScript: ({ res }) => sendAgentFile(agentDir, 'install.sh', res),
    downloadAgent: ({ params, res }) => sendAgentFile(agentDir, params.file, res),
  };
}

function serviceRoutes(deps: RoutesDeps): Handlers<typeof serviceOperations, Caller> {
  const documentation = new Documentation(gridDocument);
  return {
    readHealth: () => ({ status: 'ok', ...readBuild() }),
    readReadiness: async () => (await deps.checkReady(), { status: 'ok' }),
    readMetrics: async ({ res }) => void res.type(deps.registry.contentType).send(await deps.registry.metrics()),
    readOpenApi: () => documentation.document,
    readDocs: ({ res }) => void res.type('html').send(documentation.page),
    readConsole: ({ res }) => consoleApp.sendPage(res),
    readConsoleAsset: ({ params, res }) => consoleApp.sendFile(params.file, res),
    streamEvents: ({ caller, req, res }) => deps.events.open(res, tagsOfStream(deps, caller, req)),
    readStatus: () => readStatus(deps.db, deps.heartbeats),
    login: ({ body, req, res }) => openSession(deps, body, req, res),
    logout: ({ req, res }) => endSession(deps, req, res),
    readSession: ({ caller }) => readSession(caller),
  };
}

function taskRoutes(
  deps: RoutesDeps,
): Handlers<typeof taskOperations & Pick<typeof taskLogOperations, 'sendTaskLog'>, Caller> {
  return {
    claimTask: async ({ caller }) => {
      const { node, tokenHash } = nodeOf(caller);
      deps.heartbeats.recordContact(node.nodeId);
      if (deps.heartbeats.hasBeatsOf(node.nodeId)) await deps.heartbeats.flush();
      return await deps.claims.submit({ nodeId: node.nodeId, tokenHash, machine: node.machine });
    },
    reportTask: async ({ caller, req }) => {
      const { node } = nodeOf(caller);
      deps.heartbeats.recordContact(node.nodeId);
      return await withReport(deps, req, node.nodeId, (form) => reportTask(deps, form));
    },
    listHeldTasks: ({ caller }) => listHeldTasks(deps.db, nodeOf(caller).node.nodeId),
    returnTask: ({ caller, body }) => returnTask(deps, nodeOf(caller).node.nodeId, body),
    sendTaskLog: ({ caller, body }) => keepTaskLog(deps.db, nodeOf(caller).node.nodeId, body),
  };
}

function seedRoutes(deps: RoutesDeps): Handlers<typeof seedOperations & typeof assetOperations, Caller> {
  return {
    listAssets: async ({ query }) => envelope(await listAssets(deps, query)),
    listSeeds: async ({ query }) => envelope(await listSeeds(deps.db, query)),
    listSeedVersions: async ({ params }) => envelope(await readSeedVersions(deps.db, params.point)),
    downloadSeed: ({ params, query, caller, res }) =>
      sendSeed(deps, { ...query, name: params.name }, nodeIdentityOf(caller), res),
    downloadDataFile: async ({ params, query, caller, res }) => {
      await checkAsset(deps.db, nodeIdentityOf(caller), params.filename);
      await sendAsset(deps, { path: params.filename, version: query.version }, res);
    },
    downloadLineList: async ({ query, caller, res }) => {
      await checkAsset(deps.db, nodeIdentityOf(caller), undefined);
      await sendAsset(deps, { path: LINE_LIST, version: query.version }, res);
    },
    importSeed: ({ query, req }) =>
      withImport(deps, req, query.workflow ?? 'imported', (input) => importSeed(deps, input)),
  };
}

function workflowRoutes(
  deps: RoutesDeps,
): Handlers<typeof workflowOperations & typeof validationOperations & typeof failureOperations, Caller> {
  const schema = workflowSchemaDocument();
  return {
    validateWorkflow: async ({ body }) => envelope(await validateWorkflow(deps, body), 'nothing is saved'),
    readWorkflowSchema: () => schema,
    listWorkflows: async () => envelope(await summarizeWorkflows(deps)),
    createWorkflow: ({ body }) => done(createWorkflow(deps, body), `workflow ${body.name} is saved`),
    readWorkflow: async ({ params }) => envelope(await readWorkflow(deps, params.name)),
    updateWorkflow: ({ params, body }) =>
      done(
        updateWorkflow(deps, params.name, body),
        `workflow ${params.name} is saved and takes effect at the next start`,
      ),
    extendGrid: async ({ params, body }) => envelope(await extendGrid(deps, params.name, body), 'nothing is saved'),
    deleteWorkflow: ({ params }) => done(deleteWorkflow(deps, params.name), `workflow ${params.name} is deleted`),
    addProduct: async ({ params, body }) => {
      const reply = await addProduct(deps, params.name, body);
      const when = reply.queued ? 'is queued' : 'is computed after the next start';
      return envelope(
        reply,
        body.dry_run === true ? 'nothing is saved' : `the product ${when} for ${reply.points} points`,
      );
    },
    startWorkflow: async ({ params }) => {
      const { warnings } = await startWorkflow(deps, params.name);
      return envelope(null, [`workflow ${params.name} is being initialised`, ...warnings].join('; '));
    },
    stopWorkflow: ({ params }) => done(stopWorkflow(deps, params.name), `workflow ${params.name} is paused`),
    readStats: async ({ params }) => envelope(await readStats(deps, params.name)),
    readForecast: async ({ params }) => envelope(await readForecast(deps, params.name)),
    listFailures: async ({ params, query }) => envelope(await listFailures(deps.db, params.name, query)),
    readProgress: async ({ params, query }) => envelope(await readProgress(deps.db, params.name, query.hours ?? 24)),
  };
}

function pointRoutes(
  deps: RoutesDeps,
): Handlers<
  typeof pointOperations & typeof provenanceOperations & typeof mapOperations & typeof lineageOperations,
  Caller
> {
  return {
    listPoints: async ({ params, query }) => envelope(await listPoints(deps, params.name, query)),
    readPoint: async ({ params, query }) =>
      envelope(await readPoint(deps, params.name, { ...query, point: params.point })),
    readMap: async ({ params, query }) => envelope(await deps.maps.read(params.name, query)),
    readMapPlane: async ({ params, query }) =>
      envelope(await deps.planes.read(params.name, params.plane, query, new Date())),
    explainPoint: async ({ params }) => envelope(await explainPoint(deps, params.name, params.point)),
    readProvenance: async ({ params, query }) =>
      envelope(await readProvenance(deps.db, params.name, { ...query, point: params.point })),
    readLineage: async ({ params, query }) =>
      envelope(await readLineage(deps.db, params.name, { point: params.point, version: query.version })),
    releasePoints: async ({ params, body }) => envelope(await releaseHeld(deps, params.name, body)),
    rearmPoints: async ({ params, body }) => envelope(await rearmPoints(deps, params.name, body)),
    exportPoints: ({ params, query, res }) => sendCsv(deps, params.name, query, res),
  };
}

function artifactRoutes(deps: RoutesDeps): Handlers<typeof artifactOperations, Caller> {
  return {
    declareArtifacts: ({ caller, body }) => {
      const { nodeId } = nodeOf(caller).node;
      deps.heartbeats.recordContact(nodeId);
      return declareArtifacts(deps, nodeId, body);
    },
    uploadArtifact: ({ caller, params, query, req }) => {
      const { nodeId } = nodeOf(caller).node;
      deps.heartbeats.recordContact(nodeId);
      const { task_id: taskId, offset = 0 } = query;
      return receiveArtifact(deps, nodeId, { taskId, offset, sha256: params.sha256 }, req);
    },
    listArtifacts: async ({ params, query }) => envelope(await listArtifacts(deps, params.name, query)),
    readArtifactUse: async ({ params }) => envelope(await readArtifactUse(deps, params.name)),
    downloadArtifact: ({ params, res }) => sendArtifact(deps, params.sha256, res),
  };
}

function notificationRoutes(deps: RoutesDeps): Handlers<typeof notificationOperations, Caller> {
  return {
    listSubscriptions: async () => envelope(await listSubscriptions(deps)),
    createSubscription: async ({ body }) => envelope(await createSubscription(deps, body), 'subscribed'),
    deleteSubscription: ({ params }) => done(deleteSubscription(deps, params.id), 'the subscription is removed'),
    testSubscription: async ({ params }) =>
      envelope(await testSubscription(deps, params.id), 'a test notification was queued'),
    listDeliveries: async ({ params, query }) => envelope(await listDeliveries(deps, params.id, query)),
  };
}

function archiveRoutes(deps: RoutesDeps): Handlers<typeof archiveOperations, Caller> {
  return {
    exportWorkflow: ({ params, query, res }) => sendExport(deps, params.name, query, res),
    uploadArchive: async ({ params, query, req }) =>
      envelope(await receiveArchive(deps, { ...params, ...query, content: req })),
    readImport: async ({ params }) => envelope(await readImport(deps, params.sha256)),
  };
}

function schedulingRoutes(deps: RoutesDeps): Handlers<typeof schedulingOperations, Caller> {
  return {
    readScheduling: async () => envelope(await readScheduling(deps)),
    setScheduling: async ({ params, body }) =>
      envelope(await setScheduling(deps, params.name, body), `the new scheduling of ${params.name} is in effect`),
    pauseClaims: async ({ body }) =>
      envelope(await pauseClaims(deps, body.reason ?? null), 'claims are paused, running tasks finish'),
    resumeClaims: () => done(resumeClaims(deps), 'claims are resumed'),
  };
}

function runningTaskRoutes(
  deps: RoutesDeps,
): Handlers<typeof runningTaskOperations & Pick<typeof taskLogOperations, 'readTaskLog'>, Caller> {
  return {
    listRunningTasks: async ({ query }) => envelope(await listRunningTasks(deps, query)),
    readTaskLog: async ({ params }) => envelope(await readTaskLog(deps.db, params.task_id)),
    cancelTask: async ({ params, body }) =>
      envelope(await cancelTask(deps, params.task_id, body), `task ${params.task_id} is cancelled`),
    cancelNodeTasks: async ({ params, body }) => envelope(await cancelNodeTasks(deps, params.node_id, body)),
  };
}

function nodeIdentityOf(caller: Caller): NodeIdentity | undefined {
  return caller.kind === 'node' ? caller.node : undefined;
}

async function sendCsv(
  { db }: RoutesDeps,
  name: string,
  filter: Pick<PointsQuery, 'status' | 'method' | 'wave' | 'q'>,
  res: Response,
): Promise<void> {
  const { id } = await requireWorkflow(db, name);
  res.type('text/csv');
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Content-Disposition', `attachment; filename="${name}-points.csv"`);
  await pipeline(Readable.from(exportPoints(db, id, filter)), res);
}
