import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const overviewMessages = defineMessages({
  title: { en: 'Overview', zh: '总览' },
  loading: { en: 'Asking the nodes and workflows how they are…', zh: '正在查询节点和工作流的状态…' },
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
  none: { en: 'There is no workflow yet.', zh: '还没有工作流。' },
  noneWhy: {
    en: 'A workflow is a grid of stellar atmospheres, written as a configuration in YAML. Its points are handed to the nodes in waves, the easiest first.',
    zh: '工作流是一个恒星大气网格，用 YAML 配置书写。它的点按难度从易到难分批交给节点计算。',
  },
  create: { en: 'Create a workflow', zh: '新建工作流' },
  name: { en: 'Name', zh: '名称' },
  status: { en: 'Status', zh: '状态' },
  progress: { en: 'Progress', zh: '进度' },
  timeLeft: { en: 'Time left', zh: '剩余时间' },
  changed: { en: 'Changed', zh: '更新于' },
  actions: { en: 'Actions', zh: '操作' },
  needsYou: { en: 'Needs you', zh: '需要处理' },
  applications: {
    en: (n: number) => `${counted(n, 'node waits', 'nodes wait')} for approval.`,
    zh: (n: number) => `${count(n)} 个节点等待批准。`,
  },
  lookAtNodes: { en: 'Look at the nodes', zh: '查看节点' },
  claimsPaused: { en: 'No task is handed out to any node, since', zh: '已停止向所有节点分发任务，始于' },
  resumeClaims: { en: 'Hand out tasks again', zh: '恢复分发任务' },
  claimsResumed: { en: 'Tasks are handed out again', zh: '已恢复分发任务' },
  noNode: {
    en: 'Workflows are running, and no node is online to compute them.',
    zh: '有工作流在运行，但没有在线节点可供计算。',
  },
  nodePaused: {
    en: 'fails points that other nodes converge, and gets no task until',
    zh: '计算失败的点在其他节点上能收敛，因此不再分到任务，直到',
  },
  overruns: {
    en: (n: number) => `${counted(n, 'task runs', 'tasks run')} far longer than others like it.`,
    zh: (n: number) => `${count(n)} 个任务远比同类任务耗时。`,
  },
  importFails: {
    en: (size: string, why: string) =>
      `An archive of ${size} cannot be imported now: ${why}. It is tried again by itself.`,
    zh: (size: string, why: string) => `目前无法导入 ${size} 的归档：${why}。系统会自动重试。`,
  },
  standsStill: { en: 'has completed no point for', zh: '未完成任何点已有' },
  topFailures: { en: 'Most frequent failures', zh: '最常见的失败' },
  done: {
    en: (n: number, total: number) => `${count(n)} of ${counted(total, 'point')} done`,
    zh: (n: number, total: number) => `${count(total)} 个点中已完成 ${count(n)} 个`,
  },
  noPoints: { en: 'no points yet', zh: '还没有点' },
});
