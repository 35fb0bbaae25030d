import type { joinKeyOperations, nodeOperations } from '@almagest/contracts/grid';
import { bearerToken } from '@almagest/service-kit/credentials';
import type { Handlers } from '@almagest/service-kit/http-edge';
import {
  approveNode,
  disableNode,
  enableNode,
  listNodes,
  rejectNode,
  reissueNodeToken,
  setNodeQuota,
} from '../application/nodes/manage-nodes.ts';
import { readFleetHistory } from '../application/nodes/fleet-history.ts';
import { createJoinKey, listJoinKeys, revokeJoinKey } from '../application/nodes/manage-join-keys.ts';
import { readNode } from '../application/nodes/read-node.ts';
import { removeNode } from '../application/nodes/remove-node.ts';
import { recordHeartbeat } from '../application/nodes/record-heartbeat.ts';
import { checkNodeStatus, registerNode } from '../application/nodes/register-node.ts';
import type { Caller } from './authentication.ts';
import { done, envelope } from './replies.ts';
import type { RoutesDeps } from './routes-deps.ts';

/** Handles applications and announcements of nodes, and the administration of nodes. */
export function nodeRoutes(deps: RoutesDeps): Handlers<typeof nodeOperations & typeof joinKeyOperations, Caller> {
  return {
    registerNode: ({ body, req }) => registerNode(deps, body, { token: bearerToken(req), address: req.ip }),
    checkNodeStatus: ({ body }) => checkNodeStatus(deps, body),
    recordHeartbeat: ({ body, caller }) => recordHeartbeat(deps.heartbeats, nodeOf(caller).node, body),
    listNodes: async () => (await deps.heartbeats.flush(), envelope(await listNodes(deps))),
    readNode: async ({ params }) => (await deps.heartbeats.flush(), envelope(await readNode(deps.db, params.node_id))),
    readFleetHistory: async ({ query }) => envelope(await readFleetHistory(deps.db, query)),
    removeNode: async ({ params }) => done(removeNode(deps, params.node_id), `node ${params.node_id} is removed`),
    approveNode: async ({ params, query }) =>
      envelope(await approveNode(deps, params.node_id, query.applied_at), `node ${params.node_id} is approved`),
    rejectNode: async ({ params }) => done(rejectNode(deps, params.node_id), `node ${params.node_id} is rejected`),
    reissueNodeToken: async ({ params }) =>
      envelope(await reissueNodeToken(deps, params.node_id), `node ${params.node_id} has a new token`),
    disableNode: async ({ params }) => done(disableNode(deps, params.node_id), `node ${params.node_id} is disabled`),
    enableNode: async ({ params }) => done(enableNode(deps, params.node_id), `node ${params.node_id} is enabled`),
    listJoinKeys: async () => envelope(await listJoinKeys(deps)),
    createJoinKey: async ({ body }) => envelope(await createJoinKey(deps, body), 'keep the key: it is shown only once'),
    revokeJoinKey: ({ params, body }) =>
      done(revokeJoinKey(deps, params.id, body.disable_nodes === true), 'the join key is revoked'),
    setNodeQuota: async ({ params, body }) =>
      done(
        setNodeQuota(deps, params.node_id, body.admin_max_slots),
        `the quota of node ${params.node_id} is ${body.admin_max_slots ?? 'unlimited'}`,
      ),
  };
}

export function nodeOf(caller: Caller): Caller & { kind: 'node' } {
  if (caller.kind !== 'node') throw new Error(`the caller of an operation for nodes is ${caller.kind}`);
  return caller;
}
