import { accountOperations } from '../account-operations.ts';
import * as accounts from '../accounts.ts';
import * as oidc from '../oidc.ts';
import * as passkeys from '../passkeys.ts';
import { McpMessage, mcpOperations } from '../mcp.ts';
import { API_VERSION, openApiDocument } from '../openapi.ts';
import { EmptyEnvelope } from './envelope.ts';
import { PlainTime, Timestamp } from '../schema.ts';
import * as subjects from './subjects.ts';

export * from './configuration.ts';
export * from './reported-fields.ts';
export * from './subjects.ts';

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
  ...subjects.taskOperations,
  ...subjects.nodeOperations,
  ...subjects.serviceOperations,
  ...subjects.seedOperations,
  ...subjects.assetOperations,
  ...subjects.workflowOperations,
  ...subjects.validationOperations,
  ...subjects.proposalOperations,
  ...subjects.pointOperations,
  ...subjects.provenanceOperations,
  ...subjects.artifactOperations,
  ...subjects.failureOperations,
  ...subjects.notificationOperations,
  ...subjects.archiveOperations,
  ...subjects.schedulingOperations,
  ...subjects.runningTaskOperations,
  ...subjects.taskLogOperations,
  ...subjects.modelOperations,
  ...subjects.judgementOperations,
  ...subjects.reproductionOperations,
  ...subjects.mapOperations,
  ...subjects.lineageOperations,
  ...gridAccountOperations,
  ...subjects.releaseOperations,
  ...subjects.joinKeyOperations,
  ...subjects.agentOperations,
  ...mcpOperations('admin-if-configured', 'viewer'),
};

/** Returns the document that the coordinator serves as `/openapi.json`. `docs/openapi/grid.json` is a copy. */
export function gridDocument() {
  return openApiDocument('Almagest grid coordinator', API_VERSION, gridOperations, {
    EmptyEnvelope,
    McpMessage,
    PlainTime,
    Timestamp,
    ...accounts,
    ...oidc,
    ...passkeys,
    ...subjects,
  });
}
