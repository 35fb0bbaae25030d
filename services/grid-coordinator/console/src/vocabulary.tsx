import type { NodeStatus, PointStatus, Stage, TaskStatus, TaskType, WorkflowStatus } from '@almagest/contracts/grid';
import { Pill, type PillKind } from '@almagest/ui/components/pill';
import { defineMessages, useMessages } from '@almagest/ui/messages';

/** Labels for the contract's enumerations. */
export const vocabulary = defineMessages({
  pending: { en: 'pending', zh: '等待种子' },
  queued: { en: 'queued', zh: '排队' },
  running: { en: 'running', zh: '运行中' },
  converged: { en: 'converged', zh: '已收敛' },
  failed: { en: 'failed', zh: '失败' },
  idle: { en: 'idle', zh: '未启动' },
  initializing: { en: 'initializing', zh: '初始化中' },
  paused: { en: 'paused', zh: '已暂停' },
  completed: { en: 'completed', zh: '已完成' },
  timeout: { en: 'timed out', zh: '超时' },
  online: { en: 'online', zh: '在线' },
  offline: { en: 'offline', zh: '离线' },
  pending_approval: { en: 'waits for approval', zh: '等待批准' },
  disabled: { en: 'disabled', zh: '已停用' },
  rejected: { en: 'rejected', zh: '已拒绝' },
  cold_run: { en: 'cold run', zh: '冷启动' },
  seed_step: { en: 'seed step', zh: '种子步进' },
  continue: { en: 'continued attempt', zh: '续算' },
  spectrum: { en: 'spectrum only', zh: '仅光谱' },
});

const POINT_KINDS: Readonly<Record<PointStatus, PillKind>> = {
  pending: 'idle',
  queued: 'warning',
  running: 'busy',
  converged: 'good',
  failed: 'bad',
};

const WORKFLOW_KINDS: Readonly<Record<WorkflowStatus, PillKind>> = {
  idle: 'idle',
  initializing: 'busy',
  running: 'busy',
  paused: 'warning',
  completed: 'good',
};

const TASK_KINDS: Readonly<Record<TaskStatus, PillKind>> = {
  pending: 'idle',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  timeout: 'bad',
};

const NODE_KINDS: Readonly<Record<NodeStatus, PillKind>> = {
  online: 'good',
  offline: 'bad',
  pending_approval: 'warning',
  disabled: 'idle',
  rejected: 'idle',
};

export function PointPill({ status }: { readonly status: PointStatus }) {
  return <Pill kind={POINT_KINDS[status]}>{useMessages(vocabulary)[status]}</Pill>;
}

export function WorkflowPill({ status }: { readonly status: WorkflowStatus }) {
  return <Pill kind={WORKFLOW_KINDS[status]}>{useMessages(vocabulary)[status]}</Pill>;
}

export function TaskPill({ status }: { readonly status: TaskStatus }) {
  return <Pill kind={TASK_KINDS[status]}>{useMessages(vocabulary)[status]}</Pill>;
}

/** @public */
export function NodePill({ status }: { readonly status: NodeStatus }) {
  return <Pill kind={NODE_KINDS[status]}>{useMessages(vocabulary)[status]}</Pill>;
}

/** Returns the label of the method by which a point converged or is computed. */
export function useTaskTypeWord(): (type: TaskType | null) => string {
  const words = useMessages(vocabulary);
  return (type) => (type === null ? '–' : words[type]);
}

/** Returns the label of what an attempt computes: `spectrum only` if it started from a finished model. */
export function useAttemptWord(): (attempt: { readonly task_type: TaskType; readonly stage?: Stage }) => string {
  const words = useMessages(vocabulary);
  return ({ task_type: type, stage }) => (stage === 'spectrum' ? words.spectrum : words[type]);
}
