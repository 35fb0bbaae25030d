import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, StoredText, Timestamp } from '../schema.ts';
import { EmptyEnvelope, envelope } from './envelope.ts';
import { WorkflowName, WorkflowStatus } from './vocabulary.ts';

/** Limits of the three values, in requests and configurations. */
export const SCHEDULING_LIMITS = {
  priority: { minimum: -1000, maximum: 1000 },
  share: { minimum: 1, maximum: 1000 },
  max_slots: { minimum: 0, maximum: 1_000_000 },
} as const;

const Priority = Type.Integer({
  ...SCHEDULING_LIMITS.priority,
  description: 'Workflows with a higher priority are served first.',
});
const Share = Type.Integer({
  ...SCHEDULING_LIMITS.share,
  description: 'Among workflows of the same priority, running tasks are divided in proportion to their shares.',
});
const SlotCap = Nullable(Type.Integer(SCHEDULING_LIMITS.max_slots));

/** How the slots of the fleet are divided among workflows. */
export const Scheduling = Type.Object({
  priority: Priority,
  share: Share,
  /** Maximum number of running tasks of the workflow. Null: no cap. */
  max_slots: SlotCap,
});
export type Scheduling = Static<typeof Scheduling>;

/** Omitted values stay unchanged. */
export const SchedulingChange = closedObject({
  priority: Type.Optional(Priority),
  share: Type.Optional(Share),
  max_slots: Type.Optional(SlotCap),
});
export type SchedulingChange = Static<typeof SchedulingChange>;

/** When an administrator paused all claims, and why. */
export const ClaimPause = Type.Object({ since: Timestamp, reason: Nullable(Type.String()) });
export type ClaimPause = Static<typeof ClaimPause>;

export const ScheduledWorkflow = Type.Object({
  name: Type.String(),
  status: WorkflowStatus,
  ...Scheduling.properties,
  running: Type.Integer({ description: 'The number of running tasks of the workflow.' }),
});
export type ScheduledWorkflow = Static<typeof ScheduledWorkflow>;

/**
 * `workflows`: the unfinished workflows. Running workflows come first, in the order in which the next claim serves
 * them.
 */
export const FleetScheduling = Type.Object({
  claims_paused: Nullable(ClaimPause),
  workflows: Type.Array(ScheduledWorkflow),
});
export type FleetScheduling = Static<typeof FleetScheduling>;

export const PauseRequest = closedObject({
  reason: Type.Optional(Nullable(StoredText(1000))),
});
export type PauseRequest = Static<typeof PauseRequest>;

const steering = { tag: 'scheduling', role: 'admin', failures: 'envelope' } as const;

export const schedulingOperations = defineOperations({
  readScheduling: {
    ...steering,
    least: 'viewer',
    method: 'get',
    path: '/api/scheduling',
    summary: 'Lists priority, share and slot cap of the unfinished workflows, in the order in which they are served.',
    reply: envelope(FleetScheduling),
    statuses: [401, 403, 500],
  },
  setScheduling: {
    ...steering,
    least: 'operator',
    method: 'post',
    path: '/api/workflows/{name}/scheduling',
    summary: 'Changes priority, share or slot cap of a workflow. The next claim uses the new values.',
    params: Type.Object({ name: WorkflowName }),
    body: SchedulingChange,
    reply: envelope(Scheduling),
    statuses: [400, 401, 403, 404, 413, 500],
  },
  pauseClaims: {
    ...steering,
    least: 'operator',
    method: 'post',
    path: '/api/admin/pause',
    summary: 'Stops handing out tasks of all workflows. Running tasks finish, and their reports count.',
    body: PauseRequest,
    reply: envelope(ClaimPause),
    statuses: [400, 401, 403, 413, 500],
  },
  resumeClaims: {
    ...steering,
    least: 'operator',
    method: 'post',
    path: '/api/admin/resume',
    summary: 'Resumes handing out tasks after a pause.',
    reply: EmptyEnvelope,
    statuses: [401, 403, 500],
  },
});
