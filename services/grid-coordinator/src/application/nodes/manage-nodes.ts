import { recordAudit } from '@almagest/accounts';
import { digestOf } from '@almagest/service-kit/credentials';
import type { AdminNode, IssuedToken } from '@almagest/contracts/grid';
import { databaseTime } from '@almagest/service-kit/database-time';
import { Refusal } from '@almagest/service-kit/refusal';
import { checkAction, checkApplication, type NodeAction } from '../../domain/nodes/node-lifecycle.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { forgetOutcomes } from '../../persistence/nodes/node-doubt-repository.ts';
import {
  listNodeOverviews,
  lockNode,
  updateNode,
  type NodeChange,
  type NodeOverview,
  type NodeRow,
} from '../../persistence/nodes/node-repository.ts';
import type { TextSeal } from '@almagest/durable-files';
import { newToken } from '../../security/token.ts';

export interface NodesDeps {
  readonly db: Db;
  readonly seal: TextSeal;
  readonly onNodeChange: (nodeId: string) => void;
}

const PICK_UP_MS = 24 * 3_600_000;

export async function listNodes({ db }: Pick<NodesDeps, 'db'>): Promise<AdminNode[]> {
  return (await listNodeOverviews(db)).map(toAdminNode);
}

export function toAdminNode(node: NodeOverview): AdminNode {
  return {
    node_id: node.node_id,
    status: node.status,
    token_status: node.has_token ? 'active' : 'none',
    token_issued_at: node.token_issued_at?.toISOString() ?? null,
    admin_max_slots: node.admin_max_slots,
    max_slots: node.max_slots,
    last_heartbeat: node.last_seen?.toISOString() ?? null,
    running_tasks: node.running_tasks,
    allowance: node.allowance,
    paused_until: node.paused_until?.toISOString() ?? null,
    applied_at: node.applied_at.toISOString(),
    applied_from: node.applied_from,
    replaces: node.replaces?.toISOString() ?? null,
    contested:
      node.contested_at === null ? null : { address: node.contested_from, at: node.contested_at.toISOString() },
    host: node.instance_host,
    machine: node.machine,
    second_machine: secondMachine(node),
    message: remarksOn(node),
  };
}

function secondMachine({ second_host: host, second_at: at }: NodeOverview): AdminNode['second_machine'] {
  return host === null || at === null ? null : { host, at: at.toISOString() };
}

/** Returns details that the status doesn't show, or null if there are no such details. */
function remarksOn(node: NodeOverview): string | null {
  const remarks = [remarkOn(node), remarkOnInstance(node), ...remarksOnApplicant(node)].filter(
    (remark) => remark !== null,
  );
  return remarks.length === 0 ? null : remarks.join('; ');
}

function remarksOnApplicant({ status, replaces, contested_at: at, contested_from: from }: NodeOverview): string[] {
  const isOpen = status === 'pending_approval';
  const place = from === null ? '' : ` from ${from}`;
  return [
    ...(isOpen && replaces !== null
      ? [`replaces the node of this name that was removed at ${replaces.toISOString()}`]
      : []),
    ...(at === null
      ? []
      : [
          `a machine without the node's ${isOpen ? 'secret' : 'token'} applied for this name${place}, last at ${at.toISOString()}`,
        ]),
  ];
}

function remarkOnInstance(node: NodeOverview): string | null {
  const second = secondMachine(node);
  if (second === null) return null;
  return `two hosts use this node's token: the node runs on ${node.instance_host}, and ${second.host} was refused, last at ${second.at}`;
}

function remarkOn(node: NodeOverview): string | null {
  if (node.status === 'offline' && node.awaits_first_beat) return 'approved, waiting for its first heartbeat';
  if (node.paused_until !== null)
    return `paused until ${node.paused_until.toISOString()}, pause ${node.pauses} in a row: it fails points that converge on other nodes`;
  if (node.pauses > 0) return 'on trial with one task at a time: it failed points that converged on other nodes';
  return null;
}

/** Approves an application. The node gets a token, and its first heartbeat sets it to online. */
export async function approveNode(
  deps: NodesDeps,
  nodeId: string,
  /** The time of the application that the administrator saw. A newer application is not approved in its place. */
  appliedAt?: string,
): Promise<IssuedToken> {
  const now = await databaseTime(deps.db);
  const { token, change: issued } = issueToken(deps.seal, now);
  await change(deps, nodeId, (node) => {
    checkAction('approve', nodeId, node.status);
    checkApplication(nodeId, node.applied_at, appliedAt);
    return { ...issued, status: 'offline', offline_since: now, awaits_first_beat: true };
  });
  return { node_id: nodeId, status: 'offline', node_token: token };
}

/** Issues a new token. The old token stops working when the transaction commits. */
export async function reissueNodeToken(deps: NodesDeps, nodeId: string): Promise<IssuedToken> {
  const { token, change } = issueToken(deps.seal, await databaseTime(deps.db));
  const { status } = await act(deps, 'reissue', nodeId, change);
  return { node_id: nodeId, status, node_token: token };
}

export async function rejectNode(deps: NodesDeps, nodeId: string): Promise<void> {
  await act(deps, 'reject', nodeId, { status: 'rejected' });
}

/** Disables a node. The node may finish its running tasks, but gets no new tasks. */
export async function disableNode(deps: NodesDeps, nodeId: string): Promise<void> {
  await act(deps, 'disable', nodeId, { status: 'disabled', offline_since: null });
}

/**
 * Enables a node. The node is offline until its next heartbeat. The node is no longer suspect, because the operator has
 * checked it.
 */
export async function enableNode(deps: NodesDeps, nodeId: string): Promise<void> {
  const now = await databaseTime(deps.db);
  await act(deps, 'enable', nodeId, { status: 'offline', offline_since: now, pauses: 0, paused_until: null });
  await forgetOutcomes(deps.db, nodeId);
}

export async function setNodeQuota(deps: NodesDeps, nodeId: string, adminMaxSlots: number | null): Promise<void> {
  await change(deps, nodeId, () => ({ admin_max_slots: adminMaxSlots }));
}

async function act(deps: NodesDeps, action: NodeAction, nodeId: string, to: NodeChange): Promise<NodeRow> {
  return await change(deps, nodeId, (node) => {
    checkAction(action, nodeId, node.status);
    return to;
  });
}

async function change(deps: NodesDeps, nodeId: string, decide: (node: NodeRow) => NodeChange): Promise<NodeRow> {
  const before = await deps.db.transaction().execute(async (trx: Tx) => {
    const node = await lockNode(trx, nodeId);
    if (node === undefined) throw unknownNode(nodeId);
    const to = decide(node);
    await updateNode(trx, nodeId, to);
    await recordAudit(trx, { object: `node ${nodeId}`, detail: detailOf(node, to) });
    return node;
  });
  deps.onNodeChange(nodeId);
  return before;
}

function detailOf(node: NodeRow, to: NodeChange): Record<string, unknown> {
  const { status = node.status, admin_max_slots: quota = node.admin_max_slots } = to;
  return {
    ...(status === node.status ? {} : { status: { from: node.status, to: status } }),
    ...(quota === node.admin_max_slots ? {} : { admin_max_slots: { from: node.admin_max_slots, to: quota } }),
  };
}

export function unknownNode(nodeId: string): Refusal {
  return new Refusal('unknown', `no node is named ${nodeId}`);
}

/** Returns a new token, and the change of the node that stores it. */
export function issueToken(seal: TextSeal, now: Date): { token: string; change: NodeChange } {
  const token = newToken('node');
  return {
    token,
    change: {
      token_hash: digestOf(token),
      token_issued_at: now,
      sealed_token: seal.seal(token),
      sealed_until: new Date(now.getTime() + PICK_UP_MS),
    },
  };
}
