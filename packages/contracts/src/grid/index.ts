import { accountOperations } from '../account-operations.ts';
import * as accounts from '../accounts.ts';
import * as oidc from '../oidc.ts';
import * as passkeys from '../passkeys.ts';
import { McpMessage, mcpOperations } from '../mcp.ts';
import { API_VERSION, openApiDocument } from '../openapi.ts';
import * as agent from './agent.ts';
import * as archives from './archives.ts';
import { EmptyEnvelope } from './envelope.ts';
import { PlainTime, Timestamp } from '../schema.ts';
import * as artifacts from './artifacts.ts';
import * as assets from './assets.ts';
import * as failures from './failures.ts';
import * as judgements from './judgements.ts';
import * as joinKeys from './join-keys.ts';
import * as lineage from './lineage.ts';
import * as map from './map.ts';
import * as models from './models.ts';
import * as nodes from './nodes.ts';
import * as notifications from './notifications.ts';
import * as points from './points.ts';
import * as proposals from './proposals.ts';
import * as provenance from './provenance.ts';
import * as releases from './releases.ts';
import * as reproductions from './reproductions.ts';
import * as runningTasks from './running-tasks.ts';
import * as scheduling from './scheduling.ts';
import * as requirements from './requirements.ts';
import * as seeds from './seeds.ts';
import * as service from './service.ts';
import * as taskLogs from './task-logs.ts';
import * as tasks from './tasks.ts';
import * as validation from './validation.ts';
import * as vocabulary from './vocabulary.ts';
import * as workflows from './workflows.ts';

export * from './agent.ts';
export * from './artifacts.ts';
export * from './assets.ts';
export * from './configuration.ts';
export * from './failures.ts';
export * from './archives.ts';
export * from './join-keys.ts';
export * from './judgements.ts';
export * from './lineage.ts';
export * from './map.ts';
export * from './models.ts';
export * from './nodes.ts';
export * from './notifications.ts';
export * from './points.ts';
export * from './proposals.ts';
export * from './provenance.ts';
export * from './reported-fields.ts';
export * from './releases.ts';
export * from './reproductions.ts';
export * from './requirements.ts';
export * from './running-tasks.ts';
export * from './scheduling.ts';
export * from './seeds.ts';
export * from './service.ts';
export * from './task-logs.ts';
export * from './tasks.ts';
export * from './validation.ts';
export * from './vocabulary.ts';
export * from './workflows.ts';

/** The operations of people who use the coordinator. */
export const gridAccountOperations = accountOperations({
  failures: 'envelope',
  access: 'admin',
  roles: ['viewer', 'operator', 'administrator'],
});

/**
 * Every operation of the grid coordinator. Routers match in this order, so the operations that nodes call most come
 * first.
 */
export const gridOperations = {
  ...tasks.taskOperations,
  ...nodes.nodeOperations,
  ...service.serviceOperations,
  ...seeds.seedOperations,
  ...assets.assetOperations,
  ...workflows.workflowOperations,
  ...validation.validationOperations,
  ...proposals.proposalOperations,
  ...points.pointOperations,
  ...provenance.provenanceOperations,
  ...artifacts.artifactOperations,
  ...failures.failureOperations,
  ...notifications.notificationOperations,
  ...archives.archiveOperations,
  ...scheduling.schedulingOperations,
  ...runningTasks.runningTaskOperations,
  ...taskLogs.taskLogOperations,
  ...models.modelOperations,
  ...judgements.judgementOperations,
  ...reproductions.reproductionOperations,
  ...map.mapOperations,
  ...lineage.lineageOperations,
  ...gridAccountOperations,
  ...releases.releaseOperations,
  ...joinKeys.joinKeyOperations,
  ...agent.agentOperations,
  ...mcpOperations('admin-if-configured', 'viewer'),
};

const schemas = {
  ...accounts,
  ...agent,
  ...archives,
  ...artifacts,
  ...assets,
  ...failures,
  ...joinKeys,
  ...judgements,
  ...lineage,
  ...map,
  ...models,
  ...nodes,
  ...notifications,
  ...oidc,
  ...passkeys,
  ...points,
  ...proposals,
  ...provenance,
  ...releases,
  ...reproductions,
  ...requirements,
  ...runningTasks,
  ...scheduling,
  ...seeds,
  ...service,
  ...taskLogs,
  ...tasks,
  ...validation,
  ...vocabulary,
  ...workflows,
};

/** Returns the document that the coordinator serves as `/openapi.json`. `docs/openapi/grid.json` is a copy. */
export function gridDocument() {
  return openApiDocument('Almagest grid coordinator', API_VERSION, gridOperations, {
    EmptyEnvelope,
    McpMessage,
    PlainTime,
    Timestamp,
    ...schemas,
  });
}
