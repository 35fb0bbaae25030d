import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const overviewMessages = defineMessages({
  title: { en: 'Overview', zh: '总览' },
  loading: { en: 'Loading status…', zh: '正在查询节点和工作流的状态…' },
  nodesOnline: { en: 'Nodes online', zh: '在线节点' },
  of: {
    en: (part: number, total: number) => `${count(part)} of ${count(total)}`,
    zh: (part: number, total: number) => `${count(part)} / ${count(total)}`,
  },
  offline: { en: (n: number) => `${count(n)} offline`, zh: (n: number) => `${count(n)} 个离线` },
  slots: { en: 'Slots in use', zh: '已用槽位' },
  converged: { en: 'Converged', zh: '已收敛' },
  ofPoints: {
    en: (share: string, total: number) => `${share} of ${counted(total, 'point')}`,
    zh: (share: string, total: number) => `${count(total)} 个点的 ${share}`,
  },
  failed: { en: 'Failed', zh: '失败' },
  running: { en: 'Running', zh: '运行中' },
  waiting: { en: 'Waiting', zh: '等待中' },
  queuedAndPending: {
    en: (queued: number, pending: number) => `${count(queued)} queued, ${count(pending)} pending`,
    zh: (queued: number, pending: number) => `${count(queued)} 个排队，${count(pending)} 个等待种子`,
  },
  workflows: { en: 'Workflows', zh: '工作流' },
  none: { en: 'No workflows yet.', zh: '还没有工作流。' },
  noneWhy: {
    en: 'A workflow computes a grid of stellar atmospheres. Create a workflow from a YAML configuration.',
    zh: '工作流是一个恒星大气网格，用 YAML 配置书写。它的点按难度从易到难分批交给节点计算。',
  },
  create: { en: 'Create workflow', zh: '新建工作流' },
  name: { en: 'Name', zh: '名称' },
  status: { en: 'Status', zh: '状态' },
  progress: { en: 'Progress', zh: '进度' },
  timeLeft: { en: 'Time left', zh: '剩余时间' },
  changed: { en: 'Changed', zh: '更新于' },
  actions: { en: 'Actions', zh: '操作' },
  needsYou: { en: 'Action needed', zh: '需要处理' },
  applications: {
    en: (n: number) => `${counted(n, 'node is', 'nodes are')} waiting for approval.`,
    zh: (n: number) => `${count(n)} 个节点等待批准。`,
  },
  lookAtNodes: { en: 'View nodes', zh: '查看节点' },
  claimsPaused: { en: 'Tasks are paused on all nodes since', zh: '已停止向所有节点分发任务，始于' },
  resumeClaims: { en: 'Resume tasks', zh: '恢复分发任务' },
  claimsResumed: { en: 'Tasks resumed', zh: '已恢复分发任务' },
  noNode: {
    en: 'Workflows are running, but no node is online.',
    zh: '有工作流在运行，但没有在线节点可供计算。',
  },
  nodePaused: {
    en: 'fails points that converge on other nodes. It receives no tasks until',
    zh: '计算失败的点在其他节点上能收敛，因此不再分到任务，直到',
  },
  overruns: {
    en: (n: number) => `${counted(n, 'task is', 'tasks are')} taking much longer than expected.`,
    zh: (n: number) => `${count(n)} 个任务远比同类任务耗时。`,
  },
  importFails: {
    en: (size: string, why: string) =>
      `Importing an archive of ${size} failed: ${why}. The import retries automatically.`,
    zh: (size: string, why: string) => `目前无法导入 ${size} 的归档：${why}。系统会自动重试。`,
  },
  standsStill: { en: 'has not completed a point for', zh: '未完成任何点已有' },
  topFailures: { en: 'Most frequent failures', zh: '最常见的失败' },
  done: {
    en: (n: number, total: number) => `${count(n)} of ${counted(total, 'point')} done`,
    zh: (n: number, total: number) => `${count(total)} 个点中已完成 ${count(n)} 个`,
  },
  noPoints: { en: 'no points yet', zh: '还没有点' },
});
