import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp } from '../schema.ts';
import { EmptyEnvelope, envelope } from './envelope.ts';
import { NodeMachine } from './requirements.ts';
import { RunningTask } from './running-tasks.ts';
import { MaxSlots, NodeId, NodeStatus } from './vocabulary.ts';

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const WELL_FORMED = String.raw`^[^\u0000\ud800-\udfff]*$`;

/** Distinguishes work dirs of one node, such as a work dir and its copy on another machine. */
const InstanceId = Type.String({ minLength: 1, maxLength: 64, pattern: WELL_FORMED });

/** Where an agent runs. */
export const NodeInstance = Type.Object({
  id: InstanceId,
  host: Type.String({ minLength: 1, maxLength: 255, pattern: WELL_FORMED }),
});
export type NodeInstance = Static<typeof NodeInstance>;

export const NodeRegisterRequest = Type.Object({
  node_id: NodeId,
  max_slots: MaxSlots,
  /** If another instance of the node is online, the announcement is refused with 409. */
  instance: Type.Optional(NodeInstance),
  /** Without it, the node gets only tasks without requirements. */
  machine: Type.Optional(NodeMachine),
  /** Sent with a repeated application to prove that the applicant is the same. */
  registration_secret: Type.Optional(Type.String({ maxLength: 256 })),
});
export type NodeRegisterRequest = Static<typeof NodeRegisterRequest>;

export const NodeRegisterReply = Type.Object({
  status: Type.Enum(['pending_approval', 'approved']),
  message: Type.String(),
  node_token: Type.Null(),
  registration_secret: Type.Optional(Nullable(Type.String())),
});
export type NodeRegisterReply = Static<typeof NodeRegisterReply>;

export const CheckStatusRequest = Type.Object({
  node_id: NodeId,
  registration_secret: Type.String({ minLength: 1, maxLength: 256 }),
  /** The instance that collects the token, announced as in a registration. */
  instance: Type.Optional(NodeInstance),
});
export type CheckStatusRequest = Static<typeof CheckStatusRequest>;

export const CheckStatusReply = Type.Object({
  status: Type.Enum(['pending_approval', 'approved', 'rejected', 'disabled']),
  message: Type.String(),
  /** The token. Returned once after each issue, and only within a day of it. */
  node_token: Nullable(Type.String()),
});
export type CheckStatusReply = Static<typeof CheckStatusReply>;

export const NodeHeartbeatRequest = Type.Object({
  node_id: NodeId,
  active_slots: Type.Integer({ minimum: 0, maximum: 4096 }),
  /** Percentage of all cores. */
  cpu_usage: Type.Number({ minimum: 0 }),
  /** Percentage of all memory. */
  memory_usage: Type.Number({ minimum: 0 }),
  /**
   * Refused with 409 if another instance of the node has been announced since. The node then announces itself again.
   */
  instance_id: Type.Optional(InstanceId),
});
export type NodeHeartbeatRequest = Static<typeof NodeHeartbeatRequest>;

export const NodeHeartbeatReply = Type.Object({
  status: Type.Enum(['ok', 'error']),
  admin_max_slots: Type.Optional(Nullable(Type.Integer())),
  message: Type.Optional(Type.String()),
  /**
   * Cancelled tasks: the node stops their engines, does not report them, and returns them. Present until the node has
   * returned them.
   */
  cancelled_tasks: Type.Optional(Type.Array(Type.String({ format: 'uuid' }))),
});
export type NodeHeartbeatReply = Static<typeof NodeHeartbeatReply>;

export const NodeInfo = Type.Object({
  node_id: NodeId,
  max_slots: Type.Integer(),
  active_slots: Type.Integer(),
  status: NodeStatus,
  cpu_usage: Type.Number(),
  memory_usage: Type.Number(),
  last_heartbeat: Nullable(Timestamp),
});
export type NodeInfo = Static<typeof NodeInfo>;

export const AdminNode = Type.Object({
  node_id: NodeId,
  status: NodeStatus,
  token_status: Type.Enum(['active', 'none']),
  token_issued_at: Nullable(Timestamp),
  admin_max_slots: Nullable(Type.Integer()),
  max_slots: Type.Integer(),
  last_heartbeat: Nullable(Timestamp),
  running_tasks: Type.Integer(),
  /** Maximum number of tasks after failures at points where other nodes succeed. Null if the node is not throttled. */
  allowance: Nullable(Type.Integer()),
  /**
   * Until then the node gets no tasks, because it fails at points that converge on other nodes. Null if it gets tasks.
   */
  paused_until: Nullable(Timestamp),
  /** The time of the node's application. */
  applied_at: Timestamp,
  /** The address of the applicant. Null for an application to an earlier version of the coordinator. */
  applied_from: Nullable(Type.String()),
  /** When an earlier node of this name was removed. The applicant replaces it. */
  replaces: Nullable(Timestamp),
  /**
   * A machine that has since requested this name without the node's secret or token: a reinstalled machine, or a
   * different machine with the same name.
   */
  contested: Nullable(Type.Object({ address: Nullable(Type.String()), at: Timestamp })),
  /** The machine of the agent. Null for agents that do not report it. */
  host: Nullable(Type.String()),
  /** Null for agents that do not report it. */
  machine: Nullable(NodeMachine),
  /** A second machine with the same credentials, refused within the last day: a copy of the work dir. */
  second_machine: Nullable(Type.Object({ host: Type.String(), at: Timestamp })),
  /** An explanation of the status, or null. */
  message: Nullable(Type.String()),
});
export type AdminNode = Static<typeof AdminNode>;

/**
 * An event of a name. `applied`: an application, or its repetition with the secret. `contested`: an application without
 * the secret while the first application waits. `announced`: an approved node with its token. `refused`: a request
 * without the node's token. `removed`: an administrator removed the node.
 */
export const RegistrationKind = Type.Enum(['applied', 'contested', 'announced', 'refused', 'removed']);
export type RegistrationKind = Static<typeof RegistrationKind>;

export const NodeRegistration = Type.Object({
  kind: RegistrationKind,
  address: Nullable(Type.String()),
  max_slots: Nullable(Type.Integer()),
  /** The first and the last of consecutive equal events. */
  first_at: Timestamp,
  last_at: Timestamp,
  times: Type.Integer(),
});
export type NodeRegistration = Static<typeof NodeRegistration>;

/** Outcomes at points: at how many points the best attempt converged, and at how many no attempt did. */
const PointOutcomes = Type.Object({ converged: Type.Integer(), failed: Type.Integer() });

/**
 * A node's last attempts in a workflow, compared with other nodes' attempts at the same points. Lost and cancelled
 * attempts do not count.
 */
export const NodeHistory = Type.Object({
  /** Null if the workflow was deleted. */
  workflow_name: Nullable(Type.String()),
  first_at: Timestamp,
  last_at: Timestamp,
  own: PointOutcomes,
  /** How many of these points other nodes have also tried in the same run. */
  shared_points: Type.Integer(),
  /** Outcomes at these points: attempts of this node, and attempts of other nodes. */
  own_at_shared: PointOutcomes,
  others_at_shared: PointOutcomes,
});
export type NodeHistory = Static<typeof NodeHistory>;

export const NodeDetail = Type.Object({
  node: AdminNode,
  machine: Type.Object({
    active_slots: Type.Integer(),
    /** Percentage of all cores and of the memory in the last heartbeat. */
    cpu_usage: Type.Number(),
    memory_usage: Type.Number(),
    /** From the last report. Null before the first report, and for agents and engines that do not report it. */
    agent_version: Nullable(Type.String()),
    engine_name: Nullable(Type.String()),
    engine_version: Nullable(Type.String()),
  }),
  /** Tasks that the node computes now, oldest first. At most 100. */
  running: Type.Array(RunningTask),
  /** By workflow, latest attempt first. */
  history: Type.Array(NodeHistory),
  /** The number of ended attempts on which `history` is based. */
  history_attempts: Type.Integer(),
  /** Newest first, at most 100. */
  registrations: Type.Array(NodeRegistration),
});
export type NodeDetail = Static<typeof NodeDetail>;

const MOST_HOURS = 168;

export const FleetHistoryQuery = Type.Object({
  hours: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_HOURS, default: 24 })),
  node: Type.Optional(NodeId),
});
export type FleetHistoryQuery = Static<typeof FleetHistoryQuery>;

/** All nodes together, or one node, in an interval. */
export const FleetSample = Type.Object({
  /** The beginning of the interval. */
  at: Timestamp,
  /** The mean number of nodes with heartbeats. */
  nodes: Type.Number(),
  /** Means: slots in use, slots that nodes may use, and percentages of their cores and memory. */
  slots_used: Type.Number(),
  slots: Type.Number(),
  cpu_usage: Type.Number(),
  memory_usage: Type.Number(),
  /** Tasks that ended. */
  completed: Type.Integer(),
  failed: Type.Integer(),
});
export type FleetSample = Static<typeof FleetSample>;

export const FleetHistory = Type.Object({
  hours: Type.Integer(),
  interval_sec: Type.Integer(),
  now: Timestamp,
  /** Oldest first. Intervals without heartbeats are missing. */
  samples: Type.Array(FleetSample),
});
export type FleetHistory = Static<typeof FleetHistory>;

export const IssuedToken = Type.Object({ node_id: NodeId, status: NodeStatus, node_token: Type.String() });
export type IssuedToken = Static<typeof IssuedToken>;

export const NodeQuota = closedObject({
  admin_max_slots: Nullable(Type.Integer({ minimum: 0, maximum: 4096 })),
});
export type NodeQuota = Static<typeof NodeQuota>;

const NodePath = Type.Object({ node_id: NodeId });
const nodeAction = { tag: 'nodes', method: 'post', role: 'admin', failures: 'envelope', params: NodePath } as const;

export const nodeOperations = defineOperations({
  registerNode: {
    tag: 'nodes',
    method: 'post',
    path: '/api/node/register',
    summary:
      'Applies for access, or announces an approved node. A join key as bearer token approves the applicant at once.',
    role: 'public',
    failures: 'node',
    body: NodeRegisterRequest,
    unknownKeys: 'tolerated',
    reply: NodeRegisterReply,
    statuses: [400, 401, 403, 409, 413, 429, 500],
  },
  checkNodeStatus: {
    tag: 'nodes',
    method: 'post',
    path: '/api/node/check_status',
    summary: 'Checks whether an application was approved, and returns the token.',
    role: 'public',
    failures: 'node',
    body: CheckStatusRequest,
    unknownKeys: 'tolerated',
    reply: CheckStatusReply,
    statuses: [400, 401, 413, 429, 500],
  },
  recordHeartbeat: {
    tag: 'nodes',
    method: 'post',
    path: '/api/node/heartbeat',
    summary: "Records a heartbeat and returns the node's slot quota.",
    role: 'node',
    failures: 'node',
    body: NodeHeartbeatRequest,
    unknownKeys: 'tolerated',
    reply: NodeHeartbeatReply,
    statuses: [400, 401, 403, 409, 413, 500],
  },
  listNodes: {
    least: 'viewer',
    tag: 'nodes',
    method: 'get',
    path: '/api/admin/nodes',
    summary: 'Lists all nodes with their tokens and quotas.',
    role: 'admin',
    failures: 'envelope',
    reply: envelope(Type.Array(AdminNode)),
    statuses: [401, 403, 500],
  },
  readNode: {
    least: 'viewer',
    tag: 'nodes',
    method: 'get',
    path: '/api/admin/nodes/{node_id}',
    summary: 'Describes a node: its machine, running tasks, outcomes compared with other nodes, and registrations.',
    role: 'admin',
    failures: 'envelope',
    params: NodePath,
    reply: envelope(NodeDetail),
    statuses: [400, 401, 403, 404, 500],
  },
  readFleetHistory: {
    least: 'viewer',
    tag: 'nodes',
    method: 'get',
    path: '/api/admin/fleet/history',
    summary: 'Returns slots, ended tasks and load over the last hours, for all nodes or for one node.',
    role: 'admin',
    failures: 'envelope',
    query: FleetHistoryQuery,
    reply: envelope(FleetHistory),
    statuses: [400, 401, 403, 500],
  },
  removeNode: {
    least: 'administrator',
    tag: 'nodes',
    method: 'delete',
    path: '/api/admin/nodes/{node_id}',
    summary: 'Removes a node. Results are kept, running tasks are requeued, and the name is freed.',
    role: 'admin',
    failures: 'envelope',
    params: NodePath,
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 409, 500],
  },
  approveNode: {
    ...nodeAction,
    least: 'operator',
    path: '/api/admin/nodes/{node_id}/approve',
    summary: 'Approves an application and issues a token to the node.',
    query: Type.Object({
      applied_at: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'Approves the application only if it was made at this time, as shown in the list of nodes.',
        }),
      ),
    }),
    reply: envelope(IssuedToken),
    statuses: [400, 401, 403, 404, 409, 500],
  },
  rejectNode: {
    ...nodeAction,
    least: 'operator',
    path: '/api/admin/nodes/{node_id}/reject',
    summary: 'Rejects a pending application.',
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 409, 500],
  },
  reissueNodeToken: {
    ...nodeAction,
    least: 'administrator',
    path: '/api/admin/nodes/{node_id}/reissue',
    summary: 'Issues a new token. The old token stops working at once.',
    reply: envelope(IssuedToken),
    statuses: [400, 401, 403, 404, 409, 500],
  },
  disableNode: {
    ...nodeAction,
    least: 'operator',
    path: '/api/admin/nodes/{node_id}/disable',
    summary: 'Stops handing tasks to a node.',
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 409, 500],
  },
  enableNode: {
    ...nodeAction,
    least: 'operator',
    path: '/api/admin/nodes/{node_id}/enable',
    summary: 'Enables a disabled node. It is online again after its next heartbeat.',
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 409, 500],
  },
  setNodeQuota: {
    ...nodeAction,
    least: 'operator',
    path: '/api/admin/nodes/{node_id}/quota',
    summary: 'Limits how many tasks a node may hold at once. null removes the limit.',
    body: NodeQuota,
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 413, 500],
  },
});
